import { Module } from '@nestjs/common';
import { TeamApiController } from './team.api.controller.js';
import { TeamPagesController } from './team.pages.controller.js';
import { TeamQueries } from './team.queries.js';
import { TeamService } from './team.service.js';

@Module({
  controllers: [TeamApiController, TeamPagesController],
  providers: [TeamQueries, TeamService],
})
export class TeamModule {}
