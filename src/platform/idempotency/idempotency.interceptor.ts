import { setTimeout as sleep } from 'node:timers/promises';
import { type CallHandler, type ExecutionContext, Injectable, Logger, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { type CallNotes, notesOf } from '../answers.js';
import { Keys } from '../keys.js';
import { Refused } from '../reply.js';
import { doubt } from '../../shared/doubt.js';
import { sha256Of } from '../sha256.js';
import { readUpload } from '../upload-form.js';
import { type Answer, answerAgain, keptRefusal, keptReply } from './answer.js';
import { IdempotencyQueries } from './idempotency.queries.js';
import { type IdempotentCall, runAs } from './idempotent-call.js';

/**
 * How often a running handler renews its key, in milliseconds: three times within the lease, after which the handler
 * counts as ended.
 */
const renewEvery = 3_000;
/** How long a repeat waits for the first request, in milliseconds: longer than the lease of a process that ended. */
const patience = 15_000;
/** The pauses between two looks at the first request, in milliseconds: the first one, doubled up to the longest. */
const pauses = { first: 50, longest: 800 };

/**
 * Answers a repeated request with the same `Idempotency-Key` as the first time (docs/http-api.md#idempotency-keys). It
 * runs after the guards, which identify the caller, and inside ReplyInterceptor. So it stores outcomes instead of bytes,
 * and pages and API callers each get the outcome in their own form.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly log = new Logger('idempotency');

  constructor(
    private readonly queries: IdempotencyQueries,
    private readonly keys: Keys,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const notes = notesOf(context.getHandler());
    const key = request.headers['idempotency-key'];
    const caller = callerOf(request);
    if (key === undefined || !caller || !notes || !takesKey(request.method, notes)) return next.handle();
    if (typeof key !== 'string' || !/^[!-~]{8,100}$/.test(key)) throw badKey();

    const taken = await this.take(caller, key, await this.hashOf(request, notes));
    if (typeof taken === 'number') return from(this.run({ caller, key, attempt: taken, wrote: false }, request, next));

    this.log.log({ ref: request.id, first: taken.ref }, 'first answer again');
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    void reply.headers({ 'Idempotency-Replayed': 'true', 'X-Request-Id': taken.ref });
    return from([answerAgain(taken)]);
  }

  /**
   * Takes the key: the number of this attempt when the request is to be handled, else the stored answer.
   * @throws Refused 422 when the key was used for another request; 409 while the first request runs, and when its outcome
   * is unknown.
   */
  private async take(caller: string, key: string, hash: string): Promise<number | Answer> {
    const began = performance.now();
    for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.longest)) {
      const attempt = await this.queries.take(caller, key, hash);
      if (attempt !== undefined) return attempt;

      const known = await this.queries.find(caller, key, hash);
      if (known && !known.isSameRequest) throw otherRequest();
      if (known?.answer) return known.answer;
      if (known?.isAbandoned && known.wrote) throw unknownOutcome();
      if (performance.now() - began > patience) throw stillRunning();
      await sleep(pause);
    }
  }

  private async run(call: IdempotentCall, request: FastifyRequest, next: CallHandler): Promise<unknown> {
    const renewing = setInterval(() => {
      this.queries.renew(call).catch((error: unknown) => this.unkept(request, error));
    }, renewEvery);
    try {
      const reply: unknown = await runAs(call, () => lastValueFrom(next.handle(), { defaultValue: undefined }));
      await this.finish(call, request, keptReply(request.id, reply));
      return reply;
    } catch (error) {
      // A refusal whose connection was closed reached nobody. It is not stored, so the request can be sent again.
      const mayHaveArrived = call.wrote || !request.raw.socket.destroyed;
      await this.finish(call, request, mayHaveArrived ? keptRefusal(request.id, error) : undefined);
      throw error;
    } finally {
      clearInterval(renewing);
    }
  }

  /** Stores the outcome. A failure to store it doesn't fail the answer: the row still tells a repeat what was committed. */
  private async finish(call: IdempotentCall, request: FastifyRequest, answer: Answer | undefined): Promise<void> {
    try {
      await (answer ? this.queries.saveAnswer(call, answer) : this.queries.abandon(call));
    } catch (error) {
      this.unkept(request, error);
    }
  }

  private unkept(request: FastifyRequest, error: unknown): void {
    this.log.warn({ ref: request.id, error: String(error) }, 'idempotency key not written');
  }

  /** A hash that is equal for equal requests. It is keyed, because bodies may hold passwords. */
  private async hashOf(request: FastifyRequest, { takes }: CallNotes): Promise<string> {
    const body = takes?.type === 'multipart/form-data' ? await uploadOf(request) : request.body;
    return this.keys.sign('idempotency', JSON.stringify([request.method, request.url, body]));
  }
}

/** Whether calls of this kind have idempotency keys: writes that answer an envelope and leave the session as it is. */
export function takesKey(method: string, { sends, session }: CallNotes): boolean {
  return !/^(?:GET|HEAD)$/i.test(method) && !sends && !session;
}

/** The owner of the key: a shop, a visitor or a member; undefined for a guest. */
function callerOf({ shop, visitor, user }: FastifyRequest): string | undefined {
  if (shop) return `shop:${shop.id}`;
  if (visitor) return `visitor:${visitor.sessionId}`;
  return user && `member:${user.id}`;
}

/** The content of the form, because its multipart boundaries differ each time it is sent. */
async function uploadOf(request: FastifyRequest): Promise<unknown> {
  const { fields, file } = await readUpload(request);
  return { fields, file: [file.field, sha256Of(file.bytes)] };
}

function badKey(): Refused {
  return Refused.input({ 'Idempotency-Key': 'An Idempotency-Key has 8 to 100 visible ASCII characters.' });
}

function otherRequest(): Refused {
  return Refused.input({ 'Idempotency-Key': 'This Idempotency-Key was used for another request.' });
}

function unknownOutcome(): Refused {
  return new Refused(`${doubt} Please look before you send it again.`, 409);
}

function stillRunning(): Refused {
  const refused = new Refused('This was sent before and is still being done. Please wait a moment.', 409);
  refused.retryAfter = 5;
  return refused;
}
