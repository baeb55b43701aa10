import { Controller, Get, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { AuthService, type Notify } from '../auth/auth.service.js';
import { FactorsService } from '../auth/factors.service.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { MailService } from '../mail/mail.service.js';
import { Allow, FreshFactor } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body, Param } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { addedMember, memberEntry } from '../shared/answers/team.js';
import { type RequireFactors, requireFactors } from '../shared/auth.js';
import { nothing } from '../shared/output.js';
import { type Role, roles } from '../shared/roles.js';
import { routes } from '../shared/routes.js';
import {
  type AddMember,
  addMember,
  type DeleteMember,
  deleteMember,
  memberInPath,
  type UpdateMember,
  updateMember,
  type WhichMember,
  whichMember,
} from '../shared/team.js';
import { AccessService } from './access.service.js';
import { TeamService } from './team.service.js';

/** The staff accounts (docs/people.md#roles). */
@Controller('api/admin')
@Allow('team.manage')
export class TeamApiController {
  constructor(
    private readonly team: TeamService,
    private readonly access: AccessService,
    private readonly mail: MailService,
    private readonly auth: AuthService,
    private readonly factors: FactorsService,
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
  async member(@Param('id', { schema: memberInPath }) id: number) {
    return withData(await this.team.find(id));
  }

  @Post('add-team-member')
  @FreshFactor()
  @Answers(
    'Adds a member; only an Admin adds an Admin. With `invite` the member gets a link to set the password.',
    addedMember,
    { refuses: [403, 409] },
  )
  async add(@CurrentStaff() staff: Staff, @Body({ schema: addMember }) input: AddMember) {
    const { id, told } = await this.team.add(staff, input, this.invite(staff));
    if (told) await this.mail.sendLater(told.id);
    return done('Team member added successfully', { id }).goTo(routes.team);
  }

  @Post('update-team-member')
  @FreshFactor()
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
  @FreshFactor()
  @Answers('Deletes a member; held orders go back to their queues.', nothing, { refuses: [403, 404, 409] })
  async remove(@CurrentStaff() staff: Staff, @Body({ schema: deleteMember }) { teamMemberId }: DeleteMember) {
    await this.team.remove(staff, teamMemberId);
    return done('Team member deleted successfully').goTo(routes.team);
  }

  @Post('invite-team-member')
  @FreshFactor()
  @Answers('Mails an invited member a new link to set the password; earlier links end.', nothing, {
    refuses: [403, 404, 409],
  })
  async inviteAgain(@CurrentStaff() staff: Staff, @Body({ schema: whichMember }) { memberId }: WhichMember) {
    const mail = await this.access.inviteAgain(staff, memberId, this.invite(staff));
    await this.mail.sendLater(mail.id);
    return done('The invitation is on its way').goTo(routes.team);
  }

  @Post('deactivate-team-member')
  @FreshFactor()
  @Answers('Keeps a member from signing in; held orders go back to their queues.', nothing, {
    refuses: [403, 404, 409],
  })
  async deactivate(@CurrentStaff() staff: Staff, @Body({ schema: whichMember }) { memberId }: WhichMember) {
    await this.access.deactivate(staff, memberId);
    return done('Team member deactivated').goTo(routes.team);
  }

  @Post('reactivate-team-member')
  @FreshFactor()
  @Answers('Lets a deactivated member sign in again.', nothing, { refuses: [403, 404, 409] })
  async reactivate(@CurrentStaff() staff: Staff, @Body({ schema: whichMember }) { memberId }: WhichMember) {
    await this.access.reactivate(staff, memberId);
    return done('Team member reactivated').goTo(routes.team);
  }

  @Post('reset-second-factors')
  @FreshFactor()
  @Answers('Takes the second factors of a member away, who has lost them; the member is told by mail.', nothing, {
    refuses: [403, 404, 409],
  })
  async resetFactors(@CurrentStaff() staff: Staff, @Body({ schema: whichMember }) { memberId }: WhichMember) {
    const mail = await this.access.resetFactors(staff, memberId, (member, manager) =>
      this.mail.writeFactorChanged(member, 'All second factors were removed', `By ${staff.name}`, manager),
    );
    await this.mail.sendLater(mail.id);
    return done('Second factors removed').goTo(routes.team);
  }

  @Post('require-second-factors')
  @Allow('factors.require')
  @FreshFactor()
  @Answers('Sets which types of members must have a second factor.', nothing)
  async requireFactors(
    @CurrentStaff() staff: Staff,
    @Body({ schema: requireFactors }) { roles: which }: RequireFactors,
  ) {
    await this.factors.require(staff, which);
    return done('Saved').goTo(routes.team);
  }

  private invite(staff: Staff): Notify<{ id: number }> {
    return async (member, manager) =>
      this.mail.writeInvitation(member, await this.auth.invite(member.id, manager), staff, manager);
  }
}
