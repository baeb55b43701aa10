import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { SnsMessage } from '../mail/providers/aws/signature.js';
import { jsonIn } from '../mail/providers/webhook.js';
import { noteUnused, wrongFields } from '../mail/unused-events.js';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import { inboundMostBytes } from '../shared/limits.js';
import type { ArrivedMail } from './arrived-mail.js';
import { vouchedBySes } from './provider-proof.js';

const verdict = z.object({ status: z.string().max(40) }).optional();

/** A notification of an SES receipt rule ('Contents of notifications for Amazon SES email receiving'). */
const notification = z.object({
  notificationType: z.literal('Received'),
  content: z.string().optional(),
  mail: z.object({ source: z.string().optional() }).optional(),
  receipt: z.object({
    recipients: z.array(z.string()).min(1),
    dkimVerdict: verdict,
    spfVerdict: verdict,
    dmarcVerdict: verdict,
    virusVerdict: verdict,
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

  /**
   * The mail of a notification; undefined for one above 40 MB. One that can't be used is logged and counted.
   * @throws Refused 422 for a mail that is not in Base64; 503 for a notification without a mail that we
   * may read, and when the bucket gives no answer: SNS tries again, and keeps the notification if its topic has a
   * dead-letter queue.
   */
  async fromNotification({
    MessageId,
    Message,
  }: Pick<SnsMessage, 'MessageId' | 'Message'>): Promise<ArrivedMail | undefined> {
    try {
      const { data, error } = notification.safeParse(jsonIn(Message));
      if (!data) throw new Refused(`The notification can’t be read: ${wrongFields(error).join(', ')}.`, 503);
      const { recipients, dkimVerdict, spfVerdict, dmarcVerdict, virusVerdict, action } = data.receipt;
      const raw = data.content === undefined ? await this.stored(action) : decoded(data.content, action.encoding);
      if (!raw) {
        noteUnused('AWS', 'unreadable', { eventId: MessageId, why: 'The mail has more than 40 MB.' });
        return undefined;
      }
      const said = (status: string | undefined) => status?.toLowerCase() ?? null;
      const [spf, dmarc, virus] = [said(spfVerdict?.status), said(dmarcVerdict?.status), said(virusVerdict?.status)];
      const vouched = vouchedBySes({ dkim: said(dkimVerdict?.status), spf, from: data.mail?.source }, raw);
      return { provider: 'AWS', raw, recipients, spf, dmarc, virus, vouched };
    } catch (error) {
      if (error instanceof Refused) noteUnused('AWS', 'unreadable', { eventId: MessageId, why: error.message });
      throw error;
    }
  }

  /** Only our own bucket is read, whatever a notification names. Undefined for a mail above 40 MB. */
  private async stored({
    bucketName,
    objectKey,
  }: {
    bucketName?: string;
    objectKey?: string;
  }): Promise<Buffer | undefined> {
    if (!objectKey || bucketName === undefined || bucketName !== this.env.SES_INBOUND_BUCKET)
      throw new Refused('The mail is not in the bucket of SES_INBOUND_BUCKET.', 503);
    try {
      const sdk = await import('@aws-sdk/client-s3');
      const asked = new sdk.GetObjectCommand({ Bucket: bucketName, Key: objectKey });
      const { Body, ContentLength = 0 } = await this.bucket(sdk).send(asked);
      if (ContentLength <= inboundMostBytes) return Buffer.from(await Body!.transformToByteArray());
      (Body as Readable).destroy();
      return undefined;
    } catch {
      throw new Refused('The mail can’t be read from the bucket at the moment.', 503);
    }
  }

  private bucket(sdk: typeof import('@aws-sdk/client-s3')): S3Client {
    const { AWS_REGION: region, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = this.env;
    return (this.client ??= new sdk.S3Client({
      region,
      endpoint: this.env.S3_ENDPOINT,
      forcePathStyle: this.env.S3_ENDPOINT !== undefined,
      // a bucket that hangs must not keep the turn of the next mail
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 10_000 },
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    }));
  }
}

/** The bytes of a mail. SNS's other encoding, UTF-8, replaces invalid bytes, so that the mail's signature would no longer match. */
function decoded(content: string, encoding: string | undefined): Buffer {
  if (encoding?.toUpperCase() !== 'BASE64')
    throw new Refused('Set the encoding of the receipt rule’s SNS action to Base64.', 422);
  return Buffer.from(content, 'base64');
}
