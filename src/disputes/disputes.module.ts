import { Module } from '@nestjs/common';
import { IntakeModule } from '../intake/intake.module.js';
import { MailModule } from '../mail/mail.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PacksModule } from '../packs/packs.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { BatchesApiController } from './batches.api.controller.js';
import { CasesService } from './cases.service.js';
import { DisputesApiController } from './disputes.api.controller.js';
import { DisputesPagesController } from './disputes.pages.controller.js';
import { DisputesQueries } from './disputes.queries.js';
import { DisputesPrepareWorker } from './disputes-prepare.worker.js';
import { PreparingQueries } from './preparing.queries.js';
import { PreparingService } from './preparing.service.js';
import { DisputesRemindWorker } from './disputes-remind.worker.js';
import { DisputesService } from './disputes.service.js';
import { EvidenceApiController } from './evidence.api.controller.js';
import { EvidenceService } from './evidence.service.js';
import { FollowedService } from './followed.service.js';
import { ProofsQueries } from './proofs.queries.js';
import { ReportApiController } from './report.api.controller.js';
import { ReportPagesController } from './report.pages.controller.js';
import { ReportQueries } from './report.queries.js';
import { ReportService } from './report.service.js';
import { RefundAlarmService } from './refund-alarm.service.js';
import { RemindersQueries } from './reminders.queries.js';
import { RemindersService } from './reminders.service.js';
import { ReportedApiController } from './reported.api.controller.js';
import { ReportedService } from './reported.service.js';
import { VersionsPagesController } from './versions.pages.controller.js';
import { VersionsQueries } from './versions.queries.js';
import { VersionsService } from './versions.service.js';

@Module({
  imports: [MailModule, OrdersModule, PacksModule, PoliciesModule, IntakeModule],
  controllers: [
    DisputesApiController,
    EvidenceApiController,
    BatchesApiController,
    DisputesPagesController,
    ReportedApiController,
    ReportApiController,
    ReportPagesController,
    VersionsPagesController,
  ],
  providers: [
    DisputesQueries,
    DisputesService,
    FollowedService,
    EvidenceService,
    PreparingQueries,
    PreparingService,
    DisputesPrepareWorker,
    ProofsQueries,
    CasesService,
    VersionsQueries,
    VersionsService,
    ReportedService,
    RefundAlarmService,
    RemindersQueries,
    RemindersService,
    DisputesRemindWorker,
    ReportQueries,
    ReportService,
  ],
  exports: [CasesService, DisputesService, FollowedService, VersionsService],
})
export class DisputesModule {}
