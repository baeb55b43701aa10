import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import type { Member } from '../database/member.entity.js';
import { Transactions } from '../database/transactions.js';
import { Refused } from '../platform/reply.js';
import { Throttle } from '../platform/throttle.js';
import { invitationDays, resetLinkMinutes } from '../shared/limits.js';
import { AuthQueries, type FoundLink } from './auth.queries.js';
import { FactorsQueries } from './factors.queries.js';
import { hashNewPassword } from './new-password.js';
import type { Staff } from './staff.js';

/** A requested password link and its member. */
type ResetRequest = { memberId: number; name: string; email: string; token: string; minutes: number };

/** A mailed link, opened: what its page greets an invited member with, or why it does not open. */
export type OpenedLink =
  | { isGood: true; invited: { name: string; email: string } | null }
  | { isGood: false; message: string; canSignIn: boolean };

/** Writes the mail that tells a member of a new password, in the transaction that sets it. */
export type Notify<Result> = (member: Pick<Member, 'id' | 'name' | 'email'>, manager: EntityManager) => Promise<Result>;

@Injectable()
export class AuthService {
  constructor(
    private readonly queries: AuthQueries,
    private readonly factors: FactorsQueries,
    private readonly transactions: Transactions,
    private readonly throttle: Throttle,
    private readonly activity: ActivityService,
  ) {}

  /**
   * Sets the member's own password; every session of the member, this one too, ends at once.
   * @throws Refused 422 for a password that is too easy to guess
   */
  async changePassword<Result>(staff: Staff, newPassword: string, notify: Notify<Result>): Promise<Result> {
    const passwordHash = await hashNewPassword(newPassword, staff, 'newPassword');
    return this.transactions.run(async (manager) => {
      await this.queries.changePassword(staff.id, passwordHash, manager);
      await this.activity.note(staff, { orderId: null, action: 'password.changed' }, manager);
      return notify(staff, manager);
    });
  }

  /**
   * Ends the session of an attempted change: the member has to sign in again, whether it succeeded or not
   * (docs/people.md#sessions-and-signing-in).
   */
  endSession(staff: Staff): Promise<void> {
    return this.queries.endSession(staff.sessionId);
  }

  /**
   * Makes the link by which an invited member sets the first password, in the caller's transaction; earlier links end.
   * @returns the link's token
   */
  async invite(memberId: number, manager: EntityManager): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.queries.endResetLinksOf(memberId, manager);
    await this.queries.addResetLink(token, memberId, invitationDays * 24 * 60, manager);
    return token;
  }

  /**
   * Makes a link to set a new password, stored as a hash; `deliver` writes its mail in the same transaction. Nothing
   * happens for an unknown address, and the caller answers the same.
   * @throws Refused 429 after 3 in an hour for one address, known or not.
   */
  async requestReset<Mail>(
    email: string,
    deliver: (request: ResetRequest, manager: EntityManager) => Promise<Mail>,
  ): Promise<Mail | undefined> {
    await this.throttle.count(`forgot:${email.toLowerCase()}`, 3, 60);
    return this.transactions.run(async (manager) => {
      // Locked: an Admin may be changing the address, and the link must not go to the one before.
      const member = await this.queries.lockMemberByEmail(email, manager);
      if (!member) return undefined;

      const token = randomBytes(32).toString('base64url');
      await this.queries.addResetLink(token, member.id, resetLinkMinutes, manager);
      const { id: memberId, name, email: recipient } = member;
      await this.activity.note(member, { orderId: null, action: 'password.link-asked' }, manager);
      return deliver({ memberId, name, email: recipient, token, minutes: resetLinkMinutes }, manager);
    });
  }

  /**
   * Sets the password of the member whom the link names and ends that member's sessions.
   * @throws Refused 404 for a link that is used, unknown or expired; 422 for a password that is too easy to guess, and the
   * link stays good.
   */
  async resetPassword<Result>(token: string, newPassword: string, notify: Notify<Result>): Promise<Result> {
    return this.transactions.run(async (manager) => {
      const member = await this.queries.spendResetLink(token, manager);
      if (!member) throw new Refused('This link is no longer valid. Please ask for a new one.', 404);

      const passwordHash = await hashNewPassword(newPassword, member, 'newPassword');
      await this.queries.changePassword(member.id, passwordHash, manager);
      await this.activity.note(
        { id: member.id, name: 'Reset link' },
        { orderId: null, action: 'password.reset' },
        manager,
      );
      return notify(member, manager);
    });
  }

  /** What a mailed link opens: the form, for an invited member with the name and address; or why it does not. */
  async openLink(token: string): Promise<OpenedLink> {
    const link = await this.queries.resetLink(token);
    if (!link || link.isUsed || link.isExpired || !link.isActive) return closed(link);
    return { isGood: true, invited: link.hasPassword ? null : { name: link.name, email: link.email } };
  }

  async clearSpent(): Promise<void> {
    await this.queries.clearSpent();
    await this.factors.clearChallenges();
  }
}

/** What is said of a link that no longer works (docs/people.md#roles). */
function closed(link: FoundLink | undefined): OpenedLink {
  const said = (message: string, canSignIn = false): OpenedLink => ({ isGood: false, message, canSignIn });
  if (!link) return said('This link is no longer valid. Please ask for a new one.');
  if (!link.isActive) return said('This link no longer works. Please ask an Admin of your team.');
  if (link.hasPassword) {
    return link.isUsed
      ? said('This link was used, or a newer one was sent. Sign in with your password, or ask for a new link.', true)
      : said('This link has ended. Please ask for a new one.');
  }
  return link.isUsed
    ? said('A newer invitation was sent, or the address was changed. Open the newest mail, or ask who invited you.')
    : said(
        `This invitation ended after ${invitationDays} days. Give the address that was invited, and we send a new link.`,
      );
}
