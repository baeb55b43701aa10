import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readEnv } from '../../src/platform/env.js';
import { BucketStorage } from '../../src/platform/bucket-storage.js';
import { FolderStorage } from '../../src/platform/folder-storage.js';
import type { Storage } from '../../src/platform/storage.js';

const { TEST_S3_ENDPOINT, TEST_S3_BUCKET = '' } = process.env;

/** The bucket of TEST_S3_ENDPOINT, TEST_S3_BUCKET, TEST_S3_ACCESS_KEY_ID and TEST_S3_SECRET_ACCESS_KEY, when they are set. */
const stores: { where: string; open: (dataDir: string) => Storage }[] = [
  { where: 'a folder', open: (dataDir) => new FolderStorage(readEnv({ EMBEDDED: '1', DATA_DIR: dataDir })) },
  ...(TEST_S3_ENDPOINT ? [{ where: 'a bucket', open: () => new BucketStorage(readEnv(bucket())) }] : []),
];
if (!TEST_S3_ENDPOINT) test.skip('objects in a bucket: TEST_S3_ENDPOINT is not set', () => undefined);

function bucket(): Record<string, string | undefined> {
  return {
    EMBEDDED: '1',
    S3_ENDPOINT: TEST_S3_ENDPOINT,
    S3_BUCKET: TEST_S3_BUCKET,
    S3_ACCESS_KEY_ID: process.env.TEST_S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: process.env.TEST_S3_SECRET_ACCESS_KEY,
  };
}

describe.each(stores)('objects in $where', ({ open }) => {
  let dataDir: string;
  let storage: Storage;
  const key = `documents/${randomUUID()}.pdf`;
  const bytes = randomBytes(300_000);

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'desk-storage-'));
    storage = open(dataDir);
    await storage.put(key, bytes, 'application/pdf');
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test('come back as they were, whole or in part', async () => {
    expect(sha256(await storage.read(key))).toBe(sha256(bytes));
    expect(sha256(await buffer(await storage.stream(key)))).toBe(sha256(bytes));
    const part = await buffer(await storage.stream(key, { start: 10, end: 299 }));
    expect(part.equals(bytes.subarray(10, 300))).toBe(true);
    expect(await storage.tag(key)).toBe(await storage.tag(key));
  });

  test('are replaced, listed with their time, and removed; one that isn’t there is said to be so', async () => {
    const other = `packs/${randomUUID()}.pdf`;
    await storage.put(other, Buffer.from('first'), 'application/pdf');
    const tag = await storage.tag(other);
    await storage.put(other, Buffer.from('other'), 'application/pdf');
    expect(await storage.tag(other)).not.toBe(tag);
    expect(Buffer.from(await storage.read(other)).toString()).toBe('other');

    const listed = new Map<string, Date>();
    for await (const { key: name, since } of storage.list()) listed.set(name, since);
    expect([...listed.keys()]).toEqual(expect.arrayContaining([key, other]));
    expect(Math.abs(listed.get(other)!.getTime() - Date.now())).toBeLessThan(60_000);

    await storage.remove(other);
    await storage.remove(other);
    expect(await storage.tag(other)).toBeUndefined();
    await expect(storage.read(other)).rejects.toThrow();
    await expect(storage.stream(other)).rejects.toThrow();
  });

  test('a key that leads elsewhere is none', async () => {
    if (storage instanceof BucketStorage) return;
    for (const wrong of ['../out.pdf', 'documents/../../out.pdf', 'a b.pdf', ''])
      await expect(storage.put(wrong, bytes, 'application/pdf')).rejects.toThrow('Not a storage key');
    expect((await readdir(dataDir)).sort()).toEqual(['files']);
  });
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
