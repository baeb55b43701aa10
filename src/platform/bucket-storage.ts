import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Env } from './env.js';
import { type ByteRange, type Kept, Storage } from './storage.js';

/** Objects in an S3-compatible bucket. */
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
