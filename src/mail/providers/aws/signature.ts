import { createVerify, X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Refused } from '../../../platform/reply.js';
import { notSigned, parseJson } from '../webhook.js';

const text = z.string().max(1_000_000);

/** A message that Amazon SNS posts (its developer guide, 'Parsing Amazon SNS message formats'). */
export const snsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: text,
  TopicArn: text,
  Message: text,
  Timestamp: text,
  Subject: text.nullish(),
  Token: text.optional(),
  SubscribeURL: text.optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: text,
  SigningCertURL: text,
});
export type SnsMessage = z.infer<typeof snsMessage>;

/** The certificates SNS signs with, by URL; each is fetched once. */
@Injectable()
export class SnsCertificates {
  private readonly known = new Map<string, X509Certificate>();

  /** @throws when the URL is not Amazon's, or gives no certificate that is valid today. */
  async at(url: string): Promise<X509Certificate> {
    if (!isAmazons(url) || !certificatePath.test(new URL(url).pathname) || /[?#]/.test(url)) {
      throw new Error('Not a certificate of Amazon SNS');
    }
    const certificate = this.known.get(url) ?? this.add(url, await fetchAmazons(url));

    const now = new Date();
    if (new Date(certificate.validFrom) > now || new Date(certificate.validTo) < now) throw new Error('Out of date');
    return certificate;
  }

  /** Stores a certificate (PEM), so that it is not fetched. */
  add(url: string, pem: string): X509Certificate {
    const certificate = new X509Certificate(pem);
    this.known.set(url, certificate);
    return certificate;
  }
}

/**
 * The notification in a post of SNS, which is JSON posted as text/plain. A subscription is confirmed and, like SES's
 * greeting to a topic and every other message, gives undefined.
 * @throws Refused 401 for a message that SNS did not sign or of another topic, 422 for what is not JSON, 503 when a
 * subscription can't be confirmed.
 */
export async function notificationIn(
  body: unknown,
  topicArn: string | undefined,
  certificates: SnsCertificates,
): Promise<SnsMessage | undefined> {
  const { data: message } = snsMessage.safeParse(typeof body === 'string' ? parseJson(body) : body);
  if (message?.TopicArn !== topicArn || !message || !(await isSigned(message, certificates))) throw notSigned();

  if (message.Type === 'SubscriptionConfirmation') await confirmSubscription(message);
  return message.Type === 'Notification' && !greeting.test(message.Message) ? message : undefined;
}

/** What SES sends when it is pointed at a topic; it is no event. */
const greeting = /^Successfully validated SNS topic/;

/** Whether the message has a valid signature of SNS. */
export async function isSigned(message: SnsMessage, certificates: SnsCertificates): Promise<boolean> {
  try {
    const { publicKey } = await certificates.at(message.SigningCertURL);
    return createVerify(message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1')
      .update(signedText(message))
      .verify(publicKey, message.Signature, 'base64');
  } catch {
    return false;
  }
}

/** Confirms the subscription to a topic. @throws Refused 503 when that fails, so that SNS tries again. */
async function confirmSubscription({ SubscribeURL = '' }: SnsMessage): Promise<void> {
  try {
    if (!isAmazons(SubscribeURL)) throw new Error('Not an address of Amazon SNS');
    await fetchAmazons(SubscribeURL);
  } catch (error) {
    throw new Refused(`The subscription was not confirmed: ${(error as Error).message}`, 503);
  }
}

/** The text that SNS signs: names and values, a line each, in SNS's order. */
function signedText(message: SnsMessage): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return names.map((name) => (message[name] == null ? '' : `${name}\n${message[name]}\n`)).join('');
}

/** The path of SNS's certificates. Without this check other paths of its hosts could fill the cache. */
const certificatePath = /^\/SimpleNotificationService-[0-9a-zA-Z]+\.pem$/;

/** The SNS host of a region, such as ap-southeast-1. Not any subdomain: `sns.s3.amazonaws.com` is somebody's bucket. */
const snsHost = /^sns\.[a-z]{2}(?:-[a-z]+)+-\d{1,2}\.amazonaws\.com(?:\.cn)?$/;

function isAmazons(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === 'https:' && !username && !password && snsHost.test(host);
}

async function fetchAmazons(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(15_000) });
  if (!answer.ok) throw new Error(`Amazon SNS answered ${answer.status}`);
  return answer.text();
}
