import { createSign, randomUUID } from 'node:crypto';
import { makeCertificate } from './certificate.js';

export const topicArn = 'arn:aws:sns:ap-southeast-1:123456789012:mail-events';
export const certificateUrl = 'https://sns.ap-southeast-1.amazonaws.com/SimpleNotificationService-0123.pem';

type Fields = Record<string, string>;

/** Signs messages as Amazon SNS does, with a certificate made for the tests. */
export function makeSns(certificate = makeCertificate()) {
  return {
    pem: certificate.pem,

    /** A signed message; `more` replaces fields before it is signed. */
    message(more: Fields = {}, version: '1' | '2' = '2'): Fields {
      const fields: Fields = {
        Type: 'Notification',
        MessageId: randomUUID(),
        TopicArn: topicArn,
        Message: '{}',
        Timestamp: new Date().toISOString(),
        SignatureVersion: version,
        SigningCertURL: certificateUrl,
        ...more,
      };
      // The names SNS signs, in the order its developer guide lists them.
      const signed = 'Message,MessageId,Subject,SubscribeURL,Timestamp,Token,TopicArn,Type'
        .split(',')
        .filter((name) => fields[name] !== undefined)
        .map((name) => `${name}\n${fields[name]}\n`)
        .join('');
      const algorithm = version === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
      return { ...fields, Signature: createSign(algorithm).update(signed).sign(certificate.privateKey, 'base64') };
    },
  };
}

/** An event as Amazon SES publishes it for a mail. */
export function sesEvent(
  eventType: string,
  {
    messageId,
    recipient,
    tags = {},
    ...detail
  }: { messageId: string; recipient: string; tags?: object; [detail: string]: unknown },
): string {
  return JSON.stringify({
    eventType,
    mail: { timestamp: '2026-03-01T10:00:00.000Z', messageId, destination: [recipient], tags },
    ...detail,
  });
}
