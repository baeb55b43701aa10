import { Readable } from 'node:stream';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { AuthQueries } from '../auth/auth.queries.js';
import type { Staff } from '../auth/staff.js';
import { ListsService } from '../orders/lists.service.js';
import { Refused } from '../platform/reply.js';
import { heartbeatSeconds, type LiveChange, type LiveEvents, streamsPerMember } from '../shared/live.js';
import { ChangeFeed } from './change-feed.js';

type Stream = { memberId: number; sessionId: string; body: Readable };

/** Changes of so many milliseconds go out together: a bulk action is one event. */
const together = 50;
/** Counts are read at most so often, in milliseconds, once for everybody. */
const countsEvery = 1_000;
/** A browser that has fallen so many bytes behind is let go; it comes back by itself. */
const mostWaiting = 1024 * 1024;

/** The open lists of this process's members, told of what everybody does (shared/live.ts). */
@Injectable()
export class LiveService implements BeforeApplicationShutdown {
  private readonly log = new Logger('live');
  private readonly streams = new Set<Stream>();
  private changes: LiveChange[] = [];
  private isListening = false;
  private isClosing = false;
  private heart?: NodeJS.Timeout;
  private countsTimer?: NodeJS.Timeout;
  /** By a clock that nobody sets. */
  private countsToldAt = -countsEvery;

  constructor(
    private readonly feed: ChangeFeed,
    private readonly auth: AuthQueries,
    private readonly lists: ListsService,
  ) {}

  /**
   * A stream of server-sent events for this session (shared/live.ts says which).
   * @throws Refused 429 for a member with too many open, 503 while the process shuts down.
   */
  open({ id: memberId, sessionId }: Staff): Readable {
    if (this.isClosing) throw new Refused('The service is restarting.', 503);
    if (this.of((stream) => stream.memberId === memberId).length >= streamsPerMember) {
      throw new Refused('Too many pages are open.', 429);
    }

    const stream: Stream = { memberId, sessionId, body: new Readable({ read() {} }) };
    this.streams.add(stream);
    stream.body.once('close', () => this.streams.delete(stream));
    // Not everybody at once, when a server comes back.
    stream.body.push(`retry: ${1_000 + Math.round(Math.random() * 1_000)}\n\n`);
    if (this.isListening) send(stream, 'hello', {});
    this.begin();
    return stream.body;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.heart);
    clearTimeout(this.countsTimer);
    for (const { body } of this.streams) body.push(null);
    await this.feed.stop();
  }

  /** With the first stream of the process: one that serves no lists, such as the worker, needs no connection for it. */
  private begin(): void {
    if (this.heart) return;

    this.heart = setInterval(() => void this.beat(), heartbeatSeconds * 1_000).unref();
    this.feed.start({
      onListening: () => {
        this.isListening = true;
        for (const stream of this.streams) send(stream, 'hello', {});
      },
      onChange: (change) => this.gather(change),
      onSessionEnd: (ended) => this.end(({ sessionId }) => sessionId === ended),
    });
  }

  private gather(change: LiveChange): void {
    if (this.streams.size === 0) return;
    if (this.changes.length === 0) setTimeout(() => this.tell(), together).unref();
    this.changes.push(change);
  }

  private tell(): void {
    const changes = this.changes;
    this.changes = [];
    for (const stream of this.streams) send(stream, 'orders', changes);
    const wait = Math.max(0, this.countsToldAt + countsEvery - performance.now());
    this.countsTimer ??= setTimeout(() => void this.tellCounts(), wait).unref();
  }

  private async tellCounts(): Promise<void> {
    // Changes from now on may come too late for these counts, and have the next ones told.
    this.countsTimer = undefined;
    this.countsToldAt = performance.now();
    try {
      const countsFor = await this.lists.countsOf([...new Set([...this.streams].map(({ memberId }) => memberId))]);
      for (const stream of this.streams) send(stream, 'counts', countsFor(stream.memberId));
    } catch (error) {
      this.log.warn({ error: String(error) }, 'counts not told');
    }
  }

  /** Keeps the lines open, and ends those whose session has run out or whose end was not heard of. */
  private async beat(): Promise<void> {
    for (const { body } of this.streams) body.push(':\n\n');
    try {
      const asked = [...this.streams];
      const good = await this.auth.goodSessions(asked.map(({ sessionId }) => sessionId));
      this.end((stream) => asked.includes(stream) && !good.has(stream.sessionId));
    } catch (error) {
      this.log.warn({ error: String(error) }, 'sessions not checked');
    }
  }

  private end(which: (stream: Stream) => boolean): void {
    for (const { body } of this.of(which)) body.push(null);
  }

  private of(which: (stream: Stream) => boolean): Stream[] {
    return [...this.streams].filter(which);
  }
}

function send<Name extends keyof LiveEvents>({ body }: Stream, name: Name, data: LiveEvents[Name]): void {
  if (body.readableLength > mostWaiting) body.destroy();
  else body.push(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}
