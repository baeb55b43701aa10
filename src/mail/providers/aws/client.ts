import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { Injectable } from '@nestjs/common';
import MailComposer from 'nodemailer/lib/mail-composer';
import { Env } from '../../../platform/env.js';
import {
  asciiAddress,
  callTimeout,
  messageIdHeader,
  noAnswer,
  NotTaken,
  type Outgoing,
  type Provider,
  refusal,
} from '../provider.js';

/** Sends by Amazon SES v2, with Amazon's own client. */
@Injectable()
export class AwsProvider implements Provider {
  private readonly client: SESv2Client;

  constructor(private readonly env: Env) {
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
    this.client = new SESv2Client({
      region: env.AWS_REGION,
      endpoint: env.MAIL_SES_ENDPOINT,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
      // If an answer got lost, the client's own retry would send the mail twice.
      maxAttempts: 1,
      // A new connection for each mail: a kept one may be broken unnoticed, and then it is unknown whether the mail was
      // taken.
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

/** Errors by which SES refuses for its rate limit alone, whatever the HTTP status: the mail was not taken. */
const throttled = new Set(['LimitExceededException', 'ThrottlingException', 'TooManyRequestsException']);

function meaningOf(error: unknown): unknown {
  if (error instanceof SESv2ServiceException) {
    const { name, message, $metadata } = error;
    return refusal('AWS', throttled.has(name) ? 429 : ($metadata.httpStatusCode ?? 500), `${name} ${message}`);
  }
  const { name, message } = error as Error;
  if (name === 'CredentialsProviderError') return new NotTaken(`AWS credentials are missing (${message})`, false);
  return noAnswer('AWS', error);
}

/** The whole MIME message. Texts are base64, so that no server on the way changes their bytes. */
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
