import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/env.js';
import { asciiAddress, callTimeout, noAnswer, NotTaken, type Outgoing, type Provider, refusal } from '../provider.js';
import { toMime } from './mime.js';

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
      Content: { Raw: { Data: toMime(mail) } },
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
