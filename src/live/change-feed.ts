import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import pg from 'pg';
import { Env } from '../platform/env.js';
import type { LiveChange } from '../shared/live.js';

/** Who hears of what happens. */
export type Hearer = {
  /** From now on everything is heard; something before it may have been missed. */
  onListening(): void;
  onChange(change: LiveChange): void;
  onSessionEnd(sessionId: string): void;
};

/** How long to wait before a lost connection is tried again: soon, then less often, in milliseconds. */
const patience = { least: 100, most: 2_000 };
/** A connection that died without a word is noticed after so long. */
const pulse = { every: 10_000, timeout: 5_000 };

/**
 * What PostgreSQL tells of changes (migration tell-of-changes), whichever process made them: one connection of this process's
 * own that listens, and is made again for as long as it takes when it is lost.
 */
@Injectable()
export class ChangeFeed {
  private readonly log = new Logger('live');
  private readonly stopped = new AbortController();
  private client?: pg.Client;
  private running?: Promise<void>;

  constructor(private readonly env: Env) {}

  /** Begins to listen; to be called once. */
  start(hearer: Hearer): void {
    this.running = this.run(hearer);
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.client?.end().catch(() => undefined);
    await this.running;
  }

  private async run(hearer: Hearer): Promise<void> {
    let wait = patience.least;
    while (!this.stopped.signal.aborted) {
      try {
        await this.listen(hearer, () => (wait = patience.least));
      } catch (error) {
        this.log.warn({ error: String(error) }, 'changes are not heard');
      }
      await sleep(wait, undefined, { signal: this.stopped.signal, ref: false }).catch(() => undefined);
      wait = Math.min(wait * 2, patience.most);
    }
  }

  /** Listens until the connection is lost. */
  private async listen(hearer: Hearer, onConnected: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.env.DATABASE_URL,
      application_name: 'arrival-card-desk live',
      keepAlive: true,
      connectionTimeoutMillis: pulse.timeout,
      query_timeout: pulse.timeout,
    });
    const lost = new Promise<void>((resolve, reject) => {
      client.once('end', () => resolve());
      client.on('error', reject);
    });
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'orders') hearer.onChange(JSON.parse(payload) as LiveChange);
      else hearer.onSessionEnd(payload);
    });

    this.client = client;
    const beat = setInterval(() => void this.feel(client), pulse.every).unref();
    try {
      await Promise.race([this.connect(client), lost]);
      if (this.stopped.signal.aborted) return;
      onConnected();
      hearer.onListening();
      await lost;
    } finally {
      clearInterval(beat);
      void client.end().catch(() => undefined);
    }
  }

  private async feel(client: pg.Client): Promise<void> {
    await client
      .query('SELECT 1')
      .catch(() => client.end())
      .catch(() => undefined);
  }

  private async connect(client: pg.Client): Promise<void> {
    await client.connect();
    await client.query('LISTEN orders; LISTEN sessions');
  }
}
