import { Module } from '@nestjs/common';
import { StatisticsCountWorker } from './statistics-count.worker.js';
import { StatisticsPagesController } from './statistics.pages.controller.js';
import { StatisticsQueries } from './statistics.queries.js';
import { StatisticsService } from './statistics.service.js';

@Module({
  controllers: [StatisticsPagesController],
  providers: [StatisticsQueries, StatisticsService, StatisticsCountWorker],
})
export class StatisticsModule {}
