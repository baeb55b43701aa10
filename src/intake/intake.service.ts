import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import { Transactions } from '../database/transactions.js';
import { ChecksService } from '../orders/checks.service.js';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import type { OrderReference } from '../shared/answers/intake.js';
import type { IntakeOrder } from '../shared/intake.js';
import { orderOfMailbox, ownMailbox } from '../shared/mail-address.js';
import { toReference } from './intake.present.js';
import { IntakeQueries, type NewOrder, type StoredOrder } from './intake.queries.js';
import { newOrderOf } from './new-order.js';
import { actorOf, type Shop } from './shop.js';

type Received = OrderReference & { isNew: boolean };

/** Receives orders from the shops (docs/http-api.md#shops-and-intake). */
@Injectable()
export class IntakeService {
  constructor(
    private readonly queries: IntakeQueries,
    private readonly transactions: Transactions,
    private readonly checks: ChecksService,
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
   * @throws Refused 409 for a different body under a known reference, 422 for an unknown gateway, and for an order's own
   * mailbox in the place of the customer's address.
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
    const orders = this.ordersOf(shop, inputs);
    const refusals = await this.refusalsOf(orders);
    return this.transactions.run(async (manager) => {
      if (orders.length > 1) await this.queries.awaitTurn(manager);
      const stored = await this.storedOrders(shop, orders, manager);
      const newOrders = firstOfEachReference(
        orders.filter((order) => !refusals.has(order) && !stored.has(order.externalRef)),
      );
      const inserted = await this.insert(by, [...newOrders.values()], manager);
      // Another request inserted the rest. It has committed by now, because the unique key made this one wait.
      const rest = [...newOrders.values()].filter(({ externalRef }) => !inserted.has(externalRef));
      const storedMeanwhile = await this.storedOrders(shop, rest, manager);

      const all = new Map([...stored, ...storedMeanwhile, ...inserted]);
      return orders.map((order) => {
        const refusal = refusals.get(order);
        if (refusal) return refusal;
        const { externalRef, bodySha256 } = order;
        const found = all.get(externalRef)!;
        if (found.bodySha256 !== bodySha256) return otherBody(externalRef);
        return { ...toReference(found.id), isNew: inserted.has(externalRef) && newOrders.get(externalRef) === order };
      });
    });
  }

  /**
   * The results that `receiveAll` would give now; writes nothing.
   * @param wouldBeAdded hash of the body by reference, of orders that earlier lists would have added; this call adds its
   * own
   */
  async preview(
    shop: Shop,
    inputs: IntakeOrder[],
    wouldBeAdded: Map<string, string>,
  ): Promise<({ isNew: boolean } | Refused)[]> {
    const orders = this.ordersOf(shop, inputs);
    const refusals = await this.refusalsOf(orders);
    const stored = await this.storedOrders(shop, orders);
    return orders.map((order) => {
      const refusal = refusals.get(order);
      if (refusal) return refusal;
      const { externalRef, bodySha256 } = order;
      const earlier = stored.get(externalRef)?.bodySha256 ?? wouldBeAdded.get(externalRef);
      if (earlier !== undefined && earlier !== bodySha256) return otherBody(externalRef);
      if (earlier === undefined) wouldBeAdded.set(externalRef, bodySha256);
      return { isNew: earlier === undefined };
    });
  }

  private ordersOf(shop: Shop, inputs: IntakeOrder[]): NewOrder[] {
    return inputs.map((input) => newOrderOf(shop, input, this.env.SUBMISSION_WINDOW_DAYS));
  }

  /** Why these orders can't be taken, whatever is stored. */
  private async refusalsOf(orders: NewOrder[]): Promise<Map<NewOrder, Refused>> {
    const missing = await this.missingGateways(orders);
    const domain = this.env.APPLICATION_MAIL_DOMAIN;
    return new Map(
      orders.flatMap((order) => {
        if (missing.has(order.gatewayId)) return [[order, noSuchGateway()]];
        if (orderOfMailbox(order.contactEmailAddress, domain)) return [[order, refuseMailbox('contact_email_address')]];
        return orderOfMailbox(order.email ?? '', domain) ? [[order, refuseMailbox('email')]] : [];
      }),
    );
  }

  /** The gateways that these orders name and that don't exist. An order may name none. */
  private async missingGateways(orders: NewOrder[]): Promise<Set<NewOrder['gatewayId']>> {
    const named = [...new Set(orders.flatMap(({ gatewayId }) => gatewayId ?? []))];
    const existing = named.length > 0 ? await this.queries.gateways(named) : [];
    return new Set(named.filter((id) => !existing.includes(id)));
  }

  /** The shop's stored orders with the references of these, by reference. */
  private async storedOrders(
    shop: Shop,
    orders: NewOrder[],
    manager?: EntityManager,
  ): Promise<Map<string, StoredOrder>> {
    if (orders.length === 0) return new Map();
    const references = orders.map(({ externalRef }) => externalRef);
    return byReference(await this.queries.withReferences(shop, references, manager));
  }

  /** Inserts orders and notes it. Returns those inserted, by reference. */
  private async insert(by: string, orders: NewOrder[], manager: EntityManager): Promise<Map<string, StoredOrder>> {
    if (orders.length === 0) return new Map();
    const failed = await this.checks.of(orders, manager);
    const checked = orders.map((order, at) => ({ ...order, checks: failed[at]! }));
    const inserted = byReference(await this.queries.insert(checked, manager));
    await this.checks.ofOthers(
      orders.filter(({ externalRef }) => inserted.has(externalRef)),
      manager,
    );
    const entries = orders.flatMap(({ externalRef, processStatus }) => {
      const orderId = inserted.get(externalRef)?.id;
      return orderId === undefined ? [] : [{ orderId, action: 'order.received' as const, to: processStatus }];
    });
    if (entries.length > 0) await this.activity.noteAll({ id: null, name: by }, entries, manager);
    return inserted;
  }
}

function firstOfEachReference(orders: NewOrder[]): Map<string, NewOrder> {
  const first = new Map<string, NewOrder>();
  for (const order of orders) if (!first.has(order.externalRef)) first.set(order.externalRef, order);
  return first;
}

function byReference(orders: StoredOrder[]): Map<string, StoredOrder> {
  return new Map(orders.map((order) => [order.externalRef, order]));
}

function otherBody(externalRef: string): Refused {
  return new Refused(`Another order was already received as ${externalRef}`, 409);
}

function refuseMailbox(field: string): Refused {
  return Refused.input({ [field]: ownMailbox });
}

function noSuchGateway(): Refused {
  return Refused.input({ gateway_id: 'There is no such gateway.' });
}
