import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { Injectable } from '@nestjs/common';
import MailComposer from 'nodemailer/lib/mail-composer';
import { Env } from '../../platform/env.js';
import {
  asciiAddress,
  callTimeout,
  messageIdHeader,
  noAnswer,
  NotTaken,
  type Outgoing,
  type Provider,
  refusal,
} from './provider.js';

/** Amazon SES v2, by its own client. */
@Injectable()
export class AwsProvider implements Provider {
  private readonly client: SESv2Client;

  constructor(private readonly env: Env) {
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
    this.client = new SESv2Client({
      region: env.AWS_REGION,
      endpoint: env.MAIL_SES_ENDPOINT,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
      // The client's own retries would send a mail twice whose answer got lost.
      maxAttempts: 1,
      // A connection of its own for each mail: one kept open may break unseen, and leave open whether the mail was taken.
      requestHandler: {
        connectionTimeout: 5_000,
        httpAgent: new HttpAgent({ keepAlive: false }),
        httpsAgent: new HttpsAgent({ keepAlive: false }),
      },
    });
  }

  async send(mail: Outgoing): Promise<string | null> {
    const command = new SendEmailCommand({
      Destination: { ToAddresses: [asciiAddress(mail.recipient)] },
      Content: { Raw: { Data: await toMime(mail) } },
      ConfigurationSetName: this.env.SES_CONFIGURATION_SET,
      EmailTags: [
        { Name: 'mail_id', Value: String(mail.mailId) },
        { Name: 'attempt', Value: String(mail.attempt) },
      ],
    });
    try {
      const { MessageId } = await this.client.send(command, { abortSignal: AbortSignal.timeout(callTimeout) });
      return MessageId ?? null;
    } catch (error) {
      throw meaningOf(error);
    }
  }
}

function meaningOf(error: unknown): unknown {
  if (error instanceof SESv2ServiceException) {
    const { name, message, $metadata } = error;
    const busy = name === 'LimitExceededException' || name === 'ThrottlingException';
    return refusal('AWS', busy ? 429 : ($metadata.httpStatusCode ?? 500), `${name} ${message}`);
  }
  const { name, message } = error as Error;
  if (name === 'CredentialsProviderError') return new NotTaken(`AWS credentials are missing (${message})`, false);
  return noAnswer('AWS', error);
}

/** The whole message. Texts travel as base64, so that they arrive as the bytes they are. */
function toMime(mail: Outgoing): Promise<Buffer> {
  const { attachment } = mail;
  return new MailComposer({
    messageId: messageIdHeader(mail),
    from: mail.sender,
    replyTo: mail.replyTo ?? undefined,
    to: { name: '', address: asciiAddress(mail.recipient) },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    textEncoding: 'base64',
    attachments: attachment
      ? [{ filename: attachment.filename, contentType: attachment.contentType, content: Buffer.from(attachment.bytes) }]
      : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}
