import { Body, Controller, Headers, HttpCode, Post, RawBody } from '@nestjs/common';
import { z } from 'zod';
import { Open } from '../auth/allow.js';
import { Answers } from '../platform/answers.js';
import { Env } from '../platform/env.js';
import { done, Refused } from '../platform/reply.js';
import { nothing } from '../shared/output.js';
import { DeliveryService } from './delivery.service.js';
import { fromSendgrid, isSendgrids } from './sendgrid-events.js';
import { fromSes } from './ses-events.js';
import { confirmSubscription, isSigned, SnsCertificates, snsMessage } from './sns.js';

/**
 * Receives the delivery events of both providers (docs/product.md#mail). A request without the provider's signature is
 * refused with 401.
 */
@Controller('api/webhooks')
@Open()
export class WebhooksApiController {
  constructor(
    private readonly delivery: DeliveryService,
    private readonly certificates: SnsCertificates,
    private readonly env: Env,
  ) {}

  @Post('ses')
  @HttpCode(200)
  @Answers('Delivery events of Amazon SES, through SNS, signed by it.', nothing, {
    takes: { type: 'text/plain', schema: snsMessage },
    refuses: [401, 503],
  })
  async ses(@Body() body: unknown) {
    // SNS posts its JSON as text/plain.
    const { data: message } = snsMessage.safeParse(typeof body === 'string' ? parse(body) : body);
    const ours = message !== undefined && message.TopicArn === this.env.SES_TOPIC_ARN;
    if (!ours || !(await isSigned(message, this.certificates))) throw notSigned();

    if (message.Type === 'SubscriptionConfirmation') await confirmSubscription(message);
    if (message.Type === 'Notification') await this.delivery.take(fromSes(message));
    return done('Thank you.');
  }

  @Post('sendgrid')
  @HttpCode(200)
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
    if (!bytes || !isSendgrids(this.env.SENDGRID_WEBHOOK_KEY, timestamp, signature, bytes)) throw notSigned();

    const events = parse(bytes.toString());
    if (!Array.isArray(events)) throw new Refused('An array of events is expected.', 422);
    await this.delivery.take(fromSendgrid(events));
    return done('Thank you.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused('The body is not JSON.', 422);
  }
}

function notSigned(): Refused {
  return new Refused('The signature is not valid.', 401);
}
