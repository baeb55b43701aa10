import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Notify } from '../auth/auth.service.js';
import { FactorsService } from '../auth/factors.service.js';
import type { Staff } from '../auth/staff.js';
import { Refused } from '../platform/reply.js';
import type { MemberLine } from '../shared/team.js';
import { describe, toLine } from './team.present.js';
import { TeamQueries } from './team.queries.js';
import { TeamService } from './team.service.js';

/** Whether members may sign in: invitations, deactivation, lost second factors (docs/people.md#roles). */
@Injectable()
export class AccessService {
  constructor(
    private readonly team: TeamService,
    private readonly queries: TeamQueries,
    private readonly activity: ActivityService,
    private readonly factors: FactorsService,
  ) {}

  /** Every member with what the team's screen shows: state, second factor, lock-out. */
  async lines(): Promise<MemberLine[]> {
    const [members, accesses] = await Promise.all([this.queries.all(), this.queries.accesses()]);
    return members.flatMap((member) => {
      const access = accesses.get(member.id);
      return access ? [toLine(member, access)] : [];
    });
  }

  /**
   * Invites a member again who has not set a password; earlier links end.
   * @throws Refused 404 for no such member, 403 when a Manager invites an Admin, 409 for one who has a password or is
   * deactivated
   */
  async inviteAgain<Result>(staff: Staff, id: number, invite: Notify<Result>): Promise<Result> {
    return this.team.managing(staff, id, async (member, manager) => {
      if (member.passwordHash !== '' || member.deactivatedAt) {
        throw new Refused('Only an invited member without a password can be invited again.', 409);
      }
      await this.activity.note(staff, { orderId: null, action: 'member.invited', to: describe(member) }, manager);
      return invite(member, manager);
    });
  }

  /**
   * Keeps a member from signing in: ends the sessions and links, and returns the held orders to their queues.
   * @throws Refused 404 for no such member, 403 when a Manager deactivates an Admin, 409 for oneself, the last Admin, and
   * one who is deactivated
   */
  async deactivate(staff: Staff, id: number): Promise<void> {
    await this.team.managing(staff, id, async (member, manager) => {
      if (id === staff.id) throw new Refused('You cannot deactivate yourself.', 409);
      if (member.deactivatedAt) throw new Refused('This member is deactivated already.', 409);
      await this.team.refuseLastAdmin(member, manager);

      await this.queries.deactivate(id, manager);
      await this.queries.endSessions(id, manager);
      await this.queries.endResetLinks(id, manager);
      await this.queries.releaseOrders(member, staff, manager);
      await this.activity.note(staff, { orderId: null, action: 'member.deactivated', from: describe(member) }, manager);
    });
  }

  /** Lets a deactivated member sign in again. @throws Refused as `deactivate`; 409 for one who is not deactivated */
  async reactivate(staff: Staff, id: number): Promise<void> {
    await this.team.managing(staff, id, async (member, manager) => {
      if (!member.deactivatedAt) throw new Refused('This member is not deactivated.', 409);
      await this.queries.reactivate(id, manager);
      await this.activity.note(staff, { orderId: null, action: 'member.reactivated', to: describe(member) }, manager);
    });
  }

  /**
   * Takes the second factors of a member away, who has lost them; ends the member's sessions.
   * @throws Refused 404 for no such member, 403 when a Manager does it to an Admin, 409 for oneself
   */
  async resetFactors<Result>(staff: Staff, id: number, notify: Notify<Result>): Promise<Result> {
    return this.team.managing(staff, id, async (member, manager) => {
      if (id === staff.id) throw new Refused('Remove your own second factors on the page of your account.', 409);
      await this.factors.reset(staff, member, manager);
      await this.queries.endSessions(id, manager);
      return notify(member, manager);
    });
  }
}
