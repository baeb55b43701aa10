import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import pg from 'pg';
import { applicationName } from '../database/data-source.js';
import { Env } from '../platform/env.js';
import type { LiveCard, LiveChange } from '../shared/live.js';

/** A change of whether a card is due, with the id of its transaction (migration watch-cards). */
export type CardChange = LiveCard & { transaction: string };

/** The callbacks of the feed. */
export type FeedListener = {
  /** Connected: every change from now on is received; earlier ones may have been missed. */
  onListening(): void;
  /** The connection is lost: no changes are received. */
  onLost(): void;
  onChange(change: LiveChange): void;
  onCard(card: CardChange): void;
  onSessionEnd(sessionId: string): void;
};

/** Milliseconds before a reconnection; doubled with each failure from `least` up to `most`. */
const reconnection = { least: 100, most: 2_000 };
/**
 * How often a query checks the connection, and its timeout, in milliseconds: a dead connection may give no error by
 * itself.
 */
const check = { every: 10_000, timeout: 5_000 };

/**
 * Receives the notifications that PostgreSQL sends for changes by any process (migration tell-of-changes). It has one
 * connection that runs LISTEN, and reconnects without limit when it is lost.
 */
@Injectable()
export class ChangeFeed {
  private readonly log = new Logger('live');
  private readonly stopped = new AbortController();
  private client?: pg.Client;
  private running?: Promise<void>;

  constructor(private readonly env: Env) {}

  /** Starts to listen. Call it once. */
  start(listener: FeedListener): void {
    this.running = this.run(listener);
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.client?.end().catch(() => undefined);
    await this.running;
  }

  private async run(listener: FeedListener): Promise<void> {
    let wait = reconnection.least;
    while (!this.stopped.signal.aborted) {
      try {
        await this.listen(listener, () => (wait = reconnection.least));
      } catch (error) {
        this.log.warn({ error: String(error) }, 'changes are not received');
      }
      await sleep(wait, undefined, { signal: this.stopped.signal, ref: false }).catch(() => undefined);
      wait = Math.min(wait * 2, reconnection.most);
    }
  }

  /** Listens until the connection is lost. */
  private async listen(listener: FeedListener, onConnected: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.env.DATABASE_URL,
      application_name: `${applicationName} live`,
      keepAlive: true,
      connectionTimeoutMillis: check.timeout,
      query_timeout: check.timeout,
    });
    const lost = new Promise<void>((resolve, reject) => {
      client.once('end', () => resolve());
      client.on('error', reject);
    });
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'orders') listener.onChange(JSON.parse(payload) as LiveChange);
      else if (channel === 'cards') listener.onCard(JSON.parse(payload) as CardChange);
      else listener.onSessionEnd(payload);
    });

    this.client = client;
    const checks = setInterval(() => void this.check(client), check.every).unref();
    try {
      await Promise.race([this.connect(client), lost]);
      if (this.stopped.signal.aborted) return;
      onConnected();
      listener.onListening();
      await lost;
    } finally {
      listener.onLost();
      clearInterval(checks);
      void client.end().catch(() => undefined);
    }
  }

  private async check(client: pg.Client): Promise<void> {
    await client
      .query('SELECT 1')
      .catch(() => client.end())
      .catch(() => undefined);
  }

  private async connect(client: pg.Client): Promise<void> {
    await client.connect();
    await client.query('LISTEN orders; LISTEN cards; LISTEN sessions');
  }
}
