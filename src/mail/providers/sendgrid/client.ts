import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/env.js';
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
} from '../provider.js';

/**
 * Sends by SendGrid's `POST /v3/mail/send`. Its npm client is not used: it follows redirects and restarts its time-out
 * with each byte, so that it leaves open whether a mail was taken.
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
        // A new connection for each mail, for the reason in aws/client.ts.
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
    // Tracking would replace the links and add a picture to the mail.
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
      subscription_tracking: { enable: false },
    },
  };
}

/** The messages of SendGrid's `{ errors: [{ message }] }`. */
function errorsIn(body: string): string {
  try {
    const { errors } = JSON.parse(body) as { errors: { message: string }[] };
    return errors.map(({ message }) => message).join('; ');
  } catch {
    return 'no reason given';
  }
}
