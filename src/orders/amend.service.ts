import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import { DraftsService } from '../drafts/drafts.service.js';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import { type AmendName, amendSections, type AmendSection } from '../shared/amend-fields.js';
import type { AmendOrder, ChooseFormRow } from '../shared/amend.js';
import { amendedOf } from '../shared/changed-fields.js';
import type { Amended } from '../shared/answers/amend.js';
import { departsTooEarly } from '../shared/intake.js';
import { rowOf } from '../platform/form/authority-form.js';
import { choicesAfter, type FormChoices, textsOf } from '../shared/form/choices.js';
import { orderOfMailbox, ownMailbox } from '../shared/mail-address.js';
import { statusRows } from '../shared/order-statuses.js';
import { amendedOrder, difference, isOnCard, statusAfter, valuesOf } from './amend.js';
import { AmendQueries, type MailToOld } from './amend.queries.js';
import { enteringToday } from './changes.js';
import { ChecksService } from './checks.service.js';
import { HoldingService } from './holding.service.js';
import { OrdersQueries } from './orders.queries.js';

type Amendment = Pick<AmendOrder, 'changes' | 'reason'> & {
  /** The rows of the form's lists that are meant by the changed texts. */
  choices?: FormChoices;
  /** Whether nothing is asked of the customer afterwards: an order that waits for the customer goes to its queue. */
  isAnswer?: boolean;
};

/** Changes what a customer or a shop told wrongly (docs/orders.md#amend-an-order). */
@Injectable()
export class AmendService {
  constructor(
    private readonly queries: AmendQueries,
    private readonly orders: OrdersQueries,
    private readonly holding: HoldingService,
    private readonly checks: ChecksService,
    private readonly activity: ActivityService,
    private readonly drafts: DraftsService,
    private readonly env: Env,
  ) {}

  /**
   * Writes the changes, what follows from them, and one activity row, in one transaction. Writes nothing when nothing
   * changes.
   * @throws Refused 403, 404, 409 as every change; 409 for a deleted order; 422 when the departure would be before the
   * arrival, and for an order's own mailbox in the place of the customer's address.
   */
  amend(
    staff: Staff,
    { orderId, version, changes, reason }: AmendOrder,
  ): Promise<{ result: Amended; version: number }> {
    return this.holding.changing(staff, orderId, { version, permission: 'orders.amend' }, async (order, manager) => {
      const before: Order = Object.assign({}, order);
      const names = await this.amendIn(staff, order, { changes, reason }, manager);
      if (names.length === 0) return { result: unchanged, version: order.version };

      await this.spendDrafts(staff, order, names, { ...changes, reason }, manager);
      const mails = names.includes('contact_email_address')
        ? await this.queries.mailsTo(orderId, before.contactEmailAddress, manager)
        : [];
      return { result: toAmended(before, order, names, mails), version: order.version };
    });
  }

  /**
   * As `amend`, in the transaction that has locked the order.
   * @returns the wire names of what changed
   */
  async amendIn(
    actor: Actor,
    order: Order,
    { changes, reason, choices = {}, isAnswer = false }: Amendment,
    manager: EntityManager,
  ): Promise<AmendName[]> {
    refuseUnlessAmendable(order);
    if (orderOfMailbox(changes.contact_email_address ?? '', this.env.APPLICATION_MAIL_DOMAIN))
      throw Refused.input({ contact_email_address: ownMailbox });
    const { names, to } = difference(order, changes);
    if (names.length === 0) return [];

    const before: Order = Object.assign({}, order);
    const formChoices = { ...choicesAfter(order.formChoices, names), ...choices };
    const further = await this.consequences(order, names, { ...to, formChoices }, manager);
    const after: Order = Object.assign({}, order, to, further);
    if (isAnswer && statusRows[after.processStatus].waitsForCustomer) further.processStatus = enteringToday(after);
    await this.orders.change(order, { ...to, ...further }, actor.name, manager);
    if (names.includes('passport_no') || names.includes('doa')) await this.checks.ofOthers([before, order], manager);
    await this.note(actor, before, order, names, reason, manager);
    return names;
  }

