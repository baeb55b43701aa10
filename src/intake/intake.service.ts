import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import { recordOf } from '../database/last-change.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import { Env } from '../platform/env.js';
import { plainIp } from '../platform/place.js';
import { Refused } from '../platform/reply.js';
import { kualaLumpurToday, processingDate, processMonth } from '../shared/dates.js';
import { enteringStatus, processingModeAtIntake } from '../shared/entering-status.js';
import type { OrderReference } from '../shared/answers/intake.js';
import type { IntakeOrder, IntakePayment } from '../shared/intake.js';
import { encodeOrderId } from '../shared/order-id.js';
import { actorOf, type Shop } from './shop.js';
import { IntakeQueries, type KnownOrder, type NewOrder } from './intake.queries.js';

type Received = OrderReference & { isNew: boolean };

/** Receives orders and payments from the shops (docs/product.md#shops-and-intake). */
@Injectable()
export class IntakeService {
  constructor(
    private readonly queries: IntakeQueries,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly env: Env,
  ) {}

  /** @throws Refused 404 for a name that no shop has. */
  async shopNamed(name: string): Promise<Shop> {
    const shop = await this.queries.shopByName(name);
    if (!shop) throw new Refused(`There is no shop ${name}.`, 404);
    return shop;
  }

  /**
   * Adds an order, once for each reference of the shop. The same body again returns the same order; of parallel repeats
   * one adds the order.
   * @throws Refused 409 for a different body under a known reference, 422 for an unknown gateway.
   */
  async receive(shop: Shop, input: IntakeOrder): Promise<Received> {
    const [answer] = await this.receiveAll(shop, [input]);
    if (answer instanceof Refused) throw answer;
    return answer!;
  }

  /**
   * Adds orders as `receive` does, in one transaction. Returns the results in the order of the inputs; a refused order
   * stops no other.
   * @param by the actor's name in the activity
   */
  async receiveAll(shop: Shop, inputs: IntakeOrder[], by = actorOf(shop)): Promise<(Received | Refused)[]> {
    const payable = await this.payable(inputs);
    const orders = inputs.map((input) => this.toOrder(shop, input));
    return this.transactions.run(async (manager) => {
      if (orders.length > 1) await this.queries.awaitTurn(manager);
      const known = await this.known(shop, orders, manager);
      const fresh = firsts(
        orders.filter(({ gatewayId, externalRef }) => payable(gatewayId) && !known.has(externalRef)),
      );
      const added = await this.add(by, [...fresh.values()], manager);
      // The others were added by another request. It has committed by now, because the unique key made this one wait.
      const others = [...fresh.values()].filter(({ externalRef }) => !added.has(externalRef));
      for (const [reference, order] of await this.known(shop, others, manager)) known.set(reference, order);

      return orders.map((order) => {
        if (!payable(order.gatewayId)) return noGateway();
        const id = added.get(order.externalRef)?.id;
        if (id !== undefined && fresh.get(order.externalRef) === order) return { ...toReference(id), isNew: true };
        const before = added.get(order.externalRef) ?? known.get(order.externalRef);
        return before ? again(before, order.bodySha256) : notYet();
      });
    });
  }

  /**
   * The results that `receiveAll` would give now; writes nothing.
   * @param promised hash of the body by reference, of orders that earlier lists would have added; this call adds its own
   */
  async foresee(
    shop: Shop,
    inputs: IntakeOrder[],
    promised: Map<string, string>,
  ): Promise<({ isNew: boolean } | Refused)[]> {
    const payable = await this.payable(inputs);
    const orders = inputs.map((input) => this.toOrder(shop, input));
    const known = await this.known(shop, orders);
    return orders.map(({ externalRef, bodySha256, gatewayId }) => {
      if (!payable(gatewayId)) return noGateway();
      const before = known.get(externalRef)?.bodySha256 ?? promised.get(externalRef);
      if (before !== undefined) return before === bodySha256 ? { isNew: false } : another(externalRef);
      promised.set(externalRef, bodySha256);
      return { isNew: true };
    });
  }

