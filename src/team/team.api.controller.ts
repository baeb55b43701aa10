import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { MailService } from '../mail/mail.service.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { done, withData } from '../platform/reply.js';
import { addedMember, memberEntry } from '../shared/answers/team.js';
import { nothing } from '../shared/output.js';
import { type Role, roles } from '../shared/roles.js';
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

/** A member's id in a path; text that is no number is answered 404. */
const memberNumber = z.string().meta({ pattern: '^[0-9]+$' });

/** The staff accounts (docs/product.md#roles). */
@Controller('api/admin')
@Allow('team.manage')
export class TeamApiController {
  constructor(
    private readonly team: TeamService,
    private readonly mail: MailService,
  ) {}

  @Get('get-team-member-list')
  @Answers('The staff accounts.', memberEntry.array())
  async list() {
    return withData(await this.team.list());
  }

  @Get('get-team-member-type')
  @Answers('The five member types.', z.enum(roles).array())
  types() {
    return withData<Role[]>([...roles]);
  }

  @Get('team-member-info/:id')
  @Answers('One staff account.', memberEntry, { refuses: [404] })
  async member(@Param('id', { schema: memberNumber }) id: string) {
    return withData(await this.team.find(Number(id)));
  }

  @Post('add-team-member')
  @Answers('Adds a member; only an Admin adds an Admin.', addedMember, { refuses: [403, 409] })
  async add(@CurrentStaff() staff: Staff, @Body({ schema: addMember }) input: AddMember) {
    const id = await this.team.add(staff, input);
    return done('Team member added successfully', { id }).goTo(routes.team);
  }

  @Post('update-team-member')
  @Answers(
    'Changes a member; a new password or type ends the member’s sessions. A new password is told to the member by mail.',
    nothing,
    {
      refuses: [403, 404, 409],
    },
  )
  async update(@CurrentStaff() staff: Staff, @Body({ schema: updateMember }) input: UpdateMember) {
    const mail = await this.team.update(staff, input, (member, manager) =>
      this.mail.writePasswordChanged(member, `By ${staff.name}`, manager),
    );
    if (mail) await this.mail.sendLater(mail.id);
    return done('Team member updated successfully').goTo(routes.team);
  }

  @Put('delete-team-member')
  @Answers('Deletes a member; held orders go back to their queues.', nothing, { refuses: [403, 404, 409] })
  async remove(@CurrentStaff() staff: Staff, @Body({ schema: deleteMember }) { teamMemberId }: DeleteMember) {
    await this.team.remove(staff, teamMemberId);
    return done('Team member deleted successfully').goTo(routes.team);
  }
}
