import { Module } from '@nestjs/common';
import { AuditChainWorker } from './audit-chain.worker.js';
import { AuditPagesController } from './audit.pages.controller.js';
import { AuditQueries } from './audit.queries.js';
import { AuditService } from './audit.service.js';
import { ChainQueries } from './chain.queries.js';
import { ChainService } from './chain.service.js';

@Module({
  controllers: [AuditPagesController],
  providers: [AuditChainWorker, AuditQueries, AuditService, ChainQueries, ChainService],
})
export class AuditModule {}
