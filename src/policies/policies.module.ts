import { Module } from '@nestjs/common';
import { PoliciesApiController } from './policies.api.controller.js';
import { PoliciesPagesController } from './policies.pages.controller.js';
import { PoliciesQueries } from './policies.queries.js';
import { PoliciesService } from './policies.service.js';

@Module({
  controllers: [PoliciesApiController, PoliciesPagesController],
  providers: [PoliciesQueries, PoliciesService],
  exports: [PoliciesService],
})
export class PoliciesModule {}
