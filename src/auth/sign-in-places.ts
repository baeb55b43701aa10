import { Injectable } from '@nestjs/common';
import type { Actor } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import { locationOf } from '../platform/location.js';
import { AuthQueries } from './auth.queries.js';

/** Notes from where members sign in, once a sign-in is complete (docs/people.md#alarms-of-the-audit). */
@Injectable()
export class SignInPlaces {
  constructor(
    private readonly queries: AuthQueries,
    private readonly activity: ActivityService,
  ) {}

  /** Notes the country of a complete session. One that is new for the member is a row of the activity. */
  async note(member: Actor & { id: number }, sessionId: string): Promise<void> {
    const ip = await this.queries.addressOf(sessionId);
    const country = ip === undefined ? '' : await locationOf(ip);
    if (country === '' || !(await this.queries.isNewCountry(member.id, country))) return;
    await this.activity.noteAlone(member, { orderId: null, action: 'sign-in.new-country', to: country, note: ip });
  }
}
