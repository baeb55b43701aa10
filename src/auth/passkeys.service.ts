import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import { challengeMinutes } from '../shared/limits.js';
import { FactorsQueries, type PasskeyRow } from './factors.queries.js';
import type { Staff } from './staff.js';

/** Loaded when the first passkey is asked for: its two hundred files would slow down every start. */
const webAuthn = () => import('@simplewebauthn/server');

/** The host whose passkeys are ours, and the origin that the browser must name (WebAuthn's relying party). */
type RelyingParty = { id: string; origin: string };

/** A passkey that a browser has made, before it is stored. */
type NewPasskey = Omit<PasskeyRow, 'id' | 'memberId'>;

/** Passkeys: WebAuthn by @simplewebauthn. Each challenge is used once, within five minutes. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly queries: FactorsQueries,
    private readonly env: Env,
  ) {}

  /**
   * Null where no passkey can work: browsers make none for an IP address. The demonstration on 127.0.0.1 is also reached
   * as localhost, and its passkeys are localhost's.
   */
  get relyingParty(): RelyingParty | null {
    const { hostname, origin, port } = new URL(this.env.publicUrl);
    if (!isIP(hostname.replaceAll(/[[\]]/g, ''))) return { id: hostname, origin };
    const isLoopback = hostname === '127.0.0.1' || hostname === '[::1]';
    return this.env.EMBEDDED && isLoopback ? { id: 'localhost', origin: `http://localhost:${port}` } : null;
  }

  /** What a browser needs to make a passkey. @throws Refused 409 where no passkey can work. */
  async registrationOptions({ id, name, email }: Staff) {
    const known = await this.queries.passkeysOf(id);
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: 'Arrival Card Desk',
      rpID: this.party().id,
      userName: email,
      userDisplayName: name,
      userID: new TextEncoder().encode(`member-${id}`),
      attestationType: 'none',
      excludeCredentials: known.map(asDescriptor),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    await this.queries.addChallenge(options.challenge, id, challengeMinutes);
    return options;
  }

  /** The passkey in a browser's answer. @throws Refused 422 for an answer that proves none. */
  async registered(staff: Staff, response: unknown): Promise<NewPasskey> {
    const { id, origin } = this.party();
    const { verifyRegistrationResponse } = await webAuthn();
    const made = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: (challenge) => this.queries.spendChallenge(challenge, staff.id),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
    }).catch(() => undefined);
    if (!made?.verified) throw wrongPasskey();

    const { credential } = made.registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
    };
  }

  /**
   * What a browser needs to sign with a passkey.
   * @param memberId whose passkeys; null for a sign-in with any of ours, which asks for the device's PIN or fingerprint
   */
  async options(memberId: number | null) {
    const own = memberId === null ? [] : await this.queries.passkeysOf(memberId);
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({
      rpID: this.party().id,
      allowCredentials: own.map(asDescriptor),
      userVerification: memberId === null ? 'required' : 'preferred',
    });
    await this.queries.addChallenge(options.challenge, memberId, challengeMinutes);
    return options;
  }

  /**
   * The id of the member whose passkey signed; undefined for an answer that proves nothing.
   * @param memberId who it must be; null for a sign-in by passkey alone
   */
  async signedBy(response: unknown, memberId: number | null): Promise<number | undefined> {
    const { id: credentialId } = response as { id?: unknown };
    const passkey = typeof credentialId === 'string' ? await this.queries.passkeyBy(credentialId) : undefined;
    const party = this.relyingParty;
    if (!party || !passkey || (memberId !== null && passkey.memberId !== memberId)) return undefined;

    const { verifyAuthenticationResponse } = await webAuthn();
    const proof = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => this.queries.spendChallenge(challenge, memberId),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: memberId === null,
    }).catch(() => undefined);
    if (!proof?.verified) return undefined;

    await this.queries.usePasskey(passkey.id, proof.authenticationInfo.newCounter);
    return passkey.memberId;
  }

  private party(): RelyingParty {
    const party = this.relyingParty;
    if (!party) throw new Refused('Passkeys need a host name in PUBLIC_URL.', 409);
    return party;
  }
}

function wrongPasskey(): Refused {
  return Refused.input({ passkey: 'This passkey could not be checked. Please try again.' });
}

function asDescriptor({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, transports: transports as AuthenticatorTransport[] };
}

type AuthenticatorTransport = 'ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb';
