import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { ActivityService } from '../activity/activity.service.js';
import { Refused } from '../platform/reply.js';
import { Throttle } from '../platform/throttle.js';
import type { Login } from '../shared/auth.js';
import { resetLinkMinutes } from '../shared/limits.js';
import { AuthQueries } from './auth.queries.js';
import { hashPassword, verifyPassword } from '../platform/passwords.js';
import type { SessionToken } from './jwt.strategy.js';
import type { Staff } from './staff.js';

/** Where a sign-in comes from, as it is kept beside the session. */
export type Origin = { ip: string; userAgent: string };

/** A link that was asked for, with the member it is for. */
export type ResetRequest = { memberId: number; name: string; email: string; token: string; minutes: number };

@Injectable()
export class AuthService {
  private readonly log = new Logger('auth');

  constructor(
    private readonly queries: AuthQueries,
    private readonly jwt: JwtService,
    private readonly throttle: Throttle,
    private readonly activity: ActivityService,
  ) {}

  /**
   * Signs a member in: the token of a new session.
   * @throws Refused 401 with the same words and time for an unknown address and a wrong password; 429 after 5 failures in 15
   * minutes for one address or 20 for one IP (api: Auth and account).
   */
  async signIn({ email, password, remember }: Login, { ip, userAgent }: Origin): Promise<string> {
    // the network first: what is refused for it must not count against the address
    const keys = [`sign-in:ip:${ip}`, `sign-in:address:${email.toLowerCase()}`] as const;
    await this.throttle.count(keys[0], 20, 15);
    await this.throttle.count(keys[1], 5, 15);

    const member = await this.queries.memberByEmail(email);
    if (!(await verifyPassword(member?.passwordHash, password)) || !member) {
      this.log.warn({ ip }, 'sign-in refused');
      const message = 'Invalid email or password';
      throw new Refused(message, 401).with({ error: { message } });
    }

    await Promise.all(keys.map((key) => this.throttle.forgive(key)));
    const sid = await this.queries.startSession({
      memberId: member.id,
      remember,
      ip,
      userAgent: userAgent.slice(0, 512),
    });
    return this.jwt.sign({ sid } satisfies SessionToken, { noTimestamp: true });
  }

  async signOut(staff: Staff): Promise<void> {
    await this.queries.endSession(staff.sessionId);
  }

  /** Sets the member's own password; every session of the member, this one too, ends at once. */
  async changePassword(staff: Staff, newPassword: string): Promise<void> {
    const passwordHash = await hashPassword(newPassword);
    await this.queries.transaction(async (inside) => {
      await this.queries.changePassword(staff.id, passwordHash, inside);
      await this.activity.note(inside, staff, { orderId: null, action: 'password.changed' });
    });
  }

  /** Ends the session of an attempted change: the member signs in again, whatever came of it (spec §4). */
  endSession(staff: Staff): Promise<void> {
    return this.queries.endSession(staff.sessionId);
  }

  /**
   * Makes a link to set a new password, kept as a hash; `deliver` writes its mail in the same transaction.
   * Nothing happens for an unknown address, and the caller answers the same.
   * @throws Refused 429 after 3 in an hour for one address, known or not.
   */
  async requestReset<Mail>(
    email: string,
    deliver: (inside: Parameters<Parameters<AuthQueries['transaction']>[0]>[0], request: ResetRequest) => Promise<Mail>,
  ): Promise<Mail | undefined> {
    await this.throttle.count(`forgot:${email.toLowerCase()}`, 3, 60);
    const member = await this.queries.memberByEmail(email);
    if (!member) return undefined;

    const token = randomBytes(32).toString('base64url');
    return this.queries.transaction(async (inside) => {
      await this.queries.addResetLink(token, member.id, resetLinkMinutes, inside);
      return deliver(inside, {
        memberId: member.id,
        name: member.name,
        email: member.email,
        token,
        minutes: resetLinkMinutes,
      });
    });
  }

  /**
   * Sets the password of the member a link was made for and ends that member's sessions.
   * @throws Refused 404 for a link that is spent, unknown or expired.
   */
  async resetPassword(token: string, newPassword: string): Promise<void> {
    const passwordHash = await hashPassword(newPassword);
    await this.queries.transaction(async (inside) => {
      const memberId = await this.queries.spendResetLink(token, inside);
      if (memberId === undefined) throw new Refused('This link is no longer valid. Please ask for a new one.', 404);

      await this.queries.changePassword(memberId, passwordHash, inside);
      await this.activity.note(
        inside,
        { id: memberId, name: 'Reset link' },
        { orderId: null, action: 'password.reset' },
      );
    });
  }

  isResetLinkGood(token: string): Promise<boolean> {
    return this.queries.isResetLinkGood(token);
  }

  clearSpent(): Promise<void> {
    return this.queries.clearSpent();
  }
}
