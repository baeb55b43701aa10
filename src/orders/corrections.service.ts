import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { customer } from '../activity/actor.js';
import type { Order } from '../database/order.entity.js';
import { Env } from '../platform/env.js';
import { formOf } from '../platform/form/authority-form.js';
import { cityCodeOf, entriesOf } from '../platform/form/entries.js';
import { Refused } from '../platform/reply.js';
import { amendChanges, type AmendChanges } from '../shared/amend.js';
import type { Corrected } from '../shared/answers/amend.js';
import type { FormField } from '../shared/authority-form.js';
import { type CorrectionName, correctionFields, correctionNames } from '../shared/correction-fields.js';
import { type AskedField, askedOf, type CorrectionField, type CorrectionState } from '../shared/corrections.js';
import { choicesAfter, type FormChoices } from '../shared/form/choices.js';
import { encodeOrderId } from '../shared/order-id.js';
import { correctedStatuses } from '../shared/order-statuses.js';
import { routes } from '../shared/routes.js';
import { difference, valuesOf, windowOf } from './amend.js';
import { AmendQueries } from './amend.queries.js';
import { AmendService } from './amend.service.js';
import { ChecksService } from './checks.service.js';
import { toCorrectionField } from './corrections.present.js';
import { HoldingService } from './holding.service.js';

/** What a customer wrote into fields of the form. */
export type Written = Partial<Record<CorrectionName, string>>;

type Asked = { asked: AskedField[]; form: FormField[] };

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
  async of(order: Order, manager?: EntityManager): Promise<{ state: CorrectionState; fields: CorrectionField[] }> {
    const state = await this.stateOf(order, manager);
    if (state !== 'open') return { state, fields: [] };
    const { asked, form } = await this.askedOf(order, manager);
    return { state, fields: asked.map((field) => toCorrectionField(field, valuesOf(order), form)) };
  }

  /** Where the customer corrects the order; undefined when nothing is asked that the form has a field for. */
  async linkOf(order: Order, manager?: EntityManager): Promise<string | undefined> {
    const { fields } = await this.of(order, manager);
    return fields.length === 0 ? undefined : this.env.publicUrl + routes.correct(encodeOrderId(order.id));
  }

  /**
   * Amends the order with what the customer wrote, whoever holds it. An empty field stays as it is. The same once more
   * changes nothing.
   * @param version the version that the customer's page was made of
   * @throws Refused 409 when the order can't be corrected, or was changed since; 422 for a field that is not asked for, for
   * a value that would be asked for again, and when nothing is corrected
   */
  correct(orderId: number, version: number, written: Written): Promise<Corrected> {
    return this.holding.locked(orderId, async (order, manager) => {
      if (isSentTwice(order, version, written))
        return { changed: [], asked: namesOf(await this.askedOf(order, manager)) };
      const state = await this.stateOf(order, manager);
      if (state !== 'open') throw new Refused(cannot[state], 409);
      if (version !== order.version) throw new Refused(changedSince, 409);

      const now = await this.askedOf(order, manager);
      const { changes, choices } = this.changesOf(order, now, written);
      const after = await this.askedOf(this.amended(order, changes, choices), manager);
      refuseFailing(after, changes);
      const changed = await this.amending.amendIn(customer, order, { changes, choices, reason }, manager);
      return { changed, asked: namesOf(after) };
    });
  }

  private async stateOf(order: Order, manager?: EntityManager): Promise<CorrectionState> {
    const { processStatus, submitted, submitAgain, outdatedCard, erasedAt } = order;
    if (processStatus === 'Refunds') return 'refunded';
    if (processStatus === 'Deleted' || erasedAt) return 'shut';
    const card = (await this.queries.newestCard(order.id, manager)) ?? 0;
    const isWithAuthority = processStatus === 'AwaitingGovt' || submitted !== null || card > (outdatedCard ?? 0);
    if (isWithAuthority && !submitAgain) return 'submitted';
    return correctedStatuses.includes(processStatus) ? 'open' : 'shut';
  }

  private async askedOf(order: Order, manager?: EntityManager): Promise<Asked> {
    const [checks = []] = await this.checks.of([order], manager);
    const form = formOf(order, valuesOf(order), this.env);
    return { asked: askedOf(checks, form), form };
  }

  /** The order as it would be with these changes. */
  private amended(order: Order, changes: AmendChanges, choices: FormChoices): Order {
    const { names, to } = difference(order, changes);
    const window = to.doa === undefined ? {} : windowOf(to.doa, this.env.SUBMISSION_WINDOW_DAYS);
    const formChoices = { ...choicesAfter(order.formChoices, names), ...choices };
    return Object.assign({}, order, to, window, { formChoices });
  }

  /** What is written, checked field by field. @throws Refused 422 */
  private changesOf(order: Order, { asked, form }: Asked, written: Written) {
    const errors: Record<string, string> = {};
    const given: Written = {};
    const before = valuesOf(order);
    const state = form.find(({ id }) => id === 'accommodationState')?.code ?? undefined;
    for (const name of correctionNames) {
      const field = asked.find((one) => one.name === name);
      const value = cleaned(name, written[name]);
      if (!field && written[name] !== undefined) errors[name] = 'This is not asked for.';
      if (!field || value === '') continue;
      // what may be right as it is stays, and so does a city that the form's list lacks
      const { control, limit } = correctionFields[name];
      const list = control ? entriesOf(control, state) : null;
      const mayStay = field.kind === 'doubtful' || field.kind === 'also' || (name === 'city' && list === null);
      if (value === before[name] && mayStay) continue;
      if (value === before[name]) errors[name] = field.why;
      else if (list && !list.some((one) => one.value === value)) errors[name] = 'Please choose one from the list.';
      else if (limit && value.length > limit) errors[name] = `At most ${limit} characters.`;
      else given[name] = value;
    }
    const checked = amendChanges.safeParse(given);
    for (const { path } of checked.error?.issues ?? []) errors[String(path[0])] ??= wrong(String(path[0]));
    if (Object.keys(errors).length > 0) throw Refused.input(errors);
    if (Object.keys(given).length === 0) throw Refused.input(emptyOf(asked));

    const code = given.city && cityCodeOf(given.city, state);
    const choices: FormChoices = code?.endsWith('00') ? { accommodationCity: code } : {};
    return { changes: checked.data!, choices };
  }
}

