import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import type { Member } from '../database/member.entity.js';
import { Transactions } from '../database/transactions.js';
import { networkOf } from '../platform/network.js';
import { Refused } from '../platform/reply.js';
import { Throttle } from '../platform/throttle.js';
import type { Login } from '../shared/auth.js';
import { resetLinkMinutes } from '../shared/limits.js';
import { AuthQueries } from './auth.queries.js';
import { KnownBrowsers } from './known-browsers.js';
import { hashPassword, verifyPassword } from '../platform/passwords.js';
import type { SessionToken } from './sessions.js';
import type { Staff } from './staff.js';

export type SignedIn = { memberId: number; token: string };

/** A key that failed tries are counted under, and the most there may be. */
type Count = { key: string; most: number };

/** A requested password link and its member. */
export type ResetRequest = { memberId: number; name: string; email: string; token: string; minutes: number };

/** Writes the mail that tells a member of a new password, in the transaction that sets it. */
export type Notify<Result> = (member: Pick<Member, 'id' | 'name' | 'email'>, manager: EntityManager) => Promise<Result>;

@Injectable()
export class AuthService {
  private readonly log = new Logger('auth');

  constructor(
    private readonly queries: AuthQueries,
    private readonly transactions: Transactions,
    private readonly jwt: JwtService,
    private readonly throttle: Throttle,
    private readonly activity: ActivityService,
    private readonly browsers: KnownBrowsers,
  ) {}

  /**
   * Signs a member in and returns the token of the new session.
   * @throws Refused 401 with the same words and time for an unknown address and a wrong password; 429 after too many
   * failures in 15 minutes (docs/product.md#sessions-and-signing-in).
   */
  async signIn({ email, password, remember }: Login, request: FastifyRequest): Promise<SignedIn> {
    const member = await this.queries.memberByEmail(email);
    const counts = await this.countsOf(email, member, request);
    for (const { key, most } of counts) await this.throttle.count(key, most, 15);

    if (!(await verifyPassword(member?.passwordHash, password)) || !member) {
      this.log.warn({ ip: request.ip }, 'sign-in refused');
      const message = 'Invalid email or password';
      throw new Refused(message, 401).with({ error: { message } });
    }

    await Promise.all(counts.map(({ key }) => this.throttle.forgive(key)));
    const sid = await this.queries.startSession({
      memberId: member.id,
      remember,
      ip: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    });
    return { memberId: member.id, token: this.jwt.sign({ sid } satisfies SessionToken, { noTimestamp: true }) };
  }

  /**
   * The keys that a try is counted under. A stranger's tries must not lock a member out. So a browser that signed in as
   * this member before has a count of its own, and so has a network of the member's recent sessions.
   */
  private async countsOf(email: string, member: Member | null, request: FastifyRequest): Promise<Count[]> {
    const network = networkOf(request.ip);
    // Queried for an unknown address, too, so that the time doesn't reveal whether an account exists.
    const addresses = await this.queries.recentAddressesOf(member?.id ?? 0);
    const browser = member && this.browsers.idOf(request, member.id);
    if (browser) return [{ key: `sign-in:browser:${browser}`, most: 5 }];

    const isOwn = member && addresses.some((address) => networkOf(address) === network);
    return [
      // The network comes first: a try that is refused for its network must not count against the address.
      { key: `sign-in:ip:${network}`, most: 20 },
      { key: isOwn ? `sign-in:member:${member.id}:${network}` : `sign-in:address:${email.toLowerCase()}`, most: 5 },
    ];
  }

  async signOut(staff: Staff): Promise<void> {
    await this.queries.endSession(staff.sessionId);
  }

  /** Sets the member's own password; every session of the member, this one too, ends at once. */
  async changePassword<Result>(staff: Staff, newPassword: string, notify: Notify<Result>): Promise<Result> {
    const passwordHash = await hashPassword(newPassword);
    return this.transactions.run(async (manager) => {
      await this.queries.changePassword(staff.id, passwordHash, manager);
      await this.activity.note(staff, { orderId: null, action: 'password.changed' }, manager);
      return notify(staff, manager);
    });
  }

  /**
   * Ends the session of an attempted change: the member has to sign in again, whether it succeeded or not
   * (docs/product.md#sessions-and-signing-in).
   */
  endSession(staff: Staff): Promise<void> {
    return this.queries.endSession(staff.sessionId);
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
    const member = await this.queries.memberByEmail(email);
    if (!member) return undefined;

    const token = randomBytes(32).toString('base64url');
    return this.transactions.run(async (manager) => {
      await this.queries.addResetLink(token, member.id, resetLinkMinutes, manager);
      const { id: memberId, name, email: recipient } = member;
      return deliver({ memberId, name, email: recipient, token, minutes: resetLinkMinutes }, manager);
    });
  }

  /**
   * Sets the password of the member whom the link names and ends that member's sessions.
   * @throws Refused 404 for a link that is used, unknown or expired.
   */
  async resetPassword<Result>(token: string, newPassword: string, notify: Notify<Result>): Promise<Result> {
    const passwordHash = await hashPassword(newPassword);
    return this.transactions.run(async (manager) => {
      const member = await this.queries.spendResetLink(token, manager);
      if (!member) throw new Refused('This link is no longer valid. Please ask for a new one.', 404);

      await this.queries.changePassword(member.id, passwordHash, manager);
      await this.activity.note(
        { id: member.id, name: 'Reset link' },
        { orderId: null, action: 'password.reset' },
        manager,
      );
      return notify(member, manager);
    });
  }

  isResetLinkGood(token: string): Promise<boolean> {
    return this.queries.isResetLinkGood(token);
  }

  clearSpent(): Promise<void> {
    return this.queries.clearSpent();
  }
}
