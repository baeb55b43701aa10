import type { FastifyRequest } from 'fastify';

/**
 * How long a caller read from the database is reused within one request, in milliseconds. It is short, because a body may
 * take minutes to arrive.
 */
const freshMs = 1_000;
/** How many ended sessions are remembered. */
const mostEnded = 10_000;

/**
 * The sessions of one kind of caller. The rate limit and the guards all ask for a request's caller; the database is read
 * once.
 */
export class KnownSessions<Caller> {
  private readonly asked = new WeakMap<FastifyRequest, { at: number; caller: Promise<Caller | undefined> }>();
  /** Ids of sessions that were found invalid; the oldest is dropped first. */
  private readonly ended = new Set<string>();

  /** @param find returns the caller of a valid session */
  constructor(private readonly find: (id: string) => Promise<Caller | undefined>) {}

  /** @param id of the session that the request names, undefined when it names none */
  callerOf(request: FastifyRequest, id: string | undefined): Promise<Caller | undefined> {
    const known = this.asked.get(request);
    if (known && performance.now() < known.at + freshMs) return known.caller;

    const caller = id === undefined ? Promise.resolve(undefined) : this.find(id);
    this.asked.set(request, { at: performance.now(), caller });
    return caller;
  }

  /**
   * Whether the request's session is valid, for the rate limit only: a session found invalid is not looked up again, and
   * every session counts as invalid while the database can't be reached.
   */
  async isGood(request: FastifyRequest, id: string | undefined): Promise<boolean> {
    if (id === undefined || this.ended.has(id)) return false;

    const caller = await this.callerOf(request, id).catch(() => undefined);
    if (caller !== undefined) return true;
    this.ended.add(id);
    if (this.ended.size > mostEnded) this.ended.delete(this.ended.values().next().value!);
    return false;
  }
}
