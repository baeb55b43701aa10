import type { Readable } from 'node:stream';

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
