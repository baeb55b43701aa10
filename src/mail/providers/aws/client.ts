import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/env.js';
import { tagNames } from '../../delivery-event.js';
import { type Post, post } from '../post.js';
import { asciiAddress, NotTaken, type Outgoing, type Provider, refusal } from '../provider.js';
import { toMime } from './mime.js';

/** Makes the calls of Amazon's client. Its own handler has no limit for a whole call, and takes longer. */
const requestHandler = {
  async handle(request: Post) {
    const { status, ...answer } = await post('AWS', request);
    return { response: { statusCode: status, ...answer } };
  },
};

/** Sends by Amazon SES v2, with Amazon's own client, which is made for the first mail: web and commands send none. */
@Injectable()
export class AwsProvider implements Provider {
  private client: SESv2Client | undefined;

  constructor(private readonly env: Env) {}

  async send(mail: Outgoing): Promise<string | null> {
    const command = new SendEmailCommand({
      Destination: { ToAddresses: [asciiAddress(mail.recipient)] },
      Content: { Raw: { Data: await toMime(mail) } },
      ConfigurationSetName: this.env.SES_CONFIGURATION_SET,
      EmailTags: [
        { Name: tagNames.mailId, Value: String(mail.mailId) },
        { Name: tagNames.attempt, Value: String(mail.attempt) },
      ],
    });
    try {
      this.client ??= open(this.env);
      const { MessageId } = await this.client.send(command);
      return MessageId ?? null;
    } catch (error) {
      throw meaningOf(error);
    }
  }
}

function open(env: Env): SESv2Client {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return new SESv2Client({
    region: env.AWS_REGION,
    endpoint: env.MAIL_SES_ENDPOINT,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    // If an answer got lost, the client's own retry would send the mail twice.
    maxAttempts: 1,
    requestHandler,
  });
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
  return error;
}
