import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Notify } from '../auth/auth.service.js';
import { hashNewPassword } from '../auth/new-password.js';
import type { Staff } from '../auth/staff.js';
import type { Member } from '../database/member.entity.js';
import { DraftsService } from '../drafts/drafts.service.js';
import { Refused } from '../platform/reply.js';
import { can } from '../shared/permissions.js';
import type { Role } from '../shared/roles.js';
import type { AddMember, MemberEntry, UpdateMember } from '../shared/team.js';
import { describe, toMember } from './team.present.js';
import { TeamQueries } from './team.queries.js';

/** The staff accounts and the rules about them (docs/people.md#roles). */
@Injectable()
export class TeamService {
  constructor(
    private readonly queries: TeamQueries,
    private readonly activity: ActivityService,
    private readonly drafts: DraftsService,
  ) {}

  /** Every member; never a password or its hash. */
  async list(): Promise<MemberEntry[]> {
    const members = await this.queries.all();
    return members.map(toMember);
  }

  /** @throws Refused 404 for an id that names no member. */
  async find(id: number): Promise<MemberEntry> {
    return toMember(await this.member(id));
  }

  /**
   * Adds a member. An invited one has no password until the link of the invitation sets it.
   * @param invite writes the invitation's mail
   * @returns the member's id, and what `invite` returned
   * @throws Refused 403 when a Manager makes an Admin, 409 when name or address is taken, 422 for a password that is too
   * easy to guess.
   */
  async add<Result>(staff: Staff, input: AddMember, invite: Notify<Result>): Promise<{ id: number; told?: Result }> {
    if (!mayManage(staff.type, input.type)) throw Refused.notAllowed();
    return this.enrol(staff, input, invite);
  }

  /** Adds a member for any actor, such as the script that makes the first account. @throws Refused 409, 422 as `add`. */
  async enrol<Result>(
    by: Actor,
    { name, email, type, password, invite: isInvited }: AddMember,
    invite?: Notify<Result>,
  ): Promise<{ id: number; told?: Result }> {
    const passwordHash = isInvited ? '' : await hashNewPassword(password ?? '', { name, email }, 'password');
    return this.queries.changing(async (manager) => {
      await this.refuseTaken({ name, email }, undefined, manager);

      const id = await this.queries.add({ name, email, type, passwordHash }, manager);
      await this.activity.note(
        by,
        { orderId: null, action: 'member.added', to: describe({ name, email, type }) },
        manager,
      );
      await this.drafts.spend(by, { form: 'member', about: 0 }, { name, email, type }, manager);
      const told = isInvited ? await invite?.({ id, name, email }, manager) : undefined;
      return { id, ...(told !== undefined && { told }) };
    });
  }

  /** Runs a change of a member whom `staff` may manage. @throws Refused 404 for no such member, 403 for an Admin */
  async managing<Result>(
    staff: Staff,
    id: number,
    work: (member: Member, manager: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return this.queries.changing(async (manager) => {
      const member = await this.member(id, manager);
      if (!mayManage(staff.type, member.type)) throw Refused.notAllowed();
      return work(member, manager);
    });
  }

  /**
   * Changes a member; without a password the old one stays. A new password or type ends the member's sessions. A new
   * password or address ends the links to set one: they went to the address before. A mail about a new password goes to the address that the member had before the change.
   * @returns what `notify` returned, undefined without a new password
   * @throws Refused 404 for no such member, 403 when a Manager touches or makes an Admin, 409 for a change of one's own
   * type, when name or address is taken, or when no Admin would be left; 422 for a password that is too easy to guess.
   */
  async update<Result>(
    staff: Staff,
    { tmId, password, name, email, type }: UpdateMember,
    notify: Notify<Result>,
  ): Promise<Result | undefined> {
    const passwordHash = password && (await hashNewPassword(password, { name, email }, 'password'));
    return this.queries.changing(async (manager) => {
      const member = await this.member(tmId, manager);
      if (!mayManage(staff.type, member.type) || !mayManage(staff.type, type)) throw Refused.notAllowed();
      if (tmId === staff.id && type !== member.type) throw new Refused('You cannot change your own type.', 409);
      await this.refuseTaken({ name, email }, tmId, manager);
      if (type !== 'Admin') await this.refuseLastAdmin(member, manager);

      await this.queries.change(tmId, { name, email, type, ...(passwordHash && { passwordHash }) }, manager);
      if (passwordHash || type !== member.type) await this.queries.endSessions(tmId, manager);
      if (passwordHash || email !== member.email) await this.queries.endResetLinks(tmId, manager);
      await this.activity.note(
        staff,
        {
          orderId: null,
          action: 'member.changed',
          from: describe(member),
          to: describe({ name, email, type }),
          note: passwordHash && 'new password',
        },
        manager,
      );
      await this.drafts.spend(staff, { form: 'member', about: tmId }, { name, email, type }, manager);
      return passwordHash ? notify(member, manager) : undefined;
    });
  }

  /**
   * Deletes a member: ends the sessions, returns the held orders to their queues, and keeps the name in the activity.
   * @throws Refused 404 for no such member, 403 when a Manager deletes an Admin, 409 for oneself and the last Admin.
   */
  async remove(staff: Staff, id: number): Promise<void> {
    await this.managing(staff, id, async (member, manager) => {
      if (id === staff.id) throw new Refused('You cannot delete yourself.', 409);
      await this.refuseLastAdmin(member, manager);

      await this.queries.remove(id, manager);
      await this.queries.endSessions(id, manager);
      await this.queries.releaseOrders(member, staff, manager);
      await this.activity.note(staff, { orderId: null, action: 'member.deleted', from: describe(member) }, manager);
    });
  }

  private async member(id: number, manager?: EntityManager): Promise<Member> {
    const member = await this.queries.memberById(id, manager);
    if (!member) throw new Refused('Team member not found', 404);
    return member;
  }

  private async refuseTaken(
    wanted: Pick<Member, 'name' | 'email'>,
    exceptId: number | undefined,
    manager: EntityManager,
  ): Promise<void> {
    const taken = await this.queries.taken(wanted, exceptId, manager);
    if (taken.email) throw new Refused('A team member with this email already exists.', 409);
    if (taken.name) throw new Refused('A team member with this name already exists.', 409);
  }

  /** @throws Refused 409 */
  async refuseLastAdmin(member: Member, manager: EntityManager): Promise<void> {
    if (await this.queries.isLastAdmin(member, manager)) throw new Refused('The last Admin must stay.', 409);
  }
}

/** Whether a member of this role may make, change or delete one of that type. */
function mayManage(role: Role, type: Role): boolean {
  return can(role, type === 'Admin' ? 'team.manage-admins' : 'team.manage');
}
