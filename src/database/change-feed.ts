import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import pg from 'pg';
import { Env } from '../platform/env.js';
import { applicationName } from './data-source.js';

/**
 * The channels that are notified: changes of orders, ended sessions, due cards, marks of orders and what else happened to orders
 * (functions/tell_of_*.sql), the ids of packs that are made or given up (packs.queries.ts), and who looks at which order
 * (presence.queries.ts).
 */
const channels = ['orders', 'cards', 'marks', 'happenings', 'sessions', 'packs', 'looks'] as const;
type Channel = (typeof channels)[number];

/** The callbacks of a listener. */
type FeedListener = {
  /** Connected: every change from now on is received; earlier ones may have been missed. */
  onListening(): void;
  /** The connection is lost: no changes are received. */
  onLost(): void;
  /** What is done with the payload of a notification, by channel. */
  on: Partial<Record<Channel, (payload: string) => void>>;
};

/** Milliseconds before a reconnection; doubled with each failure from `least` up to `most`. */
const reconnection = { least: 100, most: 2_000 };
/**
 * How often a query checks the connection, and its timeout, in milliseconds: a dead connection may give no error by
 * itself.
 */
const check = { every: 10_000, timeout: 5_000 };

/**
 * Receives the notifications that PostgreSQL sends for changes by any process. It has one connection that runs LISTEN,
 * opens it with the first listener, and reconnects without limit when it is lost.
 */
@Injectable()
export class ChangeFeed implements BeforeApplicationShutdown {
  private readonly log = new Logger('live');
  private readonly stopped = new AbortController();
  private readonly listeners: FeedListener[] = [];
  private isListening = false;
  private client?: pg.Client;
  private running?: Promise<void>;

  constructor(private readonly env: Env) {}

  /** Adds a listener for as long as the process runs. */
  listen(listener: FeedListener): void {
    this.listeners.push(listener);
    if (this.isListening) listener.onListening();
    this.running ??= this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await this.client?.end().catch(() => undefined);
    await this.running;
  }

  private async run(): Promise<void> {
    let wait = reconnection.least;
    while (!this.stopped.signal.aborted) {
      try {
        await this.receive(() => (wait = reconnection.least));
      } catch (error) {
        this.log.warn({ error: String(error) }, 'changes are not received');
      }
      await sleep(wait, undefined, { signal: this.stopped.signal, ref: false }).catch(() => undefined);
      wait = Math.min(wait * 2, reconnection.most);
    }
  }

  /** Receives until the connection is lost. */
  private async receive(onConnected: () => void): Promise<void> {
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
      for (const { on } of this.listeners) on[channel as Channel]?.(payload);
    });

    this.client = client;
    const checks = setInterval(() => void this.check(client), check.every).unref();
    try {
      await Promise.race([this.connect(client), lost]);
      if (this.stopped.signal.aborted) return;
      onConnected();
      this.isListening = true;
      for (const listener of this.listeners) listener.onListening();
      await lost;
    } finally {
      this.isListening = false;
      for (const listener of this.listeners) listener.onLost();
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
    await client.query(channels.map((channel) => `LISTEN ${channel}`).join('; '));
  }
}
