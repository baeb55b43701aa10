import type { S3Client } from '@aws-sdk/client-s3';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import { inboundBytes } from '../shared/limits.js';
import type { ArrivedMail } from './arrived-mail.js';

const verdict = z.object({ status: z.string().max(40) }).optional();

/** A notification of an SES receipt rule ('Contents of notifications for Amazon SES email receiving'). */
const notification = z.object({
  notificationType: z.literal('Received'),
  content: z.string().optional(),
  receipt: z.object({
    recipients: z.array(z.string()).min(1).max(50),
    spfVerdict: verdict,
    dmarcVerdict: verdict,
    action: z.object({
      encoding: z.string().optional(),
      bucketName: z.string().optional(),
      objectKey: z.string().optional(),
    }),
  }),
});

/** The mails that SES received: in the notification itself, or in the bucket. */
@Injectable()
export class SesMails {
  private client: S3Client | undefined;

  constructor(private readonly env: Env) {}

  /** Undefined for a notification without a mail. @throws Refused 413 above 20 MB, 503 when the bucket gives no answer. */
  async fromNotification(body: unknown): Promise<ArrivedMail | undefined> {
    const { data } = notification.safeParse(body);
    if (!data) return undefined;
    const { recipients, spfVerdict, dmarcVerdict, action } = data.receipt;
    const raw = data.content === undefined ? await this.stored(action) : decoded(data.content, action.encoding);
    if (!raw) return undefined;
    const said = (status: string | undefined) => status?.toLowerCase() ?? null;
    return { provider: 'AWS', raw, recipients, spf: said(spfVerdict?.status), dmarc: said(dmarcVerdict?.status) };
  }

  /** Only our own bucket is read, whatever a notification names. */
  private async stored({
    bucketName,
    objectKey,
  }: {
    bucketName?: string;
    objectKey?: string;
  }): Promise<Buffer | undefined> {
    if (!objectKey || bucketName === undefined || bucketName !== this.env.SES_INBOUND_BUCKET) return undefined;
    try {
      const sdk = await import('@aws-sdk/client-s3');
      const asked = new sdk.GetObjectCommand({ Bucket: bucketName, Key: objectKey });
      const { Body, ContentLength = 0 } = await this.bucket(sdk).send(asked);
      if (ContentLength > inboundBytes) throw new Refused('This mail is too large (max 20 MB).', 413);
      return Buffer.from(await Body!.transformToByteArray());
    } catch (error) {
      if (error instanceof Refused) throw error;
      throw new Refused('The mail can’t be read from the bucket at the moment.', 503);
    }
  }

  private bucket(sdk: typeof import('@aws-sdk/client-s3')): S3Client {
    const { AWS_REGION: region, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = this.env;
    return (this.client ??= new sdk.S3Client({
      region,
      endpoint: this.env.S3_ENDPOINT,
      forcePathStyle: this.env.S3_ENDPOINT !== undefined,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    }));
  }
}

function decoded(content: string, encoding: string | undefined): Buffer {
  return Buffer.from(content, encoding?.toUpperCase() === 'BASE64' ? 'base64' : 'utf8');
}
