import { Module } from '@nestjs/common';
import { AuthorityModule } from '../authority/authority.module.js';
import { DataCheckWorker } from './data-check.worker.js';
import { DataChecksQueries } from './data-checks.queries.js';
import { DataChecksService } from './data-checks.service.js';
import { ProbesService } from './probes.service.js';
import { ScreenFaultsApiController } from './screen-faults.api.controller.js';
import { SystemApiController } from './system.api.controller.js';
import { SystemMetrics } from './system.metrics.js';
import { SystemPagesController } from './system.pages.controller.js';
import { SystemProbeWorker } from './system-probe.worker.js';
import { SystemQueries } from './system.queries.js';
import { SystemService } from './system.service.js';

/** The operator's page and the check of the data (docs/operations.md#the-operators-page). */
@Module({
  imports: [AuthorityModule],
  controllers: [SystemApiController, ScreenFaultsApiController, SystemPagesController],
  providers: [
    SystemQueries,
    SystemService,
    SystemMetrics,
    DataChecksQueries,
    DataChecksService,
    DataCheckWorker,
    ProbesService,
    SystemProbeWorker,
  ],
})
export class SystemModule {}
