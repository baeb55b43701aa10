import { Injectable } from '@nestjs/common';
import { Keys } from '../platform/keys.js';
import { FactorsQueries } from './factors.queries.js';
import { PasskeysService } from './passkeys.service.js';
import { hashOfRecoveryCode } from './recovery-codes.js';
import { unseal } from '../platform/sealed.js';
import { stepOf } from './totp.js';

/** A proof of the second factor: a code of the app, a recovery code, or a passkey's signature. */
type Proof = { code?: string | undefined; passkey?: unknown };

/** What proved the second factor. */
type ProvenBy = 'app' | 'recovery code' | 'passkey';

/** Checks proofs of members' second factors (docs/people.md#second-factor). */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly queries: FactorsQueries,
    private readonly passkeys: PasskeysService,
    private readonly keys: Keys,
  ) {}

  /** What proves the member's second factor; undefined when nothing does. Each code proves it once. */
  async provenBy(memberId: number, { code, passkey }: Proof): Promise<ProvenBy | undefined> {
    if (passkey) return (await this.passkeys.signedBy(passkey, memberId)) === undefined ? undefined : 'passkey';
    if (!code) return undefined;

    const digits = code.replaceAll(/\s/g, '');
    if (/^\d{6}$/.test(digits)) return (await this.isCodeOfApp(memberId, digits)) ? 'app' : undefined;
    return (await this.queries.spendRecoveryCode(memberId, hashOfRecoveryCode(code))) ? 'recovery code' : undefined;
  }

  /** The kinds of second factor that the member can prove. */
  async waysOf(memberId: number): Promise<('totp' | 'passkey')[]> {
    const factors = await this.queries.of(memberId);
    return [...new Set(factors.map(({ kind }) => kind))];
  }

  private async isCodeOfApp(memberId: number, code: string): Promise<boolean> {
    for (const { id, secret } of await this.queries.totpsOf(memberId)) {
      const plain = unseal(secret, this.keys.of('factor'));
      const step = plain && stepOf(plain, code, Date.now());
      if (step && (await this.queries.useStep(id, step))) return true;
    }
    return false;
  }
}
