import { Controller, Post } from '@nestjs/common';
import { Open } from '../../../platform/allow.js';
import { Answers } from '../../../platform/answers.js';
import { Env } from '../../../platform/env.js';
import { Body } from '../../../platform/inertia/handler-inputs.js';
import { done } from '../../../platform/reply.js';
import { nothing } from '../../../shared/output.js';
import { DeliveryService } from '../../delivery.service.js';
import { fromSes } from './events.js';
import { notificationIn, SnsCertificates, snsMessage } from './signature.js';

/** Receives the delivery events of Amazon SES (docs/mail.md#mail). */
@Controller('api/webhooks')
@Open()
export class AwsWebhookApiController {
  constructor(
    private readonly delivery: DeliveryService,
    private readonly certificates: SnsCertificates,
    private readonly env: Env,
  ) {}

  @Post('ses')
  @Answers('Delivery events of Amazon SES, through SNS, signed by it.', nothing, {
    takes: { type: 'text/plain', schema: snsMessage },
    refuses: [401, 503],
  })
  async ses(@Body() body: unknown) {
    const message = await notificationIn(body, this.env.SES_TOPIC_ARN, this.certificates);
    if (message) await this.delivery.take(fromSes(message));
    return done('Thank you.');
  }
}
