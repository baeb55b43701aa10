import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { renderSVG } from 'uqr';
import type { Actor } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import { Transactions } from '../database/transactions.js';
import { Keys } from '../platform/keys.js';
import { Refused } from '../platform/reply.js';
import type { BegunApp, OwnFactors } from '../shared/answers/auth.js';
import type { AddPasskey, BeginApp, ConfirmApp } from '../shared/auth.js';
import type { Role } from '../shared/roles.js';
import { checkFresh } from './factor-rules.js';
import { FactorsQueries } from './factors.queries.js';
import { PasskeysService } from './passkeys.service.js';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { seal, unseal } from '../platform/sealed.js';
import { SignInPlaces } from './sign-in-places.js';
import type { Staff } from './staff.js';
import { newSecret, stepOf, totpAddress } from './totp.js';

/** Writes the mail that tells a member of a change, in the transaction of the change. */
type NotifyOfFactor<Result> = (what: string, manager: EntityManager) => Promise<Result>;

/** New recovery codes, and what `notify` returned. */
type Added<Result> = { recoveryCodes: string[]; told: Result };

/** Members' second factors: setting them up and taking them away (docs/people.md#second-factor). */
@Injectable()
export class FactorsService {
  constructor(
    private readonly queries: FactorsQueries,
    private readonly passkeys: PasskeysService,
    private readonly places: SignInPlaces,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly keys: Keys,
  ) {}

