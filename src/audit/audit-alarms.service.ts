import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import { MailService } from '../mail/mail.service.js';
import { Env } from '../platform/env.js';
import { gauge } from '../platform/metrics.js';
import { type AlarmKind, alarmKinds } from '../shared/alarm-kinds.js';
import type { AlarmEntry } from '../shared/answers/audit.js';
import { formatUtcMinute } from '../shared/dates.js';
import { rowInAddress } from '../shared/input.js';
import { auditPageSize } from '../shared/limits.js';
import { routes } from '../shared/routes.js';
import { type Alarm, AuditAlarmsQueries } from './audit-alarms.queries.js';

/** How often each process looks, in milliseconds. */
const lookEvery = 60_000;
/** How many alarms a mail names. */
const named = 20;

/**
 * Warns Admins (docs/people.md#alarms-of-the-audit). Every process looks, and not a job: a queue that stands still would
 * raise no alarm about itself.
 */
@Injectable()
export class AuditAlarmsService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('alarms');
  private look: NodeJS.Timeout | undefined;

  constructor(
    private readonly queries: AuditAlarmsQueries,
    private readonly transactions: Transactions,
    private readonly mail: MailService,
    private readonly env: Env,
  ) {
    gauge('alarms_last_hour', 'Alarms that were raised within the hour', 'kind', () => queries.countsOfHour());
  }

  onApplicationBootstrap(): void {
    this.look = setInterval(() => {
      this.raise().catch((error: unknown) => this.log.warn({ error: String(error) }, 'alarms not looked for'));
    }, lookEvery).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.look);
  }

  /** Raises what is due and mails it to every Admin, once for each cause and hour, however many processes look. */
  async raise(): Promise<void> {
    const mails = await this.transactions.run(async (manager) => {
      if (!(await this.queries.isAlone(manager))) return [];

      const raised: Alarm[] = [];
      for (const kind of Object.keys(alarmKinds) as AlarmKind[])
        raised.push(...(await this.queries.raise(kind, manager)));
      for (const { kind, what } of raised) this.log.warn({ kind, what }, 'alarm');
      return raised.length === 0 ? [] : this.tell(raised, manager);
    });
    for (const mailId of mails) await this.mail.sendLater(mailId);
  }

  /** The newest alarms that are older than the cursor, and the next cursor. */
  async page(before: string | undefined): Promise<{ alarms: AlarmEntry[]; next: string | null }> {
    const found = await this.queries.page(rowInAddress.parse(before), auditPageSize + 1);
    const shown = found.slice(0, auditPageSize);
    return {
      alarms: shown.map(({ raisedAt, ...alarm }) => ({ ...alarm, raised_at: raisedAt.toISOString() })),
      next: found.length > shown.length ? String(shown.at(-1)!.id) : null,
    };
  }

  /** Writes the mail to each Admin. Returns the ids. */
  private async tell(raised: Alarm[], manager: EntityManager): Promise<number[]> {
    const alarms = raised.slice(0, named).map(({ kind, what }) => ({ label: alarmKinds[kind], value: what }));
    const extra = {
      number: String(raised.length),
      when: formatUtcMinute(raised[0]!.raisedAt),
      link: this.env.publicUrl + routes.alarms,
      alarms,
    };
    return this.mail.writeToMembers('audit.see', 'alarm', extra, manager);
  }
}
