import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A tab of a member's browser, and the order it looks at; null: at none any more. */
export type Look = { tab: string; memberId: number; name: string; orderId: number | null; writing: boolean };

@Injectable()
export class PresenceQueries {
  constructor(private readonly database: DataSource) {}

  /** Tells every web process of a look. No row is written. */
  async tell(look: Look): Promise<void> {
    await this.database.query(`SELECT pg_notify('looks', $1)`, [JSON.stringify(look)]);
  }
}
