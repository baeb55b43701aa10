import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import type { INestApplicationContext } from '@nestjs/common';
import type { Dkim } from '../../src/inbound/dkim.js';
import type { Answer, TestApp } from '../support/app.js';

export const inboundKey = 'a key of the inbound webhook';
const authorityDomain = 'imi.gov.my';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Stands in for DNS: it knows the keys of the authority, of example.com and of gmail.com, and nothing else. */
export function standInForDns(app: INestApplicationContext): void {
  app.get<Dkim>('Dkim').resolver = async (name) => {
    if ([authorityDomain, 'example.com', 'gmail.com'].includes(name.replace('mail._domainkey.', '')))
      return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]];
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  };
}

type Letter = {
  from?: string;
  subject?: string;
  text?: string;
  html?: string;
  headers?: string[];
  messageId?: string;
  files?: { name: string; type: string; bytes: Uint8Array }[];
};

let written = 0;

/** A raw MIME mail. */
export function mime(letter: Letter = {}): Buffer {
  const {
    from = 'Ann Example <ann@example.com>',
    subject = 'Hello',
    text = 'Hello',
    html,
    headers = [],
    files = [],
  } = letter;
  const messageId = letter.messageId ?? `<${++written}.${Date.now()}@example.com>`;
  const boundary = 'part-of-a-test';
  const parts = [
    `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}`,
    ...(html ? [`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`] : []),
    ...files.map(
      ({ name, type, bytes }) =>
        `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(
          bytes,
        )
          .toString('base64')
          .replace(/(.{76})/g, '$1\r\n')}`,
    ),
  ];
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  const head = [
    `From: ${from}`,
    `Subject: ${subject}`,
    `Message-ID: ${messageId}`,
    'Date: Sun, 22 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    ...headers,
  ];
  return Buffer.from(
    `${head.join('\r\n')}\r\nContent-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n${body}--${boundary}--\r\n`,
  );
}

/** A mail of the authority, or of another domain, signed by it. */
export async function signed({ domain = authorityDomain, ...letter }: Letter & { domain?: string }): Promise<Buffer> {
  const raw = mime({ from: `MDAC <noreply@${authorityDomain}>`, subject: 'Your PIN', ...letter });
  const key = { signingDomain: domain, selector: 'mail', privateKey };
  const { signatures } = await dkimSign(raw, {
    ...key,
    signatureData: [key],
    // without it the signer reads the clock twice, and a mail signed at the turn of a second is wrong
    signTime: new Date(),
    algorithm: 'rsa-sha256',
    canonicalization: 'relaxed/relaxed',
  });
  return Buffer.concat([Buffer.from(signatures), raw]);
}

/** Posts a mail as Inbound Parse does. */
export function deliver(
  app: TestApp,
  raw: Buffer,
  to: string | string[],
  key = inboundKey,
  { sender = 'x@example.com', SPF = 'pass', dkim = 'none' }: { sender?: string; SPF?: string; dkim?: string } = {},
): Promise<Answer> {
  const boundary = 'inbound-parse';
  const field = (name: string, value: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  const body = Buffer.concat([
    field('envelope', JSON.stringify({ to: [to].flat(), from: sender })),
    field('SPF', SPF),
    field('dkim', dkim),
    field('email', raw),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return post(
    app,
    `/api/webhooks/inbound/sendgrid?key=${encodeURIComponent(key)}`,
    body,
    `multipart/form-data; boundary=${boundary}`,
  );
}

export async function post(app: TestApp, path: string, body: Buffer, type: string): Promise<Answer> {
  const answer = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  });
  return { code: answer.status, headers: answer.headers, body: await answer.json() };
}
