import { Controller, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { queuedJob } from '../shared/answers/system.js';
import { type RetryJob, retryJob } from '../shared/system.js';
import { SystemService } from './system.service.js';

@Controller('api/admin')
@Allow('system.work')
export class SystemApiController {
  constructor(private readonly system: SystemService) {}

  @Post('retry-job')
  @Answers('Runs a job again whose last try failed.', queuedJob, { refuses: [404] })
  async retry(@CurrentStaff() staff: Staff, @Body({ schema: retryJob }) { failureId }: RetryJob) {
    const job = await this.system.retry(staff, failureId);
    return done('The job runs again', { job });
  }
}
