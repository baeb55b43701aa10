import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import { Sessions } from '../auth/sessions.js';
import type { Staff } from '../auth/staff.js';
import { PageStatesService } from '../authority/page-states.service.js';
import { refuseErased } from '../orders/changes.js';
import { HoldingService } from '../orders/holding.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { Env } from '../platform/env.js';
import { builtFiller } from '../platform/filler-script.js';
import { networkOf } from '../platform/network.js';
import { Refused } from '../platform/reply.js';
import { Throttle } from '../platform/throttle.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import { FoundCardsService } from '../inbound/found-cards.service.js';
import type { CodeGiven, Filling, Lookup, Opened, TakenSlip, VisitPassLookup } from '../shared/answers/filler.js';
import type { ActivityAction } from '../shared/activity-actions.js';
import type { Submitted } from '../shared/authority-form.js';
import type { AuthorityPage } from '../shared/authority-pages.js';
import type { PageAnswer } from '../shared/filler.js';
import { type Control, formControls, formIds } from '../shared/form/controls.js';
import { lookupControls } from '../shared/form/lookup.js';
import { fillingMinutes } from '../shared/limits.js';
import type { ScriptRun } from '../shared/script-run.js';
import { addressOf, fillingOf, lookupOf, refusals, visitPassLookupOf } from './authority-page.js';
import { hashOf, newCode } from './codes.js';
import { FillerQueries } from './filler.queries.js';

/** How many wrong codes a network may try within so many minutes. */
const mostTries = 20;
const triesMinutes = 15;

/** Gives the script on the authority's pages its values, and takes what the pages answered (docs/form.md#the-script-that-fills-the-form). */
@Injectable()
export class FillerService {
  constructor(
    private readonly queries: FillerQueries,
    private readonly holding: HoldingService,
    private readonly orders: OrdersService,
    private readonly found: FoundCardsService,
    private readonly pages: PageStatesService,
    private readonly sessions: Sessions,
    private readonly activity: ActivityService,
    private readonly transactions: Transactions,
    private readonly throttle: Throttle,
    private readonly env: Env,
  ) {}

  /**
   * A code for one filling of this page for an order, good for ten minutes and while the member's session is.
   * @throws Refused 404; 409 held by somebody else, erased, or in a status in which nothing is to submit, or no card may be sent;
   * 409 while the page is known to have changed
   */
  async codeFor(staff: Staff, orderId: number, page: AuthorityPage): Promise<CodeGiven> {
    await this.pages.refuseChanged(page);
    const code = newCode();
    const filling = await this.holding.changing(staff, orderId, {}, async (order, manager) => {
      const refusal = refusals[page](order.processStatus);
      if (refusal) throw new Refused(refusal, 409);
      refuseErased(order);
      await this.queries.add({ page, orderId, sessionId: staff.sessionId, sha256: hashOf(code) }, manager);
      await this.activity.note(staff, { orderId, action: 'form.code-given' }, manager);
      return this.fillingOf(page, order);
    });
    const until = new Date(Date.now() + fillingMinutes * 60_000).toISOString();
    const text = Buffer.from(JSON.stringify(filling)).toString('base64url');
    return { code, until, form_url: addressOf(page, this.env.AUTHORITY_FORM_URL), text };
  }

  /**
   * The values of the order that a code is about; the code is used up by it.
   * @throws Refused 404 for a code that is not good, or no longer; 409 for an order that was erased since, or while the page is
   * known to have changed; 429 after too many
   * wrong codes from one network
   */
  async open(code: string, ip: string): Promise<Opened> {
    const answer = newCode();
    const filling = await this.tried(ip, async () => {
      const used = await this.queries.use(hashOf(code), hashOf(answer));
      const staff = used && (await this.sessions.memberOf(used.sessionId));
      return staff && { ...used, staff };
    });
    const { page, staff, orderId } = filling;
    await this.pages.refuseChanged(page);
    const order = await this.orders.find(orderId);
    refuseErased(order);
    await this.activity.noteAlone(staff, { orderId, action: `${page}.values-taken` });
    return { ...(await this.fillingOf(page, order)), answer };
  }

  /**
   * Keeps what a run of the script found of its page. With the order it notes that the page was filled, or that it changed or did
   * not answer before anything was filled in.
   * @returns what the member is told
   * @throws Refused 404 and 429 as above
   */
  async ran(code: string, run: ScriptRun, ip: string): Promise<string> {
    const filling = await this.tried(ip, () => this.queries.ofAnswer(hashOf(code)));
    const { page, orderId, memberId, name } = filling;
    await this.transactions.run(async (manager) => {
      if (await this.pages.ran(filling, run, manager))
        await this.activity.note({ id: memberId, name }, { orderId, ...noteOf(page, run) }, manager);
    });
    if (run.outcome !== 'changed') return 'It is noted.';
    return run.script === builtFiller().version
      ? 'The desk fills nothing there until an Admin has looked at the page.'
      : 'This script is of an earlier version than the desk’s. Get the new one there.';
  }