  async of(staff: Staff): Promise<OwnFactors> {
    const [factors, left, required] = await Promise.all([
      this.queries.of(staff.id),
      this.queries.recoveryCodesLeft(staff.id),
      this.queries.requiredRoles(),
    ]);
    return {
      factors: factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
        id,
        kind,
        name,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt?.toISOString() ?? null,
      })),
      recovery_codes_left: left,
      required: required.includes(staff.type),
      passkey_host: this.passkeys.relyingParty?.id ?? null,
    };
  }

  /** Begins to set an authenticator app up; it counts once `confirmApp` got its first code. */
  async beginApp(staff: Staff, { name = 'Authenticator app' }: BeginApp): Promise<BegunApp> {
    this.mayAdd(staff);
    const secret = newSecret();
    const address = totpAddress(secret, staff.email, 'Arrival Card Desk');
    await this.transactions.run(async (manager) => {
      await this.queries.lockMember(staff.id, manager);
      await this.queries.beginTotp(staff.id, name, seal(secret, this.keys.of('factor')), manager);
    });
    return { secret, address, qr: renderSVG(address, { border: 2 }) };
  }

  /**
   * @returns the recovery codes, when this is the member's first second factor
   * @throws Refused 422 for a wrong code, 409 when no app was begun
   */
  async confirmApp<Result>(staff: Staff, { code }: ConfirmApp, notify: NotifyOfFactor<Result>): Promise<Added<Result>> {
    this.mayAdd(staff);
    return this.adding(staff, notify, async (manager) => {
      const begun = await this.queries.begunTotp(staff.id, manager);
      if (!begun) throw new Refused('Please begin again.', 409);

      const secret = unseal(begun.secret, this.keys.of('factor'));
      const step = secret && stepOf(secret, code.replaceAll(/\s/g, ''), Date.now());
      if (!step) throw Refused.input({ code: 'This code is not right. Is the clock of your phone right?' });
      await this.queries.confirmTotp(begun.id, step, manager);
      return 'An authenticator app was added';
    });
  }

  async passkeyOptions(staff: Staff) {
    this.mayAdd(staff);
    return this.passkeys.registrationOptions(staff);
  }

  /** @throws Refused 422 for an answer that proves no passkey */
  async addPasskey<Result>(
    staff: Staff,
    { name = 'Passkey', passkey }: AddPasskey,
    notify: NotifyOfFactor<Result>,
  ): Promise<Added<Result>> {
    this.mayAdd(staff);
    const made = await this.passkeys.registered(staff, passkey);
    return this.adding(staff, notify, async (manager) => {
      await this.queries.addPasskey({ memberId: staff.id, name, ...made }, manager);
      return 'A passkey was added';
    });
  }

  /**
   * Removes one of the member's factors. The last one takes the recovery codes with it.
   * @throws Refused 404 for none of the member's own, 409 for the last one where the member's type must have one
   */
  async remove<Result>(staff: Staff, id: number, notify: NotifyOfFactor<Result>): Promise<Result> {
    return this.transactions.run(async (manager) => {
      await this.queries.lockMember(staff.id, manager);
      const name = await this.queries.remove(staff.id, id, manager);
      if (name === undefined) throw new Refused('There is no such second factor.', 404);

      const left = await this.queries.of(staff.id, manager);
      if (left.length === 0 && (await this.queries.requiredRoles(manager)).includes(staff.type)) {
        throw new Refused('You must have a second factor. Add another one first.', 409);
      }
      if (left.length === 0) await this.queries.removeAll(staff.id, manager);
      await this.activity.note(staff, { orderId: null, action: 'factor.removed', from: name }, manager);
      return notify('A second factor was removed', manager);
    });
  }

  /** Ten new recovery codes; the old ones are void. @throws Refused 409 without a second factor */
  async renewRecoveryCodes(staff: Staff): Promise<string[]> {
    if (!staff.hasFactor) throw new Refused('Set up your second factor first.', 409);
    return this.transactions.run(async (manager) => {
      await this.queries.lockMember(staff.id, manager);
      await this.activity.note(staff, { orderId: null, action: 'factor.codes-renewed' }, manager);
      return this.newCodes(staff.id, manager);
    });
  }

  /** Takes every second factor of a member away, who has lost them, in the caller's transaction. */
  async reset(by: Actor, member: { id: number; name: string }, manager: EntityManager): Promise<void> {
    await this.queries.removeAll(member.id, manager);
    await this.activity.note(by, { orderId: null, action: 'factor.reset', to: member.name }, manager);
  }

  requiredRoles(): Promise<Role[]> {
    return this.queries.requiredRoles();
  }

  /** Sets which types of members must have a second factor. Members who lack it set it up before anything else. */
  async require(staff: Staff, roles: readonly Role[]): Promise<void> {
    await this.transactions.run(async (manager) => {
      const before = await this.queries.requiredRoles(manager);
      await this.queries.require(roles, manager);
      await this.activity.note(
        staff,
        {
          orderId: null,
          action: 'factor.required',
          from: before.toSorted().join(', ') || 'nobody',
          to: roles.toSorted().join(', ') || 'nobody',
        },
        manager,
      );
    });
  }

  /** Another factor is added only by who has just proven one: a borrowed session must not add its own. */
  private mayAdd(staff: Staff): void {
    if (staff.missing === 'factor') throw new Refused('Confirm with your second factor first.', 403);
    checkFresh(staff);
  }

  /** The first factor of a member ends the other sessions, which were begun without one, and gives recovery codes. */
  private async adding<Result>(
    staff: Staff,
    notify: NotifyOfFactor<Result>,
    add: (manager: EntityManager) => Promise<string>,
  ): Promise<Added<Result>> {
    const added = await this.transactions.run(async (manager) => {
      await this.queries.lockMember(staff.id, manager);
      const isFirst = (await this.queries.of(staff.id, manager)).length === 0;
      const what = await add(manager);
      await this.queries.prove(staff.sessionId, manager);
      if (isFirst) await this.queries.endOtherSessions(staff.id, staff.sessionId, manager);
      await this.activity.note(staff, { orderId: null, action: 'factor.added', note: what }, manager);
      return {
        recoveryCodes: isFirst ? await this.newCodes(staff.id, manager) : [],
        told: await notify(what, manager),
      };
    });
    if (staff.missing) await this.places.note(staff, staff.sessionId);
    return added;
  }

  private async newCodes(memberId: number, manager: EntityManager): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.queries.replaceRecoveryCodes(memberId, codes.map(hashOfRecoveryCode), manager);
    return codes;
  }
}
