import { Injectable } from '@nestjs/common';
import { VisitorDraftsQueries } from './visitor-drafts.queries.js';

/** Fields by wire name. */
type Typed = Record<string, string>;

/**
 * What a customer has typed into the form of corrections and not sent: it was refused, or the session had ended. Only the browser
 * that typed it gets it again, for half an hour (docs/visitors.md#correct-your-details).
 */
@Injectable()
export class VisitorDraftsService {
  constructor(private readonly queries: VisitorDraftsQueries) {}

  /**
   * Keeps what was typed, without the empty fields.
   * @param sessionId of the visitor, also one that has ended
   * @returns whether it is kept: the session must be one of this order and of its current address
   */
  async keep(sessionId: string, orderId: number, typed: Partial<Typed>): Promise<boolean> {
    const written = Object.entries(typed).filter((pair): pair is [string, string] => Boolean(pair[1]));
    return written.length > 0 && this.queries.keep(sessionId, orderId, Object.fromEntries(written));
  }

  /** What was typed with this session; nothing after half an hour. */
  async of(sessionId: string): Promise<Typed> {
    return (await this.queries.of(sessionId)) ?? {};
  }

  /** Gives what was typed with a session that has ended to the next one of the same browser and order. */
  handOn(sessionId: string, nextId: string): Promise<void> {
    return this.queries.handOn(sessionId, nextId);
  }

  /** Removes what was typed, because it was sent. */
  remove(sessionId: string): Promise<void> {
    return this.queries.remove(sessionId);
  }

  clearOld(): Promise<void> {
    return this.queries.clear();
  }
}