  /**
   * Records the payment of an order, whatever its status; a Pending one moves to the queue it enters today. A repeated
   * payment changes nothing.
   * @throws Refused 404 for a reference that is unknown or another shop's.
   */
  pay(shop: Shop, externalRef: string, payment: IntakePayment): Promise<OrderReference> {
    return this.transactions.run(async (manager) => {
      const order = await this.queries.lock(shop, externalRef, manager);
      if (!order) throw new Refused('Order not found', 404);
      if (order.paidAt && order.transactionId) return toReference(order.id);

      const actor = { id: null, name: actorOf(shop) };
      const entered = this.enters(order);
      const moves = order.processStatus === 'Pending';
      const paid = {
        ...paymentFacts(payment),
        paidAt: order.paidAt ?? new Date(),
        paidTimeTold: order.paidAt ? order.paidTimeTold : false,
        ...(moves && { processStatus: entered }),
        // A deleted order is restored to where it belongs now that it is paid.
        ...(order.statusBeforeDelete === 'Pending' && { statusBeforeDelete: entered }),
      };
      await this.queries.change(order.id, { ...paid, ...recordOf(order, paid, actor.name) }, manager);
      const to = [payment.transactionId, payment.merchantName].filter(Boolean).join(' · ');
      await this.activity.note(
        actor,
        {
          orderId: order.id,
          action: 'payment.received',
          from: order.transactionId ?? undefined,
          to,
        },
        manager,
      );
      if (moves) {
        await this.activity.note(
          actor,
          {
            orderId: order.id,
            action: 'order.moved',
            from: order.processStatus,
            to: entered,
          },
          manager,
        );
      }
      return toReference(order.id);
    });
  }

  /** The active gateway. */
  async activeGateway(): Promise<{ id: number; gateway_name: string }> {
    const { id, gatewayName } = await this.queries.activeGateway();
    return { id, gateway_name: gatewayName };
  }

  /** Returns a function that tells whether an order's gateway exists; an order may also name none. */
  private async payable(inputs: IntakeOrder[]): Promise<(gatewayId: number | null | undefined) => boolean> {
    const asked = new Set(inputs.flatMap(({ gateway_id }) => gateway_id ?? []));
    const found = new Set(asked.size > 0 ? await this.queries.gateways([...asked]) : []);
    return (id) => id === undefined || id === null || found.has(id);
  }

  private async known(shop: Shop, orders: NewOrder[], manager?: EntityManager): Promise<Map<string, KnownOrder>> {
    if (orders.length === 0) return new Map();
    const references = orders.map(({ externalRef }) => externalRef);
    return byReference(await this.queries.known(shop, references, manager));
  }

  private async add(by: string, orders: NewOrder[], manager: EntityManager): Promise<Map<string, KnownOrder>> {
    if (orders.length === 0) return new Map();
    const added = byReference(await this.queries.add(orders, manager));
    const entries = orders
      .filter(({ externalRef }) => added.has(externalRef))
      .map(({ externalRef, processStatus }) => ({
        orderId: added.get(externalRef)!.id,
        action: 'order.received',
        to: processStatus,
      }));
    if (entries.length > 0) await this.activity.noteAll({ id: null, name: by }, entries, manager);
    return added;
  }

  private enters({ wantsPriority, processingDate }: Pick<Order, 'wantsPriority' | 'processingDate'>) {
    return enteringStatus({ paid: true, wantsPriority, processingDate }, kualaLumpurToday());
  }

