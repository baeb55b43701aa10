import { describe, expect, test } from '@jest/globals';
import { isSigned, SnsCertificates, snsMessage } from '../../src/mail/providers/aws/signature.js';
import { makeCertificate } from './certificate.js';
import { certificateUrl, makeSns } from './sns-sender.js';

const sns = makeSns();
const certificates = new SnsCertificates();
certificates.add(certificateUrl, sns.pem);

const check = (message: object) => isSigned(snsMessage.parse(message), certificates);
const day = 86_400_000;

describe('a message of Amazon SNS', () => {
  test.each(['1', '2'] as const)('signed in version %s is known', async (version) => {
    expect(await check(sns.message({}, version))).toBe(true);
    expect(await check(sns.message({ Subject: 'Amazon SES' }, version))).toBe(true);
    const confirmation = {
      Type: 'SubscriptionConfirmation',
      Token: 't',
      SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/',
    };
    expect(await check(sns.message(confirmation, version))).toBe(true);
  });

  test.each(['Message', 'MessageId', 'TopicArn', 'Timestamp'])('is refused once its %s was touched', async (name) => {
    expect(await check({ ...sns.message(), [name]: 'another' })).toBe(false);
  });

  test('is refused with a subject put in, another version, or no signature', async () => {
    expect(await check({ ...sns.message(), Subject: 'put in' })).toBe(false);
    expect(await check({ ...sns.message({}, '2'), SignatureVersion: '1' })).toBe(false);
    expect(await check({ ...sns.message(), Signature: '' })).toBe(false);
  });

  test('is refused when another key signed it', async () => {
    expect(await check(makeSns().message())).toBe(false);
  });

  test('is refused when its certificate is out of date, or not yet good', async () => {
    const spans: [number, number][] = [
      [-3, -1],
      [1, 3],
    ];
    for (const [from, to] of spans) {
      const late = makeSns(makeCertificate(new Date(Date.now() + from * day), new Date(Date.now() + to * day)));
      const known = new SnsCertificates();
      known.add(certificateUrl, late.pem);
      expect(await isSigned(snsMessage.parse(late.message()), known)).toBe(false);
    }
  });

  test.each([
    'http://sns.ap-southeast-1.amazonaws.com/SimpleNotificationService-0123.pem',
    'https://sns.ap-southeast-1.amazonaws.com.evil.example/SimpleNotificationService-0123.pem',
    'https://evil.example/sns.ap-southeast-1.amazonaws.com/SimpleNotificationService-0123.pem',
    'https://sns.ap-southeast-1.amazonaws.com@evil.example/SimpleNotificationService-0123.pem',
    'https://user@sns.ap-southeast-1.amazonaws.com/SimpleNotificationService-0123.pem',
    'https://sns.ap-southeast-1.amazonaws.com:8443/SimpleNotificationService-0123.pem',
    'https://sns.s3.amazonaws.com/SimpleNotificationService-0123.pem',
    'https://sns.s3-us-west-2.amazonaws.com/SimpleNotificationService-0123.pem',
    'https://sns.ap-southeast-1.amazonaws.com/SimpleNotificationService-0123.pem?again=1.pem',
    'https://sns.ap-southeast-1.amazonaws.com/other/SimpleNotificationService-0123.pem',
    'https://sns.evil.amazonaws.com.example/SimpleNotificationService-0123.pem',
    'https://s3.amazonaws.com/bucket/SimpleNotificationService-0123.pem',
    'https://sns.a.b.amazonaws.com/SimpleNotificationService-0123.pem',
    'https://sns.ap-southeast-1.amazonaws.com/?Action=GetTopic',
    'file:///etc/passwd',
    'cert.pem',
  ])('is refused with a certificate at %s', async (url) => {
    certificates.add(url, sns.pem);
    expect(await check(sns.message({ SigningCertURL: url }))).toBe(false);
  });
});
