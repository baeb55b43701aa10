import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Sessions } from '../auth/sessions.js';
import type { Staff } from '../auth/staff.js';
import { ChangeFeed } from '../database/change-feed.js';
import { PresenceService } from './presence.service.js';
import type { Look } from './presence.queries.js';
import { ListsService } from '../orders/lists.service.js';
import { Refused } from '../platform/reply.js';
import {
  heartbeatSeconds,
  type LiveCard,
  type LiveChange,
  type LiveEvents,
  type LiveHappening,
  type LiveMark,
  streamsPerMember,
} from '../shared/live.js';

/** A change of whether a card is due, with the id of its transaction (database/functions/tell_of_card.sql). */
type CardChange = LiveCard & { transaction: string };

/** A mark that an order got or lost, with the id of its transaction (database/functions/tell_of_mark.sql). */
type MarkChange = LiveMark & { transaction: string };

/** The orders to which something happened, each with the row of its activity (database/functions/tell_of_activity.sql). */
type Happened = { transaction: string; orders: [id: number, activity: number | null][] };

type Stream = { memberId: number; sessionId: string; body: Readable };

/** Changes within this many milliseconds are sent as one event, so that a bulk action is one event. */
const batchMs = 50;
/** The least milliseconds between two reads of the counts; one read serves all members. */
const countsEvery = 1_000;
/** How many milliseconds pass between two searches for tabs that say nothing any more. */
const looksEvery = 2_500;
/** A stream with this many bytes unsent is closed; the browser opens it again. */
const mostUnsent = 1024 * 1024;

/** Sends changes of orders to the open lists of the members connected to this process (shared/live.ts). */
@Injectable()
export class LiveService implements BeforeApplicationShutdown {
  private readonly log = new Logger('live');
  private readonly streams = new Set<Stream>();
  private changes: LiveChange[] = [];
  private cards: LiveCard[] = [];
  private marks: LiveMark[] = [];
  private happenings: LiveHappening[] = [];
  private lastChange: string | null = null;
  private isClosing = false;
  private batch?: NodeJS.Timeout | undefined;
  private heartbeats?: NodeJS.Timeout;
  private countsTimer?: NodeJS.Timeout;
  private looksTimer?: NodeJS.Timeout;
  /** Monotonic, so a clock change can't end it early. */
  private countsSentAt = -countsEvery;

  constructor(
    private readonly feed: ChangeFeed,
    private readonly sessions: Sessions,
    private readonly lists: ListsService,
    private readonly presence: PresenceService,
  ) {}

  /**
   * Opens a stream of server-sent events for this session (events: shared/live.ts).
   * @throws Refused 429 for a member with `streamsPerMember` open streams, 503 while the process shuts down.
   */
  open({ id: memberId, sessionId }: Staff): Readable {
    if (this.isClosing) throw new Refused('The service is restarting.', 503);
    if (this.of((stream) => stream.memberId === memberId).length >= streamsPerMember) {
      throw new Refused('Too many pages are open.', 429);
    }

    const stream: Stream = { memberId, sessionId, body: new Readable({ read() {} }) };
    this.streams.add(stream);
    stream.body.once('close', () => this.streams.delete(stream));
    // A random delay, so that not all browsers reconnect at once.
    stream.body.push(`retry: ${1_000 + Math.round(Math.random() * 1_000)}\n\n`);
    if (this.lastChange !== null) this.greet(stream, this.lastChange);
    this.start();
    return stream.body;
  }

  /**
   * A cursor: the id and version of the last change received from PostgreSQL. A page that is read from now on includes
   * that change. A random id from each connection to its first change; null while the connection is lost, because changes
   * may be missed.
   */
  get liveCursor(): string | null {
    return this.lastChange;
  }

  beforeApplicationShutdown(): void {
    this.isClosing = true;
    clearInterval(this.heartbeats);
    clearInterval(this.looksTimer);
    clearTimeout(this.countsTimer);
    for (const { body } of this.streams) body.push(null);
  }

