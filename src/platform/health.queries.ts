import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { missingOf } from './missing-schema.js';

/** What operators ask of the database. */
@Injectable()
export class HealthQueries {
  constructor(private readonly database: DataSource) {}

  /** @throws when the database doesn't answer. */
  async answer(): Promise<void> {
    await this.database.query('SELECT 1');
  }

  /** @throws when a migration or a function of this version is missing, or when there are no tables. */
  async allMigrationsRan(): Promise<void> {
    const missing = await missingOf(this.database);
    if (missing.length > 0) throw new Error('run db:migrate');
  }

  /** The connections of this process: open, idle, and the callers that wait for one. */
  pool(): Record<'open' | 'idle' | 'waiting', number> {
    const { master } = this.database.driver as unknown as { master: Pool };
    return { open: master.totalCount, idle: master.idleCount, waiting: master.waitingCount };
  }
}
