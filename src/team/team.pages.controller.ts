import { Controller, Get, Param } from '@nestjs/common';
import { Allow } from '../auth/allow.js';
import { Page } from '../page.js';
import { TeamService } from './team.service.js';

@Controller('admin/manage-team')
@Allow('team.manage')
export class TeamPagesController {
  constructor(private readonly team: TeamService) {}

  @Get()
  @Page('team/members')
  async members() {
    return { members: await this.team.list(), editing: null };
  }

  @Get(':id')
  @Page('team/members')
  async member(@Param('id') id: string) {
    return { editing: await this.team.find(Number(id)), members: await this.team.list() };
  }
}
