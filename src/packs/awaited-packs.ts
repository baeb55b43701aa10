import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '../database/change-feed.js';
import { Refused } from '../platform/reply.js';
import { type MadePack, PacksQueries } from './packs.queries.js';

/** How long a call waits for its pack, in milliseconds; a pack comes within seconds (docs/evidence.md#packs). */
const waitMs = 60_000;
/** Milliseconds until the row is looked at again: rarely while PostgreSQL tells of finished packs. */
const nextLook = (isTold: boolean, waited: number) => (isTold ? 1_000 : Math.min(20 + waited / 20, 250));

/** Waits for packs that the worker makes. Their rows say when they are made, on Redis and on PostgreSQL alike. */
@Injectable()
export class AwaitedPacks {
  /** Emits the id of a pack that is made or given up. */
  private readonly news = new EventEmitter().setMaxListeners(0);
  private isTold = false;
  private isStarted = false;

  constructor(
    private readonly queries: PacksQueries,
    private readonly feed: ChangeFeed,
  ) {}

  /** Connects with the first pack that is asked for, so that a process without one opens no connection. */
  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    this.feed.listen({
      onListening: () => (this.isTold = true),
      onLost: () => (this.isTold = false),
      on: { packs: (id) => this.news.emit(id) },
    });
  }

  /**
   * The pack, once it is made or given up.
   * @throws Refused 409 when nobody waits for it any more; 503 after a minute.
   */
  async finished(packId: number, isAwaited: () => boolean): Promise<MadePack> {
    const began = performance.now();
    for (;;) {
      if (!isAwaited()) throw new Refused('The request was cancelled.', 409);
      const waited = performance.now() - began;
      if (waited > waitMs) throw new Refused('The defence pack takes longer than usual. Please try again soon.', 503);

      const done = new AbortController();
      // listened for before the row is read, so that no news in between is missed
      const told = Promise.race([
        once(this.news, String(packId), { signal: done.signal }),
        sleep(nextLook(this.isTold, waited), undefined, { signal: done.signal }),
      ]);
      told.catch(() => undefined);
      try {
        const pack = await this.queries.made(packId);
        if (pack && pack.state !== 'queued') return pack;
        await told;
      } finally {
        done.abort();
      }
    }
  }
}
