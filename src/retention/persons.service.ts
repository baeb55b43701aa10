import { Injectable, Logger } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { Transactions } from '../database/transactions.js';
import { Jobs } from '../platform/job-queues.js';
import { Refused } from '../platform/reply.js';
import type { ActivityAction } from '../shared/activity-actions.js';
import type { PersonRequestEntry } from '../shared/answers/retention.js';
import { maskedAddress } from '../shared/retention.js';
import { toPersonRequest } from './retention.present.js';
import { PersonCopiesService } from './person-copies.service.js';
import { PersonsQueries, type PersonRequest } from './persons.queries.js';
import { RetentionService } from './retention.service.js';

/** How many orders of a request are shown that are not erased. */
const leftShown = 100;
const requestsShown = 50;

/** Erases all orders of a person, asked by one Admin and confirmed by another (docs/people.md#a-persons-data). */
@Injectable()
export class PersonsService {
  private readonly log = new Logger('retention');

  constructor(
    private readonly queries: PersonsQueries,
    private readonly retention: RetentionService,
    private readonly copies: PersonCopiesService,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Asks to erase the orders of an address. Nothing is erased before another Admin confirms it.
   * @param address in lower case
   * @throws Refused 404 when no order has this address; 409 when that was asked already.
   */
  async ask(staff: Staff, address: string): Promise<void> {
    if ((await this.queries.countOrders(address)) === 0) throw new Refused('No order has this address.', 404);

    const shown = maskedAddress(address);
    await this.transactions.run(async (manager) => {
      const id = await this.queries.add(address, shown, staff.id, manager);
      if (id === undefined) throw new Refused('This was asked already. Another Admin has to confirm it.', 409);
      const note = `Request ${id}`;
      await this.activity.note(staff, { orderId: null, action: 'person.erase-asked', to: shown, note }, manager);
    });
  }

  /** Confirms what another Admin asked; a job then erases. @throws Refused 404, 409, and 403 for who asked. */
  async confirm(staff: Staff, requestId: number): Promise<void> {
    await this.decide(staff, requestId, 'person.erase-confirmed', async (request, manager) => {
      if (request.askedBy === staff.id) throw new Refused('You asked for this. Another Admin has to confirm it.', 403);
      await this.queries.confirm(requestId, staff.id, manager);
    });
    await this.jobs.later('person.erase', { requestId }, requestId);
  }

  /** Takes back what nobody confirmed. @throws Refused 404, 409. */
  async withdraw(staff: Staff, requestId: number): Promise<void> {
    await this.decide(staff, requestId, 'person.erase-withdrawn', (_request, manager) =>
      this.queries.withdraw(requestId, staff.id, manager),
    );
  }

  /** The newest requests, each with the orders that hold it up. */
  async newest(staff: Staff): Promise<PersonRequestEntry[]> {
    const requests = await this.queries.newest(requestsShown);
    return Promise.all(
      requests.map(async (request) => {
        const left = request.address === null ? [] : await this.queries.orders(request.address, 0, leftShown);
        return toPersonRequest(request, left, staff.id);
      }),
    );
  }

  /**
   * Erases the orders of a confirmed request, each in a transaction of its own. Frozen ones are left for the next day's run.
   * Done twice it changes nothing.
   */
  async eraseNow(requestId: number): Promise<void> {
    const request = await this.queries.byId(requestId);
    if (!request?.address) return;

    for await (const id of this.queries.every(request.address)) await this.queries.erase(requestId, id);
    // after the orders, because a copy that was asked for meanwhile has what was erased of them
    await this.copies.removeOf(request.address);
    await this.queries.removeUnmatched(request.address);
    await this.retention.removeFiles();
    if (await this.queries.end(requestId)) this.log.log({ request: requestId }, 'person erased');
  }

  /** Goes on with what was confirmed and could not be ended, because an order was frozen or a job was lost. */
  async goOn(): Promise<void> {
    for (const id of await this.queries.confirmed()) await this.eraseNow(id);
  }

  private async decide(
    staff: Staff,
    requestId: number,
    action: ActivityAction,
    work: (request: PersonRequest, manager: Parameters<PersonsQueries['lock']>[1]) => Promise<void>,
  ): Promise<void> {
    await this.transactions.run(async (manager) => {
      const request = await this.queries.lock(requestId, manager);
      if (!request) throw new Refused('Request not found', 404);
      if (request.withdrawnAt) throw new Refused('This request was taken back.', 409);
      if (request.confirmedAt) throw new Refused(`${request.confirmer} confirmed this already.`, 409);
      await work(request, manager);
      const note = `Request ${requestId}`;
      await this.activity.note(staff, { orderId: null, action, to: request.shown, note }, manager);
    });
  }
}