const reason = 'Sent by the customer on their page.';
const changedSince =
  'Your order was changed in the meantime. Please look at your details again, and send them once more.';
const notADay = 'Please enter a day of the calendar.';

/** What the customer reads when nothing can be corrected. */
const cannot: Record<Exclude<CorrectionState, 'open'>, string> = {
  submitted: 'Your details have gone to the authority. If something on your card is wrong, please tell us.',
  refunded: 'This order is closed.',
  shut: 'Your details can’t be changed here now. Please write to us.',
};

/** Whether the last change of the order is this very one, which came twice. */
function isSentTwice(order: Order, version: number, written: Written): boolean {
  const now = valuesOf(order);
  const values = correctionNames.map((name) => [now[name], cleaned(name, written[name])]);
  const isSame = values.every(([kept, sent]) => sent === '' || sent === kept);
  return order.changedBy === customer.name && order.version === version + 1 && isSame;
}

/** Without blanks at its ends; those of a passport number are left out. */
function cleaned(name: CorrectionName, value = ''): string {
  return name === 'passport_no' ? value.replace(/\s/g, '') : value.trim();
}

/** @throws Refused 422 for what would be asked for again. A city without a list is chosen from one once its state is known. */
function refuseFailing({ asked, form }: Asked, changes: AmendChanges): void {
  const errors: Record<string, string> = {};
  if (changes.doa && form.some(({ id, fault }) => id === 'depDt' && fault)) errors['dod'] = departsTooEarly;
  for (const { name, kind, why } of asked)
    if (changes[name] !== undefined && kind !== 'also' && name !== 'city') errors[name] ??= why;
  if (Object.keys(errors).length > 0) throw Refused.input(errors);
}

const departsTooEarly = 'The departure is before the arrival.';

function wrong(name: string): string {
  return correctionFields[name as CorrectionName].kind === 'date' ? notADay : 'Please look at this again.';
}

/** What is said at each field when nothing was corrected. */
function emptyOf(asked: AskedField[]): Record<string, string> {
  const needed = asked.filter(({ kind }) => kind !== 'also');
  return Object.fromEntries(
    needed.map(({ name, kind, why }) => [name, kind === 'missing' ? `Missing: ${correctionFields[name].label}` : why]),
  );
}

function namesOf({ asked }: Asked): CorrectionName[] {
  return asked.filter(({ kind }) => kind !== 'also').map(({ name }) => name);
}
