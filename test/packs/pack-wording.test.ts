import { expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOfPrograms } from '../../src/packs/pack-wording.js';

test('a changed sentence gives another wording, another file does not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-wording-'));
  await writeFile(join(folder, 'reasons.js'), 'The charge stands');
  const before = hashOfPrograms([folder]);
  await writeFile(join(folder, 'reasons.js.map'), '{}');
  expect(hashOfPrograms([folder])).toBe(before);
  await writeFile(join(folder, 'reasons.js'), 'The charge was refunded');
  expect(hashOfPrograms([folder])).not.toBe(before);
  await rm(folder, { recursive: true });
});
