import { FileChooser } from '@/pages/desk/order/file-chooser';
import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';

test('the chooser of a card offers exactly the kinds that the server takes', () => {
  const nothing = () => undefined;
  const shown = { file: null, isOver: false, isWanted: false, error: undefined, sent: undefined };
  const html = renderToStaticMarkup(
    <FileChooser {...shown} onChoose={nothing} onCancel={nothing} onCancelFocus={nothing} />,
  );
  expect(/accept="([^"]*)"/.exec(html)?.[1]).toBe(
    'application/pdf,image/jpeg,image/png,image/webp,image/gif,image/avif',
  );
  expect(html).toContain('PDF, JPEG, PNG, WebP, GIF or AVIF, up to 10 MB');
});
