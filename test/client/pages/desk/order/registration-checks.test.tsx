import { CheckChooser } from '@/pages/desk/order/add-check';
import { Checks, RegistrationChecks, takesMore } from '@/pages/desk/order/registration-checks';
import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import type { OrderWithHistories } from '@shared/answers/desk';
import type { OrderFileEntry } from '@shared/answers/order-files';

const file: OrderFileEntry = {
  id: 7,
  kind: 'registration_check',
  create_ts: '2026-02-28T09:00:05.000Z',
  added_by: 'Demo Team',
  content_type: 'image/png',
  size: 48210,
  sha256: 'b7'.repeat(32),
  url: '/admin/order-file/7',
  erased_at: null,
};

const orderOf = (more: Partial<OrderWithHistories>) =>
  ({
    order_id: 100001,
    encoded_id: 'x',
    submitted: null,
    files: [],
    erased_at: null,
    ...more,
  }) as unknown as OrderWithHistories;

const shownOf = (checks: OrderFileEntry[], open = true) =>
  renderToStaticMarkup(<Checks order={orderOf({})} {...{ checks, open }} />);

test('nothing is asked of the authority’s page before the form was submitted', () => {
  expect(renderToStaticMarkup(<RegistrationChecks order={orderOf({})} open />)).toBe('');
});

test('the chooser offers exactly the kinds that the server takes, while one more is taken', () => {
  const html = renderToStaticMarkup(<CheckChooser busy={false} wrong={undefined} add={() => Promise.resolve()} />);
  expect(/accept="([^"]*)"/.exec(html)?.[1]).toBe('image/png,image/jpeg,image/webp,application/pdf');
  expect(takesMore({ files: [file, file], erased_at: null }, true)).toBe(true);
  expect(takesMore({ files: [file, file, file], erased_at: null }, true)).toBe(false);
  expect(takesMore({ files: [], erased_at: file.create_ts }, true)).toBe(false);
  expect(takesMore({ files: [], erased_at: null }, false)).toBe(false);
});

test('who may not see passports has no link, and who may not change the order no button', () => {
  const shown = shownOf([{ ...file, url: null }], false);
  expect(shown).toContain(file.sha256);
  expect(shown).not.toMatch(/href|Remove/);
  expect(shownOf([file])).toMatch(/href="\/admin\/order-file\/7".*Remove the screenshot of/);
});
