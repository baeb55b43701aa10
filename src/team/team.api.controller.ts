import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { Allow } from '../auth/allow.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { done, found } from '../platform/reply.js';
import { roles } from '../shared/roles.js';
import { routes } from '../shared/routes.js';
import {
  type AddMember,
  addMember,
  type DeleteMember,
  deleteMember,
  type UpdateMember,
  updateMember,
} from '../shared/team.js';
import { TeamService } from './team.service.js';

/** The staff accounts (api: Gateways and team). */
@Controller('api/admin')
@Allow('team.manage')
export class TeamApiController {
  constructor(private readonly team: TeamService) {}

  @Get('get-team-member-list')
  async list() {
    return found(await this.team.list());
  }

  @Get('get-team-member-type')
  types() {
    return found(roles);
  }

  @Get('team-member-info/:id')
  async member(@Param('id') id: string) {
    return found(await this.team.find(Number(id)));
  }

  @Post('add-team-member')
  async add(@CurrentStaff() staff: Staff, @Body({ schema: addMember }) input: AddMember) {
    const id = await this.team.add(staff, input);
    return done('Team member added successfully', { id }).goTo(routes.team);
  }

  @Post('update-team-member')
  async update(@CurrentStaff() staff: Staff, @Body({ schema: updateMember }) input: UpdateMember) {
    await this.team.update(staff, input);
    return done('Team member updated successfully').goTo(routes.team);
  }

  @Put('delete-team-member')
  async remove(@CurrentStaff() staff: Staff, @Body({ schema: deleteMember }) { teamMemberId }: DeleteMember) {
    await this.team.remove(staff, teamMemberId);
    return done('Team member deleted successfully').goTo(routes.team);
  }
}