  private toOrder(shop: Shop, input: IntakeOrder): NewOrder {
    const wantsPriority = input.processing_mode === 'Priority';
    const opens = processingDate(input.doa, this.env.SUBMISSION_WINDOW_DAYS);
    const entered = enteringStatus({ paid: input.paid, wantsPriority, processingDate: opens }, kualaLumpurToday());
    return {
      shopId: shop.id,
      externalRef: input.external_ref,
      bodySha256: hashOf(input),
      processStatus: entered,
      processingMode: processingModeAtIntake(wantsPriority, entered),
      wantsPriority,
      processingDate: opens,
      processMonth: processMonth(opens),
      fullName: input.full_name,
      contactEmailAddress: input.contact_email_address,
      confirmContactEmailAddress: input.confirm_contact_email_address ?? input.contact_email_address,
      email: input.email ?? input.contact_email_address,
      phoneCode: input.phone_code ?? '',
      phoneNumber: input.phone_number ?? '',
      nationality: input.nationality,
      passportNo: input.passport_no,
      dob: input.dob,
      sex: input.sex,
      passportExpiry: input.passport_expiry,
      doa: input.doa,
      dod: input.dod,
      flightDetail: input.flight_detail,
      modeOfTravel: input.mode_of_travel,
      lastPortEmbarkation: input.last_port_embarkation,
      accommodationOfStay: input.accommodation_of_Stay,
      address: input.address,
      state: input.state,
      postCode: input.post_code,
      city: input.city,
      signatureName: input.signature_name,
      landingDomain: input.landing_domain,
      amount: input.amount,
      currency: input.currency,
      paidAt: input.paid ? (input.paid_at ?? new Date()) : null,
      paidTimeTold: input.paid ? input.paid_at !== undefined : null,
      transactionId: input.transaction_id,
      merchantName: input.merchant_name,
      gatewayId: input.gateway_id,
      ...cardFacts(input),
      purchaseIp: input.purchase_ip && plainIp(input.purchase_ip),
      purchaseUserAgent: input.purchase_user_agent,
      deviceFingerprint: input.device_fingerprint,
      browserTz: input.browser_tz,
      termsVersion: input.terms_version,
      termsAcceptedAt: input.terms_accepted_at,
    };
  }
}

/** The first order of each reference, in their order. */
function firsts(orders: NewOrder[]): Map<string, NewOrder> {
  const first = new Map<string, NewOrder>();
  for (const order of orders) if (!first.has(order.externalRef)) first.set(order.externalRef, order);
  return first;
}

function byReference(orders: KnownOrder[]): Map<string, KnownOrder> {
  return new Map(orders.map((order) => [order.externalRef, order]));
}

function again(known: KnownOrder, bodySha256: string): Received | Refused {
  return known.bodySha256 === bodySha256 ? { ...toReference(known.id), isNew: false } : another(known.externalRef);
}

function another(externalRef: string): Refused {
  return new Refused(`Another order was already received as ${externalRef}`, 409);
}

/** During an upgrade the database still has the earlier version's rule: a reference is unique over all shops. */
function notYet(): Refused {
  return new Refused('An upgrade is under way. Please send this order again later.', 503);
}

function noGateway(): Refused {
  return Refused.input({ gateway_id: 'There is no such gateway.' });
}

function toReference(id: number): OrderReference {
  return { order_id: id, encoded_id: encodeOrderId(id) };
}

function paymentFacts({ transactionId, merchantName, ...card }: IntakePayment): Partial<Order> {
  return given({ transactionId, merchantName, ...cardFacts(card) });
}

function cardFacts(input: Omit<IntakePayment, 'transactionId' | 'merchantName'>): Partial<Order> {
  return {
    statementDescriptor: input.statement_descriptor,
    cardBrand: input.card_brand,
    cardLast4: input.card_last4,
    cardFingerprint: input.card_fingerprint,
    avs: input.avs,
    cvv: input.cvv,
    threeDs: input.three_ds,
  };
}

/** Leaves undefined fields out, so that the order keeps its values. */
function given(facts: Partial<Order>): Partial<Order> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** SHA-256, hex, of a body's known fields, whatever their order. */
function hashOf(input: IntakeOrder): string {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  return createHash('sha256')
    .update(JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');
}
