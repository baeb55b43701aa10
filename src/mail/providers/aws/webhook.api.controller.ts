import { Controller, HttpCode, Post } from '@nestjs/common';
import { Open } from '../../../platform/allow.js';
import { Answers } from '../../../platform/answers.js';
import { Env } from '../../../platform/env.js';
import { Body } from '../../../platform/inertia/handler-inputs.js';
import { done } from '../../../platform/reply.js';
import { nothing } from '../../../shared/output.js';
import { DeliveryService } from '../../delivery.service.js';
import { notSigned, parseJson } from '../webhook.js';
import { fromSes } from './events.js';
import { confirmSubscription, isSigned, SnsCertificates, snsMessage } from './signature.js';

/** Receives the delivery events of Amazon SES (docs/product.md#mail). */
@Controller('api/webhooks')
@Open()
export class AwsWebhookApiController {
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
    const { data: message } = snsMessage.safeParse(typeof body === 'string' ? parseJson(body) : body);
    const ours = message !== undefined && message.TopicArn === this.env.SES_TOPIC_ARN;
    if (!ours || !(await isSigned(message, this.certificates))) throw notSigned();

    if (message.Type === 'SubscriptionConfirmation') await confirmSubscription(message);
    if (message.Type === 'Notification') await this.delivery.take(fromSes(message));
    return done('Thank you.');
  }
}
