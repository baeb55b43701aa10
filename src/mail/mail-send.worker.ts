import { Injectable } from '@nestjs/common';
import { type Attempt, type JobData, type JobWorker, Works } from '../platform/jobs.js';
import { SendingService } from './sending.service.js';

@Works('mail.send')
@Injectable()
export class MailSendWorker implements JobWorker<'mail.send'> {
  constructor(private readonly sending: SendingService) {}

  work({ mailId }: JobData['mail.send'], attempt: Attempt): Promise<void> {
    return this.sending.sendNow(mailId, attempt);
  }
}
