import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { passportLabel } from '../shared/amend-fields.js';
import type { Submitted } from '../shared/authority-form.js';

/** The passport numbers of an order; `amended` has what stood before each amendment, as its activity row keeps it. */
export type PassportsOfOrder = { id: number; number: string; submitted: Submitted | null; amended: string[] };

/** How many amendments back an order's earlier numbers are looked for. */
const mostAmendments = 50;

@Injectable()
export class PassportsQueries {
  constructor(private readonly database: DataSource) {}

  ofOrders(ids: number[]): Promise<PassportsOfOrder[]> {
    return this.database.query(
      `SELECT o.id, o.passport_no AS number, o.submitted, ARRAY(
         SELECT a."from" FROM activity a
         WHERE a.order_id = o.id AND a.action = 'order.amended' AND strpos(a."from", $2) > 0
         ORDER BY a.id DESC LIMIT $3) AS amended
       FROM orders o WHERE o.id = ANY($1)`,
      [ids, `${passportLabel}: `, mostAmendments],
    );
  }
}
