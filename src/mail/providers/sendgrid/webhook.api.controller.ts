import { Controller, Headers, Post, RawBody } from '@nestjs/common';
import { z } from 'zod';
import { Open } from '../../../platform/allow.js';
import { Answers } from '../../../platform/answers.js';
import { Env } from '../../../platform/env.js';
import { done, Refused } from '../../../platform/reply.js';
import { nothing } from '../../../shared/output.js';
import { DeliveryService } from '../../delivery.service.js';
import { notSigned, parseJson } from '../webhook.js';
import { fromSendgrid } from './events.js';
import { isSigned } from './signature.js';

/** Receives the delivery events of SendGrid (docs/mail.md#mail). */
@Controller('api/webhooks')
@Open()
export class SendgridWebhookApiController {
  constructor(
    private readonly delivery: DeliveryService,
    private readonly env: Env,
  ) {}

  @Post('sendgrid')
  @Answers('Delivery events of SendGrid’s signed event webhook.', nothing, {
    takes: { type: 'application/json', schema: z.array(z.unknown()) },
    headers: {
      'X-Twilio-Email-Event-Webhook-Signature': 'ECDSA over timestamp and raw body, base64.',
      'X-Twilio-Email-Event-Webhook-Timestamp': 'Seconds since 1970, as it was signed.',
    },
    refuses: [401],
  })
  async sendgrid(
    @RawBody() bytes: Buffer | undefined,
    @Headers('x-twilio-email-event-webhook-signature') signature = '',
    @Headers('x-twilio-email-event-webhook-timestamp') timestamp = '',
  ) {
    if (!bytes || !isSigned(this.env.SENDGRID_WEBHOOK_KEY, timestamp, signature, bytes)) throw notSigned();

    const events = parseJson(bytes.toString());
    if (!Array.isArray(events)) throw new Refused('An array of events is expected.', 422);
    await this.delivery.take(fromSendgrid(events));
    return done('Thank you.');
  }
}
