import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Injectable } from '@nestjs/common';
import { Env } from './env.js';

/** Bytes from `start` to `end`, both inclusive, counted from 0. */
export type ByteRange = { start: number; end: number };
/** A stored object, and when it was written. */
export type Kept = { key: string; since: Date };

/**
 * Stores documents and packs in a folder, or in an S3-compatible bucket when S3_BUCKET is set (several machines need it).
 * The server makes the keys: letters, digits, `-`, `_`, `.` and `/`.
 */
export abstract class Storage {
  /** Stores all the bytes or nothing; replaces an existing object. */
  abstract put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The whole object. @throws when there is none. */
  abstract read(key: string): Promise<Uint8Array>;
  /** The object, or a range of it, as a stream. @throws when there is none. */
  abstract stream(key: string, range?: ByteRange): Promise<Readable>;
  /** A tag that another writing of the object changes, undefined when there is none. @throws when that can't be told now. */
  abstract tag(key: string): Promise<string | undefined>;
  /** Removes the object; one that isn't there is no error. */
  abstract remove(key: string): Promise<void>;
  /** Every object, in no particular order; includes files that a crash left half-written. */
  abstract list(): AsyncIterable<Kept>;
}

/** Objects as files below one folder; safe on one machine, or on a folder that all machines share. */
@Injectable()
export class FolderStorage extends Storage {
  private readonly root: string;

  constructor(env: Env) {
    super();
    this.root = resolve(env.DATA_DIR, 'files');
  }

  /**
   * Written under another name, synced, then renamed, so that a crash leaves the old object or the new one, never half of
   * one. The folder is synced too, because a row may refer to the object from now on.
   */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.path(key);
    const folder = dirname(path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.part`;
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    await rename(draft, path);
    await syncFolder(folder);
  }

  async read(key: string): Promise<Uint8Array> {
    return readFile(this.path(key));
  }

  async stream(key: string, range?: ByteRange): Promise<Readable> {
    const path = this.path(key);
    await stat(path);
    return createReadStream(path, range);
  }

  async tag(key: string): Promise<string | undefined> {
    return stat(this.path(key), { bigint: true }).then(
      ({ size, ctimeNs }) => `${size}-${ctimeNs}`,
      (error: { code?: string }) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      },
    );
  }

  async remove(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  async *list(): AsyncGenerator<Kept> {
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const found = await stat(path).catch(() => undefined);
      if (found) yield { key: relative(this.root, path).split(sep).join('/'), since: found.mtime };
    }
  }

  private path(key: string): string {
    const path = resolve(this.root, join('.', key));
    if (!/^[\w./-]+$/.test(key) || !path.startsWith(this.root + sep)) throw new Error('Not a storage key');
    return path;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Objects in an S3-compatible bucket. */
@Injectable()
export class BucketStorage extends Storage {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(env: Env) {
    super();
    this.bucket = env.S3_BUCKET!;
    this.client = new S3Client({
      region: env.S3_REGION,
      endpoint: env.S3_ENDPOINT,
      forcePathStyle: env.S3_ENDPOINT !== undefined,
      credentials:
        env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
          ? { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
          : undefined,
    });
  }

  async put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    await this.client.send(
      new PutObjectCommand({
        Bucket: this.bucket,
        Key: key,
        Body: bytes,
        ContentType: contentType,
        ContentLength: bytes.length,
      }),
    );
  }

  async read(key: string): Promise<Uint8Array> {
    const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
    return Body!.transformToByteArray();
  }

  async stream(key: string, range?: ByteRange): Promise<Readable> {
    const { Body } = await this.client.send(
      new GetObjectCommand({ Bucket: this.bucket, Key: key, Range: range && `bytes=${range.start}-${range.end}` }),
    );
    return Body as Readable;
  }

  async tag(key: string): Promise<string | undefined> {
    return this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key })).then(
      ({ ContentLength, ETag, LastModified }) => `${ContentLength}-${ETag}-${LastModified?.getTime()}`,
      (error: { $metadata?: { httpStatusCode?: number } }) => {
        if (error.$metadata?.httpStatusCode === 404) return undefined;
        throw error;
      },
    );
  }

  async remove(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }
  async *list(): AsyncGenerator<Kept> {
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket })) {
      for (const { Key, LastModified } of Contents) if (Key && LastModified) yield { key: Key, since: LastModified };
    }
  }
}
