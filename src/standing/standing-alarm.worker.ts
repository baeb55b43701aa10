import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { AlarmsService } from './alarms.service.js';

@Works('standing.alarm')
@Injectable()
export class StandingAlarmWorker implements JobWorker<'standing.alarm'> {
  constructor(private readonly alarms: AlarmsService) {}

  work(): Promise<void> {
    return this.alarms.raise();
  }
}
