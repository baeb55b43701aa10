import { Controller, Post, Put } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done, Reply, withData } from '../platform/reply.js';
import { shownPin } from '../shared/answers/inbound.js';
import { uploadedDocument } from '../shared/answers/documents.js';
import { queuedMail } from '../shared/answers/mail.js';
import { versionLeft } from '../shared/answers/orders.js';
import {
  type AskCustomer,
  askCustomer,
  type SendFoundCard,
  sendFoundCard,
  type SeeMail,
  seeMail,
  type ShowPin,
  showPin,
} from '../shared/inbound.js';
import { nothing } from '../shared/output.js';
import { ThreadService } from './thread.service.js';

/** What members do with the mails of an order's mailbox. */
@Controller('api/admin')
@Allow('mail.send')
export class ThreadApiController {
  constructor(private readonly thread: ThreadService) {}

  @Post('show-pin')
  @Answers('The authority’s PIN in a mail; that it was looked at is noted.', shownPin, { refuses: [404] })
  async pin(@CurrentStaff() staff: Staff, @Body({ schema: showPin }) { mailId }: ShowPin) {
    return withData({ pin: await this.thread.showPin(staff, mailId) });
  }

  @Put('see-mail')
  @Answers('Notes that a member looked at a mail that was not taken, or read what the customer wrote.', nothing, {
    refuses: [404],
  })
  async see(@CurrentStaff() staff: Staff, @Body({ schema: seeMail }) { mailId }: SeeMail) {
    await this.thread.see(staff, mailId);
    return done('The mail has been looked at');
  }

  @Post('ask-customer')
  @Answers('Mails a question to the customer; the answer comes to the order’s mailbox.', queuedMail, {
    refuses: [404, 409],
  })
  async ask(@CurrentStaff() staff: Staff, @Body({ schema: askCustomer }) input: AskCustomer) {
    return done('Mail has been queued successfully', { mail_id: await this.thread.ask(staff, input) });
  }

  @Post('send-found-card')
  @Answers(
    'Sends a card that came by mail, as if it was uploaded; completes the order when asked to.',
    uploadedDocument,
    {
      beside: { version: versionLeft.optional() },
      refuses: [403, 404, 409],
    },
  )
  async send(@CurrentStaff() staff: Staff, @Body({ schema: sendFoundCard }) input: SendFoundCard) {
    const { version, ...uploaded } = await this.thread.sendCard(staff, input);
    return new Reply('The card has been sent', uploaded, version === undefined ? {} : { version });
  }
}
