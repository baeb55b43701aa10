import '@fastify/multipart';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notificationIn, SnsCertificates, snsMessage } from '../mail/providers/aws/signature.js';
import { notSigned } from '../mail/providers/webhook.js';
import { Open } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Env } from '../platform/env.js';
import { Body, Query } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { nothing } from '../shared/output.js';
import { InboundService } from './inbound.service.js';
import { sendgridForm, sendgridMail } from './sendgrid-parse.js';
import { SesMails } from './ses-mails.js';

const withKey = z.object({ key: z.string().max(200).optional().catch(undefined) });

/** Receives the mails to the application mailboxes (docs/operations.md#the-application-mailbox). */
@Controller('api/webhooks/inbound')
@Open()
export class InboundWebhooksApiController {
  constructor(
    private readonly inbound: InboundService,
    private readonly ses: SesMails,
    private readonly certificates: SnsCertificates,
    private readonly env: Env,
  ) {}

  @Post('sendgrid')
  @HttpCode(200)
  @Answers('A mail from SendGrid’s Inbound Parse, posted raw to the address with our secret in `key`.', nothing, {
    takes: { type: 'multipart/form-data', schema: sendgridForm },
    refuses: [401],
  })
  async sendgrid(@Query({ schema: withKey }) { key }: z.infer<typeof withKey>, @Req() request: FastifyRequest) {
    if (!this.inbound.isKey(key)) throw notSigned();
    await this.inbound.inTurn(bytesOf(request), () => sendgridMail(request));
    return done('Thank you.');
  }

  @Post('ses')
  @HttpCode(200)
  @Answers('A mail from an SES receipt rule, through SNS, signed by it.', nothing, {
    takes: { type: 'text/plain', schema: snsMessage },
    refuses: [401, 422, 503],
  })
  async notified(@Body() body: unknown) {
    const message = await notificationIn(body, this.env.SES_INBOUND_TOPIC_ARN, this.certificates);
    // the notification doesn't say how large the mail in the bucket is
    if (message) await this.inbound.inTurn(undefined, () => this.ses.fromNotification(message));
    return done('Thank you.');
  }
}

function bytesOf({ headers }: FastifyRequest): number | undefined {
  return headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
}
