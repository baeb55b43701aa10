import { Module } from '@nestjs/common';
import { PoliciesQueries } from './policies.queries.js';
import { PoliciesService } from './policies.service.js';

@Module({
  providers: [PoliciesQueries, PoliciesService],
  exports: [PoliciesService],
})
export class PoliciesModule {}
