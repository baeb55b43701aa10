import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/env.js';
import { tagNames } from '../../delivery-event.js';
import { type Post, post } from '../post.js';
import {
  asciiAddress,
  messageIdHeader,
  noReactions,
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
  private readonly address: Pick<Post, 'protocol' | 'hostname' | 'port' | 'path'>;

  constructor(private readonly env: Env) {
    const base = (env.MAIL_SENDGRID_BASE_URL ?? 'https://api.sendgrid.com').replace(/\/+$/, '');
    const { protocol, hostname, port, pathname: path } = new URL(`${base}/v3/mail/send`);
    this.address = { protocol, hostname, port, path };
  }

  async send(mail: Outgoing): Promise<string | null> {
    const { SENDGRID_API_KEY: key } = this.env;
    if (!key) throw new NotTaken('SENDGRID_API_KEY is not set', true);

    const body = Buffer.from(JSON.stringify(toRequest(mail)));
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
    };
    const answer = await post('Sendgrid', { ...this.address, headers, body });
    if (answer.status >= 300) throw refusal('Sendgrid', answer.status, errorsIn(answer.body.toString()));
    const id = answer.headers['x-message-id'];
    return typeof id === 'string' ? id : null;
  }
}

function toRequest(mail: Outgoing) {
  const { name, address } = parseSender(mail.sender);
  return {
    personalizations: [
      {
        to: [{ email: asciiAddress(mail.recipient) }],
        custom_args: { [tagNames.mailId]: String(mail.mailId), [tagNames.attempt]: String(mail.attempt) },
      },
    ],
    from: { email: address, name },
    reply_to: mail.replyTo ? { email: mail.replyTo } : undefined,
    subject: mail.subject,
    headers: { 'Message-ID': messageIdHeader(mail), [noReactions[0]]: noReactions[1] },
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
