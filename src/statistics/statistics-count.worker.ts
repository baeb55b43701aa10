import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { StatisticsService } from './statistics.service.js';

@Works('statistics.count')
@Injectable()
export class StatisticsCountWorker implements JobWorker<'statistics.count'> {
  constructor(private readonly statistics: StatisticsService) {}

  work(): Promise<void> {
    return this.statistics.countDays();
  }
}