  /**
   * Notes what a page answered. Once the form accepted, the order waits for the authority, with the values that were submitted.
   * @throws Refused 404, 409 and 429 as above: neither values nor words come back to an order that was erased
   */
  async answered(code: string, answer: PageAnswer, ip: string): Promise<void> {
    const page = answer.outcome === 'entered' ? 'visit-pass' : 'form';
    const { orderId, memberId, name } = await this.tried(ip, () => this.queries.ofAnswer(hashOf(code), page));
    const actor = { id: memberId, name };
    await this.holding.locked(orderId, async (order, manager) => {
      refuseErased(order);
      if (answer.outcome === 'refused') {
        await this.activity.note(actor, { orderId, action: 'form.refused', note: answer.words }, manager);
        return;
      }
      // of two answers with one code one counts
      if (!(await this.queries.end(hashOf(code), manager))) return;
      if (answer.outcome === 'entered') {
        await this.activity.note(actor, { orderId, action: 'visit-pass.read', to: answer.entry }, manager);
        return;
      }
      const { words, values } = answer;
      await this.activity.note(actor, { orderId, action: 'form.accepted', note: words }, manager);
      const fields = formIds.map((id) => ({ id, value: values[id] ?? '' }));
      const submitted: Submitted = { at: new Date().toISOString(), by: name, fields };
      await this.orders.submittedAs(actor, order, submitted, manager);
    });
  }

  /**
   * Takes the slip of an order, which *Check Registration* gave out, as a card that was found.
   * @param read reads the file; nothing is read for a code that is not good
   * @returns how it compares with the order
   * @throws Refused 415 for what is no slip; 404, 409 and 429 as above; 503 when the file could not be read in time, or kept
   */
  async slip(code: string, read: () => Promise<Buffer>, ip: string): Promise<TakenSlip> {
    const { orderId, memberId, name } = await this.tried(ip, () => this.queries.ofAnswer(hashOf(code), 'registration'));
    const slip = await this.found.keepSlip(await read());
    return this.holding.locked(orderId, async (order, manager) => {
      refuseErased(order);
      const refusal = refusals.registration(order.processStatus);
      if (refusal) throw new Refused(refusal, 409);
      // of two slips by one code one counts
      if (!(await this.queries.end(hashOf(code), manager))) throw notGood();
      const { verdict, note } = await this.found.addSlip(slip, order, { id: memberId, name }, manager);
      return { verdict, note };
    });
  }

  private async fillingOf(page: AuthorityPage, order: Order): Promise<Filling | Lookup | VisitPassLookup> {
    const fields = this.orders.form(order);
    if (page === 'form') return fillingOf(order, fields);
    const pin = await this.found.newestPin(order.id);
    return page === 'registration' ? lookupOf(order, fields, pin) : visitPassLookupOf(order, fields, pin);
  }

  /** What a code opens. A try is counted before it is looked up, and taken back when it was right. */
  private async tried<Found>(ip: string, look: () => Promise<Found | undefined>): Promise<Found> {
    const key = `filler:${networkOf(ip)}`;
    await this.throttle.count(key, mostTries, triesMinutes);
    const found = await look();
    if (!found) throw notGood();
    await this.throttle.forgive(key);
    return found;
  }
}

function notGood(): Refused {
  return new Refused('This code is not good, or no longer. Take a new one on the order’s page.', 404);
}

/** What the activity notes of a run. */
function noteOf(page: AuthorityPage, { outcome, unfilled }: ScriptRun): { action: ActivityAction; note?: string } {
  const controls: Record<string, Control> = page === 'form' ? formControls : lookupControls[page];
  const left = Object.keys(controls).filter((id) => unfilled.some((one) => one === id));
  // a run that got no answer in the middle names controls
  const isBegun = outcome === 'filled' || (outcome === 'silent' && unfilled.length > 0);
  if (isBegun && left.length < Object.keys(controls).length) {
    const note = left.map((id) => controls[id]!.label).join(', ');
    return { action: `${page}.filled`, ...(note && { note }) };
  }
  return { action: `${page}.not-filled`, note: outcome === 'changed' ? 'changed' : 'silent' };
}
