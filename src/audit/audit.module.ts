import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { AuditAlarmsQueries } from './audit-alarms.queries.js';
import { AuditAlarmsService } from './audit-alarms.service.js';
import { AuditChainWorker } from './audit-chain.worker.js';
import { AuditVerifyWorker } from './audit-verify.worker.js';
import { AuditPagesController } from './audit.pages.controller.js';
import { AuditQueries } from './audit.queries.js';
import { AuditService } from './audit.service.js';
import { ChainQueries } from './chain.queries.js';
import { ChainService } from './chain.service.js';

@Module({
  imports: [MailModule],
  controllers: [AuditPagesController],
  providers: [
    AuditAlarmsQueries,
    AuditAlarmsService,
    AuditChainWorker,
    AuditVerifyWorker,
    AuditQueries,
    AuditService,
    ChainQueries,
    ChainService,
  ],
})
export class AuditModule {}
