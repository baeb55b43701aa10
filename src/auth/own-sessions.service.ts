import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import { deviceName } from '../platform/device.js';
import { Env } from '../platform/env.js';
import { locationOf } from '../platform/location.js';
import { Refused } from '../platform/reply.js';
import type { OwnSession } from '../shared/answers/auth.js';
import { AuthQueries, type OwnSession as Row } from './auth.queries.js';
import { FactorsQueries } from './factors.queries.js';
import { Transactions } from '../database/transactions.js';
import type { Staff } from './staff.js';

/** A member's own sessions, for the member to see and end. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly queries: AuthQueries,
    private readonly factors: FactorsQueries,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly env: Env,
  ) {}

  /** The valid sessions of the member, the one used last first. */
  async of(staff: Staff): Promise<OwnSession[]> {
    const rows = await this.queries.sessionsOf(staff.id);
    return Promise.all(rows.map((row) => this.toEntry(row, staff.sessionId)));
  }

  /** @throws Refused 404 for a session that has ended, or is another member's. */
  async end(staff: Staff, sessionId: string): Promise<void> {
    if (!(await this.queries.endSessionOf(staff.id, sessionId))) throw new Refused('This session has ended.', 404);
    await this.activity.noteAlone(staff, { orderId: null, action: 'session.ended', to: 'one' });
  }

  endOthers(staff: Staff): Promise<void> {
    return this.transactions.run(async (manager) => {
      await this.factors.endOtherSessions(staff.id, staff.sessionId, manager);
      await this.activity.note(staff, { orderId: null, action: 'session.ended', to: 'all others' }, manager);
    });
  }

  private async toEntry({ id, ip, userAgent, createdAt, lastUsedAt }: Row, current: string): Promise<OwnSession> {
    return {
      id,
      device: deviceName(userAgent) || 'Unknown device',
      place: await locationOf(ip, this.env.GEOIP_MMDB_PATH),
      ip,
      signed_in: createdAt.toISOString(),
      last_used: lastUsedAt.toISOString(),
      this_one: id === current,
    };
  }
}
