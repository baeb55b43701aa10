import { Module } from '@nestjs/common';
import { AuthorityModule } from '../authority/authority.module.js';
import { InboundModule } from '../inbound/inbound.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { FillerApiController } from './filler.api.controller.js';
import { FillerPagesController } from './filler.pages.controller.js';
import { FillerQueries } from './filler.queries.js';
import { FillerService } from './filler.service.js';
import { FillerScript } from './script.js';
import { ScriptApiController } from './script.api.controller.js';

/** What the script that fills the authority's form needs of the product (docs/form.md#the-script-that-fills-the-form). */
@Module({
  imports: [OrdersModule, InboundModule, AuthorityModule],
  controllers: [FillerApiController, ScriptApiController, FillerPagesController],
  providers: [FillerQueries, FillerService, FillerScript],
})
export class FillerModule {}
