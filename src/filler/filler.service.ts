import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import { Sessions } from '../auth/sessions.js';
import type { Staff } from '../auth/staff.js';
import { refuseErased } from '../orders/changes.js';
import { HoldingService } from '../orders/holding.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { Env } from '../platform/env.js';
import { networkOf } from '../platform/network.js';
import { Refused } from '../platform/reply.js';
import { Throttle } from '../platform/throttle.js';
import type { Order } from '../database/order.entity.js';
import type { CodeGiven, Filling, OpenedFilling } from '../shared/answers/filler.js';
import type { Submitted } from '../shared/authority-form.js';
import type { FormAnswer } from '../shared/filler.js';
import { formIds } from '../shared/form/controls.js';
import { fillingMinutes } from '../shared/limits.js';
import { statusRows } from '../shared/order-statuses.js';
import { hashOf, newCode } from './codes.js';
import { FillerQueries } from './filler.queries.js';

/** How many wrong codes a network may try within so many minutes. */
const mostTries = 20;
const triesMinutes = 15;

/** Gives the script that fills the authority's form its values (docs/form.md#the-script-that-fills-the-form). */
@Injectable()
export class FillerService {
  constructor(
    private readonly queries: FillerQueries,
    private readonly holding: HoldingService,
    private readonly orders: OrdersService,
    private readonly sessions: Sessions,
    private readonly activity: ActivityService,
    private readonly throttle: Throttle,
    private readonly env: Env,
  ) {}

  /**
   * A code for one filling of this order's form, good for ten minutes and while the member's session is.
   * @throws Refused 404; 409 held by somebody else, settled, or erased
   */
  async codeFor(staff: Staff, orderId: number): Promise<CodeGiven> {
    const code = newCode();
    const filling = await this.holding.changing(staff, orderId, {}, async (order, manager) => {
      const { processStatus } = order;
      if (statusRows[processStatus].settled)
        throw new Refused(`Order is in ${processStatus}: nothing is to submit`, 409);
      refuseErased(order);
      await this.queries.add({ orderId, sessionId: staff.sessionId, sha256: hashOf(code) }, manager);
      await this.activity.note(staff, { orderId, action: 'form.code-given' }, manager);
      return this.fillingOf(order);
    });
    const until = new Date(Date.now() + fillingMinutes * 60_000).toISOString();
    const text = Buffer.from(JSON.stringify(filling)).toString('base64url');
    return { code, until, form_url: this.env.AUTHORITY_FORM_URL, text };
  }

  /**
   * The values of the order that a code is about; the code is used up by it.
   * @throws Refused 404 for a code that is not good, or no longer; 409 for an order that was erased since; 429 after too many
   * wrong codes from one network
   */
  async open(code: string, ip: string): Promise<OpenedFilling> {
    const answer = newCode();
    const filling = await this.tried(ip, async () => {
      const used = await this.queries.use(hashOf(code), hashOf(answer));
      const staff = used && (await this.sessions.memberOf(used.sessionId));
      return staff && { staff, orderId: used.orderId };
    });
    const order = await this.orders.find(filling.orderId);
    refuseErased(order);
    await this.activity.noteAlone(filling.staff, { orderId: order.id, action: 'form.filled' });
    return { ...this.fillingOf(order), answer };
  }

  /**
   * Notes what the form answered. Once it accepted, the order waits for the authority, with the values that were submitted.
   * @throws Refused 404, 409 and 429 as above: neither values nor words come back to an order that was erased
   */
  async answered(code: string, { outcome, words, values }: FormAnswer, ip: string): Promise<void> {
    const { orderId, memberId, name } = await this.tried(ip, () => this.queries.ofAnswer(hashOf(code)));
    const actor = { id: memberId, name };
    await this.holding.locked(orderId, async (order, manager) => {
      refuseErased(order);
      if (outcome === 'refused') {
        await this.activity.note(actor, { orderId, action: 'form.refused', note: words }, manager);
        return;
      }
      // of two answers with one code one counts
      if (!(await this.queries.end(hashOf(code), manager))) return;
      await this.activity.note(actor, { orderId, action: 'form.accepted', note: words }, manager);
      const fields = formIds.map((id) => ({ id, value: values[id] ?? '' }));
      const submitted: Submitted = { at: new Date().toISOString(), by: name, fields };
      await this.orders.submittedAs(actor, order, submitted, manager);
    });
  }

  private fillingOf(order: Order): Filling {
    const fields = this.orders.form(order);
    const values = Object.fromEntries(
      fields.map(({ id, value, code }) => [id, id === 'region' ? value : (code ?? value)]),
    );
    return { v: 1, order: String(order.id), values };
  }

  /** What a code opens. A try is counted before it is looked up, and taken back when it was right. */
  private async tried<Found>(ip: string, look: () => Promise<Found | undefined>): Promise<Found> {
    const key = `filler:${networkOf(ip)}`;
    await this.throttle.count(key, mostTries, triesMinutes);
    const found = await look();
    if (!found) throw new Refused('This code is not good, or no longer. Take a new one on the order’s page.', 404);
    await this.throttle.forgive(key);
    return found;
  }
}
