import { Injectable, Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Member } from '../database/member.entity.js';
import { deviceName } from '../platform/device.js';
import { verifyPassword } from '../platform/passwords.js';
import type { ActivityAction } from '../shared/activity-actions.js';
import { Refused } from '../platform/reply.js';
import type { FactorProof, Login, MissingStep, PasskeySignIn } from '../shared/auth.js';
import { AuthQueries } from './auth.queries.js';
import { FactorsQueries } from './factors.queries.js';
import { PasskeysService } from './passkeys.service.js';
import { SecondFactor } from './second-factor.service.js';
import type { SessionToken } from './sessions.js';
import { SignInPlaces } from './sign-in-places.js';
import { SignInTries } from './sign-in-tries.js';
import type { Staff } from './staff.js';

/** A new session. `missing`: what it lacks before it may be used; undefined when it is complete. */
export type SignedIn = { memberId: number; token: string; missing: MissingStep | undefined };

/** Begins, completes and ends sessions (docs/people.md#sessions-and-signing-in). */
@Injectable()
export class SignInService {
  private readonly log = new Logger('auth');

  constructor(
    private readonly queries: AuthQueries,
    private readonly factors: FactorsQueries,
    private readonly secondFactor: SecondFactor,
    private readonly passkeys: PasskeysService,
    private readonly tries: SignInTries,
    private readonly places: SignInPlaces,
    private readonly jwt: JwtService,
    private readonly activity: ActivityService,
  ) {}

  /**
   * Signs a member in by password and returns the token of the new session. A member with a second factor proves it now,
   * by `code`, or afterwards.
   * @throws Refused 401 with the same words and time for an unknown address and a wrong password, and for a wrong code;
   * 429 after too many failures in 15 minutes.
   */
  async signIn({ email, password, remember, code }: Login, request: FastifyRequest): Promise<SignedIn> {
    const member = await this.queries.memberByEmail(email);
    const who: Actor = { id: member?.id ?? null, name: member?.name ?? email };
    const forgive = await this.tries.count('sign-in', email, member, request, () =>
      this.note(who, 'sign-in.throttled', request),
    );
    // An invited member has an empty hash until the first password is set.
    if (!(await verifyPassword(member?.passwordHash || undefined, password)) || !member) {
      await this.note(who, 'sign-in.refused', request);
      throw this.refusal('Invalid email or password', request);
    }
    await forgive();

    const isProven = code !== undefined && (await this.hasFactor(member.id));
    if (isProven) await this.check(member, { code }, request);
    return this.begin(member, { remember, isProven, passwordHash: member.passwordHash }, request);
  }

  /** Signs in by a passkey alone, without address and password. @throws Refused 401 for one that we don't know. */
  async signInByPasskey({ passkey, remember }: PasskeySignIn, request: FastifyRequest): Promise<SignedIn> {
    const memberId = await this.passkeys.signedBy(passkey, null);
    const member = memberId === undefined ? null : await this.queries.memberById(memberId);
    if (!member) {
      await this.note({ id: null, name: 'Unknown passkey' }, 'sign-in.refused', request);
      throw this.refusal('This passkey is not known here.', request);
    }
    return this.begin(member, { remember, isProven: true }, request);
  }

  /**
   * Notes a proof of the second factor in the member's session: it completes the sign-in, or makes the proof fresh again.
   * @throws Refused 422 for a wrong one, 429 after too many failures in 15 minutes
   */
  async prove(staff: Staff, proof: FactorProof, request: FastifyRequest): Promise<void> {
    await this.check(staff, proof, request).catch((error: unknown) => {
      if (error instanceof Refused && error.code === 401) throw Refused.input({ code: error.message });
      throw error;
    });
    await this.factors.prove(staff.sessionId);
    if (staff.missing) await this.places.note(staff, staff.sessionId);
  }

  async signOut(staff: Staff): Promise<void> {
    await this.queries.endSession(staff.sessionId);
    await this.activity.noteAlone(staff, { orderId: null, action: 'sign-out.done' });
  }

  private async check(
    member: Pick<Member, 'id' | 'name' | 'email'>,
    proof: FactorProof,
    request: FastifyRequest,
  ): Promise<void> {
    const forgive = await this.tries.count('factor', member.email, member, request, () =>
      this.note(member, 'sign-in.throttled', request),
    );
    const by = await this.secondFactor.provenBy(member.id, proof);
    await this.note(member, by ? 'sign-in.factor-proven' : 'sign-in.factor-refused', request, by);
    if (!by) throw this.refusal(proof.passkey ? 'This passkey is not known here.' : 'This code is not right.', request);
    await forgive();
  }

  private async begin(
    member: Pick<Member, 'id' | 'name'>,
    { remember, isProven, passwordHash }: { remember: boolean; isProven: boolean; passwordHash?: string },
    request: FastifyRequest,
  ): Promise<SignedIn> {
    const sid = await this.queries.startSession({
      memberId: member.id,
      remember,
      ip: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
      factorAt: isProven ? new Date() : null,
      passwordHash,
    });
    if (sid === undefined) throw this.refusal('Please sign in again.', request);

    const staff = await this.queries.useSession(sid);
    await this.note(member, 'sign-in.done', request);
    if (!staff?.missing) await this.places.note(member, sid);
    return {
      memberId: member.id,
      token: this.jwt.sign({ sid } satisfies SessionToken, { noTimestamp: true }),
      missing: staff?.missing ?? undefined,
    };
  }

  private async hasFactor(memberId: number): Promise<boolean> {
    return (await this.factors.of(memberId)).length > 0;
  }

  /** Notes a try with the network address and device it came from; `to` is what it rested on. */
  private note({ id, name }: Actor, action: ActivityAction, request: FastifyRequest, to?: string): Promise<void> {
    const note = [request.ip, deviceName(request.headers['user-agent'])].filter(Boolean).join(', ');
    return this.activity.noteAlone({ id, name }, { orderId: null, action, to, note });
  }

  private refusal(message: string, request: FastifyRequest): Refused {
    this.log.warn({ ip: request.ip }, 'sign-in refused');
    return new Refused(message, 401).with({ error: { message } });
  }
}
