import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/env.js';
import { type Answer, post } from '../post.js';
import { asciiAddress, NotTaken, type Outgoing, type Provider, refusal } from '../provider.js';
import { toMime } from './mime.js';

/** How far this machine's clock may differ from Amazon's before the signatures take Amazon's time, in milliseconds. */
const clockDrift = 4 * 60_000;

/**
 * Sends by the call SendEmail of Amazon SES v2, with Amazon's own signer. Amazon's whole client does the same, and takes
 * three times as long for a mail.
 */
@Injectable()
export class AwsProvider implements Provider {
  private readonly url: URL;
  private readonly signer: SignatureV4 | undefined;
  /** How far Amazon's clock is ahead of this machine's, as soon as that matters: it refuses signatures of another time. */
  private ahead = 0;

  constructor(private readonly env: Env) {
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region } = env;
    const base = (env.MAIL_SES_ENDPOINT ?? `https://email.${region}.amazonaws.com`).replace(/\/+$/, '');
    this.url = new URL(`${base}/v2/email/outbound-emails`);
    if (!accessKeyId || !secretAccessKey) return;
    this.signer = new SignatureV4({
      credentials: { accessKeyId, secretAccessKey },
      region,
      service: 'ses',
      sha256: Sha256,
    });
  }

  async send(mail: Outgoing): Promise<string | null> {
    const body = JSON.stringify({
      Destination: { ToAddresses: [asciiAddress(mail.recipient)] },
      Content: { Raw: { Data: Buffer.from(toMime(mail)).toString('base64') } },
      ConfigurationSetName: this.env.SES_CONFIGURATION_SET,
      EmailTags: [
        { Name: 'mail_id', Value: String(mail.mailId) },
        { Name: 'attempt', Value: String(mail.attempt) },
      ],
    });
    const answer = await post('AWS', this.url, await this.sign(body), body);
    this.compareClocks(answer);
    if (answer.status >= 300) throw refusalOf(answer);
    return (JSON.parse(answer.text) as { MessageId?: string }).MessageId ?? null;
  }

  private async sign(body: string): Promise<Record<string, string>> {
    if (!this.signer) throw new NotTaken('AWS credentials are missing', false);
    const { protocol, hostname, pathname: path, host } = this.url;
    const headers = { host, 'content-type': 'application/json' };
    const request = { method: 'POST', protocol, hostname, path, headers, body };
    return (await this.signer.sign(request, { signingDate: new Date(Date.now() + this.ahead) })).headers;
  }

  private compareClocks({ headers }: Answer): void {
    const ahead = Date.parse(headers.date ?? '') - Date.now();
    if (Math.abs(ahead - this.ahead) > clockDrift) this.ahead = ahead;
  }
}

/** Errors by which SES refuses for its rate limit alone, whatever the HTTP status: the mail was not taken. */
const throttled = new Set(['LimitExceededException', 'ThrottlingException', 'TooManyRequestsException']);

/** The error of an answer, whose name is in a header or in the body, with or without a namespace. */
function refusalOf({ status, headers, text }: Answer): Error {
  const { __type, code, message, Message } = partsOf(text);
  const given = String(headers['x-amzn-errortype'] ?? code ?? __type ?? 'Error');
  const name = given.replace(/[:,].*$/s, '').replace(/^.*#/s, '');
  return refusal('AWS', throttled.has(name) ? 429 : status, `${name} ${message ?? Message ?? ''}`);
}

function partsOf(text: string): Record<string, string | undefined> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, string | undefined>;
  } catch {
    return {};
  }
}

/** The hash of Amazon's signer, with a key an HMAC. */
class Sha256 {
  private readonly hash;

  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = key === undefined ? createHash('sha256') : createHmac('sha256', key as Uint8Array);
  }

  update(data: Uint8Array): void {
    this.hash.update(data);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.hash.digest());
  }

  reset(): void {
    throw new Error('a hash is used once');
  }
}
