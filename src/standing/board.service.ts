import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import type { Neighbours } from '../database/beside.js';
import { HoldingService } from '../orders/holding.service.js';
import { Refused } from '../platform/reply.js';
import type {
  BoardQuery,
  UndeliveredQuery,
  CardOutcomeEntry,
  ListedRow,
  SayOutcome,
  StandingCounts,
} from '../shared/board.js';
import { kualaLumpurToday } from '../shared/dates.js';
import type { ListedStanding } from '../shared/standing.js';
import { toListedRow, toOutcome } from './board.present.js';
import { BoardQueries } from './board.queries.js';

type Board = { rows: ListedRow[]; counts: StandingCounts; total: number };

/** The orders whose card is not delivered (docs/orders.md#standing). */
@Injectable()
export class BoardService {
  constructor(
    private readonly queries: BoardQueries,
    private readonly holding: HoldingService,
    private readonly activity: ActivityService,
  ) {}

  /** A page of the board, what can still be saved first; `total` counts the orders of the standing that was asked for. */
  async list({ standing, page, limit }: BoardQuery, now = new Date()): Promise<Board> {
    const today = kualaLumpurToday(now);
    const [rows, counts] = await Promise.all([
      this.queries.rows(today, standing, (page - 1) * limit, limit),
      this.queries.counts(today),
    ]);
    const total = standing ? counts[standing] : Object.values(counts).reduce((sum, n) => sum + n, 0);
    return { rows: rows.map((row) => toListedRow(row, now)), counts, total };
  }

  /** A page of the customers without their card, because its mail did not bring it; who can still be helped first. */
  async undelivered({ page, limit }: UndeliveredQuery, now = new Date()): Promise<Pick<Board, 'rows' | 'total'>> {
    const [rows, total] = await Promise.all([
      this.queries.undelivered(kualaLumpurToday(now), (page - 1) * limit, limit),
      this.queries.countUndelivered(),
    ]);
    return { rows: rows.map((row) => toListedRow(row, now)), total };
  }

  /** The orders beside this one on the board, or on the part of it that has this standing. */
  beside(orderId: number, standing: ListedStanding | undefined): Promise<Neighbours> {
    return this.queries.beside(orderId, kualaLumpurToday(), standing);
  }

  /** The orders beside this one among the customers without their card. */
  besideUndelivered(orderId: number): Promise<Neighbours> {
    return this.queries.besideUndelivered(orderId, kualaLumpurToday());
  }

  /** How many customers these are. */
  countUndelivered(): Promise<number> {
    return this.queries.countUndelivered();
  }

  /**
   * Keeps what became of a card that the product did not deliver; null takes it back. What is said holds for this day of
   * arrival. Saying the same again changes nothing.
   * @throws Refused 404, 409 as every change; 409 when no card is due.
   */
  async say(staff: Staff, { orderId, outcome, version }: SayOutcome): Promise<void> {
    await this.holding.changing(staff, orderId, { version }, async ({ doa }, manager) => {
      if (outcome === null) {
        if (!(await this.queries.unsay(orderId, doa, manager))) return;
        await this.activity.note(staff, { orderId, action: 'card.outcome-withdrawn' }, manager);
        return;
      }
      const isOpen = await this.queries.isDue(orderId, manager);
      if (!isOpen && !(await this.queries.said(orderId, doa, manager))) throw new Refused('No card is due.', 409);

      const said = { orderId, doa, outcome, memberId: staff.id, saidBy: staff.name };
      if (!(await this.queries.say(said, manager))) return;
      await this.activity.note(staff, { orderId, action: 'card.outcome', to: outcome }, manager);
    });
  }

  /** What a member said became of the order's card; null when nobody did. */
  async saidOf({ id, doa }: Order): Promise<CardOutcomeEntry | null> {
    const said = await this.queries.said(id, doa);
    return said ? toOutcome(said) : null;
  }
}
