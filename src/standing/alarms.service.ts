import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import { MailService } from '../mail/mail.service.js';
import { Env } from '../platform/env.js';
import { kualaLumpurClock, kualaLumpurToday } from '../shared/dates.js';
import { routes } from '../shared/routes.js';
import { type AlarmingOrder, AlarmsQueries } from './alarms.queries.js';

/** The hours in Kuala Lumpur at which the leads get the state of the board, the last first. */
const evenings = [22, 18];
/** From this hour of the day before the arrival, the arrival is within twelve hours. */
const twelveHoursBefore = 12;
/** How many orders a mail names. */
const named = 20;
/** A card that is due for less than this many milliseconds may be on its way. */
const onItsWay = 5 * 60_000;

/** Tells Admins and Managers of orders at risk (docs/orders.md#alarms). */
@Injectable()
export class AlarmsService {
  constructor(
    private readonly queries: AlarmsQueries,
    private readonly transactions: Transactions,
    private readonly mail: MailService,
    private readonly env: Env,
  ) {}

  /**
   * Sends the alarms that are due, each once: whatever the number of workers, restarts and changes of the clock. An
   * alarm whose hour passed while nothing ran is sent afterwards, an evening's until midnight.
   */
  async raise(now = new Date()): Promise<void> {
    const mails = [...(await this.raiseEvening(now)), ...(await this.raiseArriving(now))];
    for (const mailId of mails) await this.mail.sendLater(mailId);
  }

  private async raiseEvening(now: Date): Promise<number[]> {
    const { hour } = kualaLumpurClock(now);
    const evening = evenings.find((begins) => hour >= begins);
    if (evening === undefined) return [];

    const today = kualaLumpurToday(now);
    return this.transactions.run(async (manager) => {
      if (!(await this.queries.note(`evening ${today} ${evening}`, manager))) return [];
      const { late, risk, orders } = await this.queries.alarming(today, named, manager);
      if (late + risk === 0) return [];
      return this.tell({ number: String(risk), amount: String(late), how: `${evening}:00`, orders }, manager);
    });
  }

  private raiseArriving(now: Date): Promise<number[]> {
    const today = kualaLumpurToday(now);
    const isNear = kualaLumpurClock(now).hour >= twelveHoursBefore;
    const last = isNear ? kualaLumpurToday(new Date(now.getTime() + 86_400_000)) : today;
    return this.transactions.run(async (manager) => {
      const since = new Date(now.getTime() - onItsWay);
      const orders = await this.queries.noteArriving(today, last, since, manager);
      if (orders.length === 0) return [];
      return this.tell({ number: String(orders.length), orders: orders.slice(0, named) }, manager);
    });
  }

  /** Writes the mail to each lead. Returns the ids. */
  private tell(
    extra: { number: string; amount?: string; how?: string; orders: AlarmingOrder[] },
    manager: EntityManager,
  ): Promise<number[]> {
    const link = this.env.publicUrl + routes.atRisk;
    return this.mail.writeToMembers('alarms.get', 'orders-at-risk', { ...extra, link }, manager);
  }
}
