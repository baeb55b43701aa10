import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import type { Order } from '../database/order.entity.js';
import { Env } from '../platform/env.js';
import { plainIp } from '../platform/place.js';
import { Refused } from '../platform/reply.js';
import { kualaLumpurToday, processingDate, processMonth } from '../shared/dates.js';
import { enteringStatus, processingModeAtIntake } from '../shared/entering-status.js';
import type { IntakeOrder, IntakePayment, OrderReference } from '../shared/intake.js';
import { encodeOrderId } from '../shared/order-id.js';
import { IntakeQueries, type KnownOrder, type NewOrder } from './intake.queries.js';

type Received = OrderReference & { isNew: boolean };

/** Orders coming in from the shops, and their payments (api: Orders coming in). */
@Injectable()
export class IntakeService {
  constructor(
    private readonly queries: IntakeQueries,
    private readonly activity: ActivityService,
    private readonly env: Env,
  ) {}

  /**
   * Takes an order in, once for each reference: the same body again answers the same order, of any number at once one is new.
   * @throws Refused 409 for another body under a known reference, 422 for an unknown gateway.
   */
  async receive(shop: string, input: IntakeOrder): Promise<Received> {
    const [answer] = await this.receiveAll(shop, [input]);
    if (answer instanceof Refused) throw answer;
    return answer!;
  }

  /** Takes orders in as `receive` does, in one transaction, and answers each in its place; a refused one stops no other. */
  async receiveAll(shop: string, inputs: IntakeOrder[]): Promise<(Received | Refused)[]> {
    const payable = await this.payable(inputs);
    const orders = inputs.map((input) => this.toOrder(input));
    return this.queries.transaction(async (inside) => {
      if (orders.length > 1) await this.queries.awaitTurn(inside);
      const known = await this.known(orders, inside);
      const fresh = firsts(
        orders.filter(({ gatewayId, externalRef }) => payable(gatewayId) && !known.has(externalRef)),
      );
      const added = await this.add(shop, [...fresh.values()], inside);
      // With the others another request was quicker, and has committed by now, for the unique key made this one wait.
      const others = [...fresh.values()].filter(({ externalRef }) => !added.has(externalRef));
      for (const [reference, order] of await this.known(others, inside)) known.set(reference, order);

      return orders.map((order) => {
        if (!payable(order.gatewayId)) return noGateway();
        const id = added.get(order.externalRef)?.id;
        if (id !== undefined && fresh.get(order.externalRef) === order) return { ...toReference(id), isNew: true };
        return again(added.get(order.externalRef) ?? known.get(order.externalRef)!, order.bodySha256);
      });
    });
  }

  /**
   * What `receiveAll` would answer now; nothing is written.
   * @param promised hash of the body by reference, of what earlier lists would have added; what this one would add joins it
   */
  async foresee(inputs: IntakeOrder[], promised: Map<string, string>): Promise<({ isNew: boolean } | Refused)[]> {
    const payable = await this.payable(inputs);
    const orders = inputs.map((input) => this.toOrder(input));
    const known = await this.known(orders);
    return orders.map(({ externalRef, bodySha256, gatewayId }) => {
      if (!payable(gatewayId)) return noGateway();
      const before = known.get(externalRef)?.bodySha256 ?? promised.get(externalRef);
      if (before !== undefined) return before === bodySha256 ? { isNew: false } : another(externalRef);
      promised.set(externalRef, bodySha256);
      return { isNew: true };
    });
  }

  /**
   * Records the payment of an order, whatever its status; a Pending one moves to the queue it enters today. A second time
   * changes nothing.
   * @throws Refused 404 for an unknown reference.
   */
  pay(shop: string, externalRef: string, payment: IntakePayment): Promise<OrderReference> {
    return this.queries.transaction(async (inside) => {
      const order = await this.queries.lock(externalRef, inside);
      if (!order) throw new Refused('Order not found', 404);
      if (order.paidAt && order.transactionId) return toReference(order.id);

      const actor = { id: null, name: shop };
      const entered = this.enters(order);
      const moves = order.processStatus === 'Pending';
      await this.queries.change(
        order.id,
        {
          ...paymentFacts(payment),
          paidAt: order.paidAt ?? new Date(),
          ...(moves && { processStatus: entered }),
          // A deleted order is restored to where it belongs now that it is paid.
          ...(order.statusBeforeDelete === 'Pending' && { statusBeforeDelete: entered }),
          version: order.version + 1,
          changedBy: shop,
          changedAt: new Date(),
          lastChange: moves ? `move:${entered}` : 'change',
        },
        inside,
      );
      const to = [payment.transactionId, payment.merchantName].filter(Boolean).join(' · ');
      await this.activity.note(inside, actor, {
        orderId: order.id,
        action: 'payment.received',
        from: order.transactionId ?? undefined,
        to,
      });
      if (moves) {
        await this.activity.note(inside, actor, {
          orderId: order.id,
          action: 'order.moved',
          from: order.processStatus,
          to: entered,
        });
      }
      return toReference(order.id);
    });
  }

  /** The gateway the shops take payments through now. */
  async activeGateway(): Promise<{ id: number; gateway_name: string }> {
    const { id, gatewayName } = await this.queries.activeGateway();
    return { id, gateway_name: gatewayName };
  }

  /** Tells of a gateway that an order names whether there is one; an order may name none. */
  private async payable(inputs: IntakeOrder[]): Promise<(gatewayId: number | null | undefined) => boolean> {
    const asked = new Set(inputs.flatMap(({ gateway_id }) => gateway_id ?? []));
    const found = new Set(asked.size > 0 ? await this.queries.gateways([...asked]) : []);
    return (id) => id === undefined || id === null || found.has(id);
  }

  private async known(orders: NewOrder[], inside?: EntityManager): Promise<Map<string, KnownOrder>> {
    if (orders.length === 0) return new Map();
    const references = orders.map(({ externalRef }) => externalRef);
    return byReference(await this.queries.known(references, inside));
  }

  private async add(shop: string, orders: NewOrder[], inside: EntityManager): Promise<Map<string, KnownOrder>> {
    if (orders.length === 0) return new Map();
    const added = byReference(await this.queries.add(orders, inside));
    const entries = orders
      .filter(({ externalRef }) => added.has(externalRef))
      .map(({ externalRef, processStatus }) => ({
        orderId: added.get(externalRef)!.id,
        action: 'order.received',
        to: processStatus,
      }));
    if (entries.length > 0) await this.activity.noteAll(inside, { id: null, name: shop }, entries);
    return added;
  }

  private enters({ wantsPriority, processingDate }: Pick<Order, 'wantsPriority' | 'processingDate'>) {
    return enteringStatus({ paid: true, wantsPriority, processingDate }, kualaLumpurToday());
  }

  private toOrder(input: IntakeOrder): NewOrder {
    const wantsPriority = input.processing_mode === 'Priority';
    const opens = processingDate(input.doa, this.env.SUBMISSION_WINDOW_DAYS);
    const entered = enteringStatus({ paid: input.paid, wantsPriority, processingDate: opens }, kualaLumpurToday());
    return {
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

/** Of several orders under one reference the first, in their order. */
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

/** What a payment doesn't tell leaves the order's value as it is. */
function given(facts: Partial<Order>): Partial<Order> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** SHA-256, hex, of what the product understands of a body, in whatever order its fields came. */
function hashOf(input: IntakeOrder): string {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  return createHash('sha256')
    .update(JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');
}
