import { Body, Controller, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Allow } from '../auth/allow.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { done, Refused } from '../platform/reply.js';
import {
  type ResendMail,
  resendMail,
  type SendDownloadLink,
  sendDownloadLink,
  uploadDocument,
} from '../shared/mail.js';
import { DocumentsService } from './documents.service.js';
import { readUpload } from './upload-form.js';

/** Taking a card in, and sending it or the way to it (api: Order actions). */
@Controller('api/admin')
@Allow('mail.send')
export class DocumentsApiController {
  constructor(private readonly documents: DocumentsService) {}

  @Post('upload-visa-document')
  async upload(@CurrentStaff() staff: Staff, @Req() request: FastifyRequest) {
    const { fields, file } = await readUpload(request, 'uploadVisaDoc');
    const input = uploadDocument.safeParse(fields);
    const missing = file.length === 0 && { uploadVisaDoc: 'File is required' };
    if (!input.success) throw Refused.input({ ...firstOfEach(input.error.issues), ...missing });
    if (missing) throw Refused.input(missing);

    return done('Document has been uploaded successfully', await this.documents.upload(staff, input.data, file));
  }

  @Post('resend-mail')
  async resend(@CurrentStaff() staff: Staff, @Body({ schema: resendMail }) input: ResendMail) {
    return done('Mail has been queued successfully', { mail_id: await this.documents.resend(staff, input) });
  }

  @Post('send-download-link')
  async sendLink(@CurrentStaff() staff: Staff, @Body({ schema: sendDownloadLink }) input: SendDownloadLink) {
    return done('Mail has been queued successfully', { mail_id: await this.documents.sendLink(staff, input) });
  }
}

/** Field → its first message, as every 422 has it. */
function firstOfEach(issues: { path: PropertyKey[]; message: string }[]): Record<string, string> {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
}
