import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { packFacts } from '../../src/shared/pack-facts.js';
import { packParts, readiness } from '../../src/shared/pack-parts.js';
import { sparseFacts } from '../views/pdf/facts.js';

/** The wire names of a schema’s fields, at every depth. */
function namesOf(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesOf)];
}
const names = new Set(namesOf(z.toJSONSchema(packFacts)));

test('what an exhibit lacks is said in words, never by the name of a field', () => {
  expect([...names]).toEqual(expect.arrayContaining(['purchase_ip', 'terms_version', 'transaction_id']));
  const asRaw = (words: string) => names.has(words.replaceAll(' ', '_'));
  expect(asRaw('purchase ip')).toBe(true);
  const lacks = ([1, 2] as const).flatMap((type) =>
    readiness({ ...sparseFacts, pack_type: type }).flatMap((part) => part.lacks),
  );
  expect(lacks).toEqual(expect.arrayContaining(['the IP address of the purchase', 'the refund policy']));
  expect(lacks.filter((words) => asRaw(words) || !/^(?:the|an?) [^_]+$/.test(words))).toEqual([]);
});

test('terms without their text are missing by their version', () => {
  const sale = { ...sparseFacts.sale, terms_version: '2026-01' };
  expect(packParts.policies.lacks({ ...sparseFacts, sale })).toEqual(['the text of terms 2026-01']);
});
