import { Controller, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { bulkAnswer, changesOfMany } from '../orders/bulk-answer.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done, Reply } from '../platform/reply.js';
import { uploadOf } from '../platform/upload-form.js';
import { queuedMail } from '../shared/answers/mail.js';
import { bulkResult, versionLeft } from '../shared/answers/orders.js';
import { uploadedDocument } from '../shared/answers/documents.js';
import { wholeNumber } from '../shared/output.js';
import {
  type ResendCards,
  resendCards,
  type ResendMail,
  resendMail,
  type SendDownloadLink,
  sendDownloadLink,
  uploadDocument,
} from '../shared/mail.js';
import { DocumentsService } from './documents.service.js';

/** The whole upload form, for the API description. */
const uploadForm = z.object({
  ...uploadDocument.shape,
  uploadVisaDoc: z.any().meta({ type: 'string', contentMediaType: 'application/octet-stream' }),
});

/** What a card's mail waits for, beside the sentence of the refusal: the member's word. */
const refusedMail = z.object({
  bounced: z.literal(true).optional().describe('A mail about the order bounced at the address.'),
  sent: wholeNumber
    .optional()
    .describe('The mail with the card that somebody sent since; named as `seenMail` it is no obstacle.'),
});

/** Uploads a card, and mails the card or the link to it (docs/orders.md#statuses-and-moves). */
@Controller('api/admin')
@Allow('mail.send')
export class DocumentsApiController {
  constructor(private readonly documents: DocumentsService) {}

  @Post('upload-visa-document')
  @Answers(
    'Takes in an order’s card (PDF, JPEG, PNG, WebP, GIF or AVIF, up to 10 MB) and queues the mail with it; completes the order when asked to.',
    uploadedDocument,
    {
      takes: { type: 'multipart/form-data', schema: uploadForm },
      beside: { version: versionLeft.optional() },
      refuses: [403, 404, 409],
      refusedData: refusedMail.extend({
        differs: z.literal(true).optional().describe('The card is not this order’s.'),
      }),
    },
  )
  async upload(@CurrentStaff() staff: Staff, @Req() request: FastifyRequest) {
    const { input, bytes } = await uploadOf(request, uploadDocument, 'uploadVisaDoc');
    const isAwaited = () => !request.raw.socket.destroyed;
    const { version, ...uploaded } = await this.documents.upload(staff, input, bytes, isAwaited);
    const message = `Document has been uploaded ${version === undefined ? '' : 'and the order completed '}successfully`;
    return new Reply(message, uploaded, version === undefined ? {} : { version });
  }

  @Post('resend-mail')
  @Answers('Mails the current card again.', queuedMail, { refuses: [404, 409], refusedData: refusedMail })
  async resend(@CurrentStaff() staff: Staff, @Body({ schema: resendMail }) input: ResendMail) {
    return done('Mail has been queued successfully', { mail_id: await this.documents.resend(staff, input) });
  }

  @Post('resend-cards')
  @Answers('Mails the current card of each order again, to the order’s contact address.', bulkResult, changesOfMany)
  async resendAll(@CurrentStaff() staff: Staff, @Body({ schema: resendCards }) input: ResendCards) {
    return bulkAnswer('Mails have been queued successfully', await this.documents.resendAll(staff, input));
  }

  @Post('send-download-link')
  @Answers('Mails the link to the visitor’s page.', queuedMail, { refuses: [404, 409], refusedData: refusedMail })
  async sendLink(@CurrentStaff() staff: Staff, @Body({ schema: sendDownloadLink }) input: SendDownloadLink) {
    return done('Mail has been queued successfully', { mail_id: await this.documents.sendLink(staff, input) });
  }
}
