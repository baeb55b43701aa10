import type { Env } from './env.js';
import { FolderStorage } from './folder-storage.js';
import type { Storage } from './storage.js';

/** The storage that the settings name. Amazon's client is loaded for a bucket alone: it costs each start a quarter second. */
export async function openStorage(env: Env): Promise<Storage> {
  if (!env.S3_BUCKET) return new FolderStorage(env);
  const { BucketStorage } = await import('./bucket-storage.js');
  return new BucketStorage(env);
}
