import { Module } from '@nestjs/common';
import { DraftsModule } from '../drafts/drafts.module.js';
import { MailModule } from '../mail/mail.module.js';
import { AccessService } from './access.service.js';
import { TeamApiController } from './team.api.controller.js';
import { TeamPagesController } from './team.pages.controller.js';
import { TeamQueries } from './team.queries.js';
import { TeamService } from './team.service.js';

@Module({
  imports: [DraftsModule, MailModule],
  controllers: [TeamApiController, TeamPagesController],
  providers: [AccessService, TeamQueries, TeamService],
})
export class TeamModule {}
