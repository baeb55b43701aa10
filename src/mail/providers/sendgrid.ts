import { Injectable } from '@nestjs/common';
import { Env } from '../../platform/env.js';
import {
  asciiAddress,
  callTimeout,
  messageIdHeader,
  noAnswer,
  NotTaken,
  type Outgoing,
  parseSender,
  type Provider,
  refusal,
} from './provider.js';

/**
 * SendGrid's `POST /v3/mail/send`. Not by its npm client: that one follows redirects and counts its time-out from the
 * last byte, and neither says for certain whether a mail was taken.
 */
@Injectable()
export class SendgridProvider implements Provider {
  constructor(private readonly env: Env) {}

  async send(mail: Outgoing): Promise<string | null> {
    if (!this.env.SENDGRID_API_KEY) throw new NotTaken('SENDGRID_API_KEY is not set', true);

    const answer = await this.call(JSON.stringify(toRequest(mail)));
    if (answer.ok) return answer.headers.get('x-message-id');

    const reason = await answer.text().catch(() => '');
    throw refusal('Sendgrid', answer.status, errorsIn(reason));
  }

  private async call(body: string): Promise<Response> {
    const base = (this.env.MAIL_SENDGRID_BASE_URL ?? 'https://api.sendgrid.com').replace(/\/+$/, '');
    try {
      return await fetch(`${base}/v3/mail/send`, {
        method: 'POST',
        // A connection of its own for each mail, for the reason that aws.ts gives.
        headers: {
          authorization: `Bearer ${this.env.SENDGRID_API_KEY}`,
          'content-type': 'application/json',
          connection: 'close',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(callTimeout),
      });
    } catch (error) {
      throw noAnswer('Sendgrid', error);
    }
  }
}

function toRequest(mail: Outgoing) {
  const { name, address } = parseSender(mail.sender);
  return {
    personalizations: [
      {
        to: [{ email: asciiAddress(mail.recipient) }],
        custom_args: { mail_id: String(mail.mailId), attempt: String(mail.attempt) },
      },
    ],
    from: { email: address, name },
    reply_to: mail.replyTo ? { email: mail.replyTo } : undefined,
    subject: mail.subject,
    headers: { 'Message-ID': messageIdHeader(mail) },
    content: [
      { type: 'text/plain', value: mail.text },
      { type: 'text/html', value: mail.html },
    ],
    attachments: mail.attachment
      ? [
          {
            content: Buffer.from(mail.attachment.bytes).toString('base64'),
            filename: mail.attachment.filename,
            type: mail.attachment.contentType,
            disposition: 'attachment',
          },
        ]
      : undefined,
    // Tracking would put other links, and a picture, into the mail.
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
      subscription_tracking: { enable: false },
    },
  };
}

/** The sentences of SendGrid's `{ errors: [{ message }] }`. */
function errorsIn(body: string): string {
  try {
    const { errors } = JSON.parse(body) as { errors: { message: string }[] };
    return errors.map(({ message }) => message).join('; ');
  } catch {
    return 'no reason given';
  }
}