  /** Starts with the first stream, so that a process without streams, such as the worker, opens no connection. */
  private start(): void {
    if (this.heartbeats) return;

    this.heartbeats = setInterval(() => void this.heartbeat(), heartbeatSeconds * 1_000).unref();
    this.looksTimer = setInterval(() => this.tellLooks(this.presence.expire()), looksEvery).unref();
    this.feed.listen({
      onListening: () => {
        this.lastChange = randomUUID();
        for (const stream of this.streams) this.greet(stream, this.lastChange);
      },
      onLost: () => (this.lastChange = null),
      on: {
        orders: (payload) => {
          const change = JSON.parse(payload) as LiveChange;
          // Every process receives the changes in the same order, and each change of an order has its own version. So
          // the cursor is unique and the same in every process.
          this.lastChange = `${change.id}.${change.version}`;
          this.gather(() => this.changes.push(change));
        },
        cards: (payload) => {
          const { id, due, transaction } = JSON.parse(payload) as CardChange;
          this.lastChange = `${id}.card.${transaction}`;
          this.gather(() => this.cards.push({ id, due }));
        },
        marks: (payload) => {
          const { id, mark, on, transaction } = JSON.parse(payload) as MarkChange;
          this.lastChange = `${id}.${mark}.${transaction}`;
          this.gather(() => this.marks.push({ id, mark, on }));
        },
        happenings: (payload) => {
          const { transaction, orders } = JSON.parse(payload) as Happened;
          this.lastChange = `happened.${transaction}`;
          this.gather(() => this.happenings.push(...orders.map(([id, activity]) => ({ id, activity }))));
        },
        looks: (payload) => this.tellLooks(this.presence.received(JSON.parse(payload) as Look)),
        sessions: (ended) => this.end(({ sessionId }) => sessionId === ended),
      },
    });
  }

  /** Says from where on a stream has every change, and who looks at which order. */
  private greet(stream: Stream, liveCursor: string): void {
    send(stream, 'hello', { liveCursor });
    const looks = this.presence.at();
    if (looks.length > 0) send(stream, 'looks', looks);
  }

  private tellLooks(orders: number[]): void {
    if (orders.length === 0) return;
    const looks = this.presence.at(orders);
    for (const stream of this.streams) send(stream, 'looks', looks);
  }

  private gather(add: () => unknown): void {
    if (this.streams.size === 0) return;
    this.batch ??= setTimeout(() => this.sendChanges(), batchMs).unref();
    add();
  }

  private sendChanges(): void {
    const { changes, cards, marks, happenings } = this;
    this.batch = undefined;
    this.changes = [];
    this.cards = [];
    this.marks = [];
    this.happenings = [];
    for (const stream of this.streams) {
      if (changes.length > 0) send(stream, 'orders', changes);
      if (cards.length > 0) send(stream, 'cards', cards);
      if (marks.length > 0) send(stream, 'marks', marks);
      if (happenings.length > 0) send(stream, 'happenings', happenings);
    }
    if (changes.length + cards.length + marks.length === 0) return;
    const wait = Math.max(0, this.countsSentAt + countsEvery - performance.now());
    this.countsTimer ??= setTimeout(() => void this.sendCounts(), wait).unref();
  }

  private async sendCounts(): Promise<void> {
    // Reset before the read: a change during the read may be missing from these counts, so it must schedule the next
    // read.
    this.countsTimer = undefined;
    this.countsSentAt = performance.now();
    try {
      const counts = await this.lists.countsOf([...new Set([...this.streams].map(({ memberId }) => memberId))]);
      for (const stream of this.streams) {
        const own = counts.get(stream.memberId);
        if (own) send(stream, 'counts', own);
      }
    } catch (error) {
      this.log.warn({ error: String(error) }, 'counts not sent');
    }
  }

  /**
   * Sends a heartbeat to every stream. Ends streams whose session has expired, or has ended while the connection to
   * PostgreSQL was lost.
   */
  private async heartbeat(): Promise<void> {
    for (const { body } of this.streams) body.push(':\n\n');
    try {
      const asked = [...this.streams];
      const good = await this.sessions.goodAmong(asked.map(({ sessionId }) => sessionId));
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
  if (body.readableLength > mostUnsent) body.destroy();
  else body.push(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}
