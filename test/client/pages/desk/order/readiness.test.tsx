import { ReadinessPanel } from '@/pages/desk/order/readiness';
import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { outlookOf, type PacksReadiness } from '../../../../../src/shared/pack-parts.js';
import { richFacts, sparseFacts } from '../../../../views/pdf/facts.js';

const shownOf = (packs: PacksReadiness) =>
  renderToStaticMarkup(<ReadinessPanel of={packs} />).replaceAll(/<[^>]+>/g, '|');

test('a pack says how many of its exhibits are incomplete, or that it has no argument', () => {
  const whole = outlookOf(richFacts);
  const some = whole.readiness.map((part, at) => ({ ...part, state: at < 3 ? ('missing' as const) : part.state }));
  const count = whole.readiness.length;
  expect(shownOf({ 1: whole, 2: { ...whole, readiness: some } })).toMatch(
    new RegExp(`Pack 1.*Has all it needs.*Pack 2.*3 of ${count} exhibits are incomplete`),
  );
  const one = whole.readiness.map((part, at) => ({ ...part, state: at < 1 ? ('missing' as const) : part.state }));
  const shown = shownOf({ 1: { ...whole, readiness: one }, 2: outlookOf(sparseFacts) });
  expect(shown).toContain(`1 of ${count} exhibits is incomplete`);
  expect(shown).toMatch(/Pack 2.*No argument for this reason/);
  expect(shown).toContain('expected, but missing: the transaction id, the name of the merchant');
});
