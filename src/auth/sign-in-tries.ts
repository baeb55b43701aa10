import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Member } from '../database/member.entity.js';
import { networkOf } from '../platform/network.js';
import { Throttle } from '../platform/throttle.js';
import { AuthQueries } from './auth.queries.js';
import { KnownBrowsers } from './known-browsers.js';

/** A key that failed tries are counted under, and the most there may be. */
type Count = { key: string; most: number };

/** Counts the failed tries of passwords and second factors (docs/people.md#sessions-and-signing-in). */
@Injectable()
export class SignInTries {
  constructor(
    private readonly throttle: Throttle,
    private readonly queries: AuthQueries,
    private readonly browsers: KnownBrowsers,
  ) {}

  /**
   * Counts a try before it is checked. The returned function takes it back, because it was a right one.
   * @param onRefused called for the first try that is refused for too many failures, once in 15 minutes
   * @throws Refused 429 after too many failures in 15 minutes
   */
  async count(
    what: 'sign-in' | 'factor',
    email: string,
    member: Pick<Member, 'id'> | null,
    request: FastifyRequest,
    onRefused: () => Promise<void>,
  ): Promise<() => Promise<void>> {
    const counts = await this.countsOf(what, email, member, request);
    for (const { key, most } of counts) {
      await this.throttle.count(key, most, 15).catch(async (refused: unknown) => {
        const isFirst = await this.throttle.count(`noted:${key}`, 1, 15).then(
          () => true,
          () => false,
        );
        if (isFirst) await onRefused();
        throw refused;
      });
    }
    return async () => void (await Promise.all(counts.map(({ key }) => this.throttle.forgive(key))));
  }

  /**
   * The keys that a try is counted under. A stranger's tries must not lock a member out. So a browser that signed in as
   * this member before has a count of its own, and so has a network of the member's recent sessions.
   */
  private async countsOf(
    what: string,
    email: string,
    member: Pick<Member, 'id'> | null,
    request: FastifyRequest,
  ): Promise<Count[]> {
    const network = networkOf(request.ip);
    // Queried for an unknown address, too, so that the time doesn't reveal whether an account exists.
    const addresses = await this.queries.recentAddressesOf(member?.id ?? 0);
    const browser = member && this.browsers.idOf(request, member.id);
    if (browser) return [{ key: `${what}:browser:${member.id}:${browser}`, most: 5 }];

    const isOwn = member && addresses.some((address) => networkOf(address) === network);
    return [
      // The network comes first: a try that is refused for its network must not count against the address.
      { key: `${what}:ip:${network}`, most: 20 },
      { key: isOwn ? `${what}:member:${member.id}:${network}` : `${what}:address:${email.toLowerCase()}`, most: 5 },
    ];
  }
}
