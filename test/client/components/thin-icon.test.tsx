import { describe, expect, test } from '@jest/globals';
import { createLucideIcon } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { thinIcon } from '../../../client/components/thin-icon.js';

const drawings = [
  { name: 'truck', size: 24, node: [['path', { d: 'M15 18H9', key: 'a' }]], aliases: ['lorry', 'van'] },
  {
    name: 'circle-check',
    size: 24,
    node: [
      ['circle', { cx: '12', cy: '12', r: '10', key: 'b' }],
      ['path', { d: 'm9 12 2 2 4-4', fill: 'none', key: 'c' }],
    ],
  },
] as Parameters<typeof thinIcon>[0][];

describe.each(drawings)('the icon $name, made for the server', (drawing) => {
  const Lucide = createLucideIcon(drawing as never);
  const Thin = thinIcon(drawing);

  test.each([{}, { className: 'size-4 text-muted ' }, { className: '', focusable: 'false' as const }])(
    'is what lucide makes of it in the browser, given %j',
    (given) => {
      expect(attributesSorted(<Thin {...given} />)).toBe(attributesSorted(<Lucide {...given} />));
    },
  );
});

/** Sorts attributes, because their order means nothing to a browser. */
function attributesSorted(icon: React.ReactElement): string {
  return renderToStaticMarkup(icon).replace(/<(\w+)((?: [\w-]+="[^"]*")+)>/g, (_, tag: string, attributes: string) => {
    const sorted = [...attributes.matchAll(/ [\w-]+="[^"]*"/g)].map(([one]) => one).sort();
    return `<${tag}${sorted.join('')}>`;
  });
}
