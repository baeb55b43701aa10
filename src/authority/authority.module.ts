import { Module } from '@nestjs/common';
import { PageStatesApiController } from './page-states.api.controller.js';
import { PageStatesQueries } from './page-states.queries.js';
import { PageStatesService } from './page-states.service.js';

/** Whether the authority's pages work (docs/form.md#whether-the-authoritys-pages-work). */
@Module({
  controllers: [PageStatesApiController],
  providers: [PageStatesQueries, PageStatesService],
  exports: [PageStatesService],
})
export class AuthorityModule {}