  /**
   * Chooses the row of one of the form's lists that is meant by what was sent, or takes the choice back; the text stays as it
   * was sent. Writes nothing when nothing changes. Returns the order's version.
   * @throws Refused 403, 404, 409 as an amendment; 422 for a row that the list doesn't have
   */
  choose(staff: Staff, { orderId, version, field, code }: ChooseFormRow): Promise<number> {
    const row = code === null ? null : rowOf(field, code);
    if (row === undefined) throw Refused.input({ code: 'The form’s list has no such row.' });

    return this.holding.changing(staff, orderId, { version, permission: 'orders.amend' }, async (order, manager) => {
      refuseUnlessAmendable(order);
      const { [field]: before, ...others } = order.formChoices;
      if ((before ?? null) === code) return order.version;

      const formChoices: FormChoices = code === null ? others : { ...others, [field]: code };
      const texts = textsOf(field);
      const further = await this.consequences(order, texts, { formChoices }, manager);
      const sent = texts.map((name) => valuesOf(order)[name]).find(Boolean);
      await this.orders.change(order, further, staff.name, manager);
      const from = row === null ? rowOf(field, before!) : sent;
      const changes = { [field]: { from: from ?? null, to: row } };
      await this.activity.note(staff, { orderId, action: 'order.row-chosen', changes }, manager);
      return order.version;
    });
  }

  /** What follows from the changes: window, status, outdated cards, the other addresses, choices that end. */
  private async consequences(
    order: Order,
    names: AmendName[],
    to: Partial<Order>,
    manager: EntityManager,
  ): Promise<Partial<Order>> {
    const after = amendedOrder(order, { names, to }, this.env.SUBMISSION_WINDOW_DAYS);
    if (after.dod !== null && after.dod < after.doa)
      throw Refused.input({ [names.includes('dod') ? 'dod' : 'doa']: departsTooEarly });

    const card = names.some(isOnCard) ? await this.queries.newestCard(order.id, manager) : undefined;
    const wasSubmitted = card !== undefined || order.submitted !== null || order.processStatus === 'AwaitingGovt';
    const submitAgain = names.some(isOnCard) && wasSubmitted;
    const [checks = []] = await this.checks.of([after], manager);
    return {
      checks,
      processingDate: after.processingDate,
      processMonth: after.processMonth,
      confirmContactEmailAddress: after.confirmContactEmailAddress,
      email: after.email,
      addressSince: after.addressSince,
      processStatus: statusAfter(after, { submitAgain, arrivalChanged: names.includes('doa') }),
      submitAgain: order.submitAgain || submitAgain,
      outdatedCard: card ?? order.outdatedCard,
      formChoices: after.formChoices,
    };
  }

  private async note(
    actor: Actor,
    before: Order,
    after: Order,
    names: AmendName[],
    reason: string,
    manager: EntityManager,
  ): Promise<void> {
    const moved = before.processStatus !== after.processStatus;
    const entry = {
      orderId: after.id,
      action: 'order.amended' as const,
      ...(moved && { from: before.processStatus, to: after.processStatus }),
      note: reason,
      changes: amendedOf(names, valuesOf(before), valuesOf(after)),
    };
    await this.activity.note(actor, entry, manager);
  }

  private async spendDrafts(
    staff: Staff,
    order: Order,
    names: AmendName[],
    written: object,
    manager: EntityManager,
  ): Promise<void> {
    const sent = { ...valuesOf(order), ...written };
    const sections = Object.entries(amendSections) as [AmendSection, { fields: readonly AmendName[] }][];
    for (const [section, { fields }] of sections) {
      if (fields.some((name) => names.includes(name)))
        await this.drafts.spend(staff, { form: section, about: order.id }, sent, manager);
    }
  }
}

/** @throws Refused 409 for an order that is deleted, or whose data was erased */
function refuseUnlessAmendable({ processStatus, erasedAt }: Order): void {
  if (processStatus === 'Deleted') throw new Refused('Order is deleted and can’t be amended', 409);
  if (erasedAt) throw new Refused('The data of this order was erased and can’t be amended', 409);
}

const unchanged: Amended = {
  changed: [],
  moved_to: null,
  opens: null,
  submit_again: false,
  mails_to_old_address: [],
};

function toAmended(before: Order, after: Order, names: AmendName[], mails: MailToOld[]): Amended {
  const isFuture = after.processStatus === 'Future';
  return {
    changed: names,
    moved_to: before.processStatus === after.processStatus ? null : after.processStatus,
    opens: isFuture ? after.processingDate : null,
    submit_again: after.submitAgain,
    mails_to_old_address: mails.map(({ id, kind, createTs, state }) => ({
      id,
      kind,
      create_ts: createTs.toISOString(),
      state,
    })),
  };
}
