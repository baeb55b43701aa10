import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { customer } from '../activity/actor.js';
import type { VisitorOrigin } from '../database/noted-visitor.js';
import type { Order } from '../database/order.entity.js';
import { Env } from '../platform/env.js';
import { formOf } from '../platform/form/authority-form.js';
import { countryOf } from '../platform/form/countries.js';
import { cityCodeOf } from '../platform/form/entries.js';
import { Refused } from '../platform/reply.js';
import type { AmendChanges } from '../shared/amend.js';
import type { Corrected, CorrectionEntry } from '../shared/answers/amend.js';
import type { CorrectionName } from '../shared/correction-fields.js';
import { askedOf, type CorrectionField, type CorrectionState } from '../shared/corrections.js';
import { choicesAfter, type FormChoices } from '../shared/form/choices.js';
import type { CheckId } from '../shared/order-checks.js';
import { encodeOrderId } from '../shared/order-id.js';
import { correctedStatuses } from '../shared/order-statuses.js';
import { routes } from '../shared/routes.js';
import { amendedOrder, difference, valuesOf } from './amend.js';
import { AmendQueries } from './amend.queries.js';
import { AmendService } from './amend.service.js';
import { ChecksService } from './checks.service.js';
import {
  type Asked,
  changesOf,
  isSentTwice,
  namesOf,
  refuseFailing,
  stateCodeIn,
  type Written,
} from './corrections.js';
import { toCorrection, toCorrectionField } from './corrections.present.js';
import { HoldingService } from './holding.service.js';

/** What the customers are asked to correct of their orders, and their corrections (docs/visitors.md#correct-your-details). */
@Injectable()
export class CorrectionsService {
  constructor(
    private readonly queries: AmendQueries,
    private readonly amending: AmendService,
    private readonly holding: HoldingService,
    private readonly checks: ChecksService,
    private readonly env: Env,
  ) {}

  /** What the customer is asked to correct now; nothing unless the order is `open` to it. */
  async of(order: Order): Promise<{ state: CorrectionState; fields: CorrectionField[] }> {
    const state = await this.stateOf(order);
    if (state !== 'open') return { state, fields: [] };
    const { asked, form } = this.askedOf(order, order.checks);
    return { state, fields: asked.map((field) => toCorrectionField(field, valuesOf(order), form)) };
  }

  /** The wire names of what the customer is asked to correct now. */
  async askedNames(order: Order, manager?: EntityManager): Promise<CorrectionName[]> {
    if ((await this.stateOf(order, manager)) !== 'open') return [];
    return this.askedOf(order, order.checks).asked.map(({ name }) => name);
  }

  /** Where the customer corrects the order; undefined when nothing is asked that the form has a field for. */
  async linkOf(order: Order, manager?: EntityManager): Promise<string | undefined> {
    const names = await this.askedNames(order, manager);
    return names.length === 0 ? undefined : this.env.publicUrl + routes.correct(encodeOrderId(order.id));
  }

  /**
   * Amends the order with what the customer wrote, whoever holds it. An empty field stays as it is. The same once more
   * changes nothing.
   * @param version the version that the customer's page was made of
   * @param from kept as evidence
   * @throws Refused 409 when the order can't be corrected, or was changed since; 422 for a field that is not asked for, for
   * a value that would be asked for again, and when nothing is corrected
   */
  correct(orderId: number, version: number, written: Written, from: VisitorOrigin): Promise<Corrected> {
    return this.holding.locked(orderId, async (order, manager) => {
      const now = this.askedOf(order, order.checks);
      if (isSentTwice(order, version, written)) return { changed: [], asked: namesOf(now) };
      const state = await this.stateOf(order, manager);
      if (state !== 'open') throw new Refused(cannot[state], 409);
      if (version !== order.version) throw new Refused(changedSince, 409);

      const changes = changesOf(order, now, written);
      const choices = this.choicesOf(order, now, changes);
      const amended = this.amended(order, changes, choices);
      const [checks = []] = await this.checks.of([amended], manager);
      const after = this.askedOf(amended, checks);
      refuseFailing(now.asked, after, changes);
      const isAnswer = checks.length === 0 && after.asked.length === 0;
      const changed = await this.amending.amendIn(customer, order, { changes, choices, reason, isAnswer }, manager);
      if (changed.length > 0) await this.queries.addCorrection(orderId, from, manager);
      return { changed, asked: namesOf(after) };
    });
  }

  /** Where the newest corrections of an order came from, newest first. */
  async ofOrder(orderId: number): Promise<CorrectionEntry[]> {
    return (await this.queries.correctionsOf(orderId)).map(toCorrection);
  }

  private async stateOf(order: Order, manager?: EntityManager): Promise<CorrectionState> {
    const { processStatus, submitted, submitAgain, erasedAt } = order;
    if (processStatus === 'Refunds') return 'refunded';
    if (processStatus === 'Deleted' || erasedAt) return 'shut';
    const isSubmitted = processStatus === 'AwaitingGovt' || submitted !== null;
    if (!submitAgain && (isSubmitted || (await this.hasCard(order, manager)))) return 'submitted';
    return correctedStatuses.includes(processStatus) ? 'open' : 'shut';
  }

  private async hasCard({ id, outdatedCard }: Order, manager?: EntityManager): Promise<boolean> {
    return ((await this.queries.newestCard(id, manager)) ?? 0) > (outdatedCard ?? 0);
  }

  private askedOf(order: Order, checks: readonly CheckId[]): Asked {
    const values = valuesOf(order);
    const form = formOf(order, values, this.env);
    return { asked: askedOf(checks, form, values), form };
  }

  /** The order as it would be with these changes. */
  private amended(order: Order, changes: AmendChanges, choices: FormChoices): Order {
    const { names, to } = difference(order, changes);
    const formChoices = { ...choicesAfter(order.formChoices, names), ...choices };
    return amendedOrder(order, { names, to: { ...to, formChoices } }, this.env.SUBMISSION_WINDOW_DAYS);
  }

  /** The rows that the customer chose and the texts alone leave open: the whole state as a city, a country that the port is not in. */
  private choicesOf(order: Order, { form }: Asked, changes: AmendChanges): FormChoices {
    const { city, embarkation_country: country } = changes;
    const cityCode = city === undefined ? undefined : cityCodeOf(city, stateCodeIn(form));
    const found = country === undefined ? undefined : countryOf(country);
    const after = this.amended(order, changes, {});
    const isOpen = formOf(after, valuesOf(after), this.env).some(({ id, note }) => id === 'embark' && note !== null);
    return {
      ...(cityCode?.endsWith('00') && { accommodationCity: cityCode }),
      ...(isOpen && found && 'code' in found && { embark: found.code }),
    };
  }
}

const reason = 'Sent by the customer on their page.';
const changedSince =
  'Your order was changed in the meantime. Please look at your details again, and send them once more.';

/** What the customer reads when nothing can be corrected. */
const cannot: Record<Exclude<CorrectionState, 'open'>, string> = {
  submitted: 'Your details have gone to the authority. If something on your card is wrong, please tell us.',
  refunded: 'This order is closed.',
  shut: 'Your details can’t be changed here now. Please write to us.',
};
