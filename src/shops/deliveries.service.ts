import { Injectable, Logger } from '@nestjs/common';
import { unseal } from '../platform/sealed.js';
import { Transactions } from '../database/transactions.js';
import { Jobs } from '../platform/job-queues.js';
import { Keys } from '../platform/keys.js';
import { DeliveriesQueries, type OpenTry } from './deliveries.queries.js';
import { bodyOf, signedHeaders } from './webhook-message.js';
import { type WebhookAnswer, WebhookClient } from './webhook.client.js';

/** How many deliveries of an endpoint are sent at once, each of another order. */
const atOnce = 5;
/** How long one job sends, in milliseconds; then the sweep starts the next. */
const longestRun = 60_000;
/** A try whose result is missing after this many seconds is made again: longer than a call can take. */
const lease = 30;
/** The pause after a failed try, in seconds: the first one, then twice as long each time, up to the longest. */
const pauses = { first: 30, longest: 7_200 };
/** The pause of an endpoint that nobody answers at. */
const silences = { first: 15, longest: 900 };
/** For how long a delivery is tried. */
const hours = 24;
/** How many failed deliveries of an endpoint wait again in one turn. */
const againAtOnce = 1_000;
/** How many days the log is kept. */
const days = 30;

/** Tells shops what happened to their orders (docs/http-api.md#webhooks-to-shops). */
@Injectable()
export class DeliveriesService {
  private readonly log = new Logger('webhooks');

  constructor(
    private readonly queries: DeliveriesQueries,
    private readonly client: WebhookClient,
    private readonly transactions: Transactions,
    private readonly keys: Keys,
    private readonly jobs: Jobs,
  ) {}

  /** Lets wait again what a member asked for, and starts a job for each endpoint that something is due for. */
  async sweep(): Promise<void> {
    await this.queries.waitAgain(againAtOnce);
    for (const endpointId of await this.queries.dueEndpoints())
      await this.jobs.later('webhooks.deliver', { endpointId }, endpointId);
  }

  /** Sends what is due for an endpoint, of each order one after the other, until nothing is or nobody answers. */
  async deliverNow(endpointId: number): Promise<void> {
    const end = performance.now() + longestRun;
    while (performance.now() < end) {
      const tries = await this.queries.openTries(endpointId, atOnce, lease);
      if (tries.length === 0) return;

      const answers = await Promise.all(tries.map((open) => this.send(open)));
      if (answers.some(({ code }) => code !== null)) await this.queries.answered(endpointId, lease);
      else await this.queries.silent(endpointId, tries, { ...silences, hours });
    }
  }

  /** Removes old rows of the log. */
  async clear(): Promise<void> {
    await this.queries.endOfRemoved();
    await this.queries.forget(days);
  }

  private async send(open: OpenTry): Promise<WebhookAnswer> {
    const started = performance.now();
    const answer = await this.call(open);
    const ms = Math.round(performance.now() - started);
    const isTaken = answer.code !== null && answer.code >= 200 && answer.code < 300;
    await this.transactions.run(async (manager) => {
      await this.queries.closeTry(open, answer, ms, manager);
      if (isTaken) return this.queries.delivered(open, manager);
      const pause = Math.min(pauses.first * 2 ** (open.number - 1), pauses.longest);
      return this.queries.failed(open, pause, hours, manager);
    });
    if (!isTaken) this.log.warn({ delivery: open.id, try: open.number, code: answer.code }, 'webhook not taken');
    return answer;
  }

  private async call(open: OpenTry): Promise<WebhookAnswer> {
    const secrets = open.secrets.flatMap((sealed) => unseal(sealed, this.keys.of('webhook')) ?? []);
    if (secrets.length === 0) return { code: null, text: 'The secret can’t be read: APP_SECRET has changed' };
    return this.client.post(open.url, signedHeaders(open, open.at, secrets), bodyOf(open));
  }
}
