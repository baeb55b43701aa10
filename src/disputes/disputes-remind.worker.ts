import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { RemindersService } from './reminders.service.js';

@Works('disputes.remind')
@Injectable()
export class DisputesRemindWorker implements JobWorker<'disputes.remind'> {
  constructor(private readonly reminders: RemindersService) {}

  work(): Promise<void> {
    return this.reminders.remindDue();
  }
}
