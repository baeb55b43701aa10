import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Submitted } from '../shared/authority-form.js';

/** The passport numbers of an order; `ends`: of the numbers that it had before they were amended. */
export type PassportsOfOrder = { id: number; number: string; submitted: Submitted | null; ends: string[] };

/** How many amendments back an order's earlier numbers are looked for. */
const mostAmendments = 50;

@Injectable()
export class PassportsQueries {
  constructor(private readonly database: DataSource) {}

  ofOrders(ids: number[]): Promise<PassportsOfOrder[]> {
    return this.database.query(
      `SELECT o.id, o.passport_no AS number, o.submitted, ARRAY(
         SELECT ltrim(a.changes->'passport_no'->>'from', '…') FROM activity a
         WHERE a.order_id = o.id AND a.changes ? 'passport_no' ORDER BY a.id DESC LIMIT $2) AS ends
       FROM orders o WHERE o.id = ANY($1)`,
      [ids, mostAmendments],
    );
  }
}
