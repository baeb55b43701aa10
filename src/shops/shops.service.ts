import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import { seal } from '../platform/sealed.js';
import type { Staff } from '../auth/staff.js';
import { Transactions } from '../database/transactions.js';
import { defaultShop, type Shop } from '../intake/shop.js';
import { keyHash } from '../intake/shop-keys.js';
import { Env } from '../platform/env.js';
import { Keys } from '../platform/keys.js';
import { Refused } from '../platform/reply.js';
import type { DeliveryDetail, DeliveryEntry, NewEndpoint, NewShopKey, ShopEntry } from '../shared/answers/shops.js';
import { deliveriesShown, revokedKeyDays, shopsShown, triesShown, waitingShown } from '../shared/limits.js';
import type { DeliveryState } from '../shared/webhooks.js';
import { DeliveriesQueries } from './deliveries.queries.js';
import { toDelivery, toDeliveryDetail, toShop } from './shops.present.js';
import { ShopsQueries } from './shops.queries.js';
import { WebhookClient } from './webhook.client.js';

/** The shops, their keys and where they are told of their orders (docs/product.md#shops-and-intake). */
@Injectable()
export class ShopsService {
  constructor(
    private readonly queries: ShopsQueries,
    private readonly deliveries: DeliveriesQueries,
    private readonly client: WebhookClient,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly keys: Keys,
    private readonly env: Env,
  ) {}

  async list(): Promise<ShopEntry[]> {
    const shops = await this.queries.shops(shopsShown);
    const ids = shops.map(({ id }) => id);
    const [keys, endpoints] = await Promise.all([
      this.queries.keys(ids, revokedKeyDays),
      this.queries.endpoints(ids, waitingShown),
    ]);
    const isOfSettings = ({ id }: Shop) => id === defaultShop.id && this.env.INTAKE_KEY !== undefined;
    return shops.map((shop) => toShop(shop, isOfSettings(shop), keys, endpoints));
  }

  /** The newest deliveries, in this state or in any. */
  async log(state?: DeliveryState): Promise<DeliveryEntry[]> {
    return (await this.queries.deliveries(state, deliveriesShown)).map(toDelivery);
  }

  /** A delivery with its request and its answers; null when there is none. */
  async delivery(id: number): Promise<DeliveryDetail | null> {
    const row = await this.queries.deliveryById(id);
    return row ? toDeliveryDetail(row, await this.queries.tries(id, triesShown)) : null;
  }

  /** @throws Refused 409 when there is a shop of this name. */
  add(staff: Staff, name: string): Promise<number> {
    return this.transactions.run(async (manager) => {
      const id = await this.queries.addShop(name, manager);
      if (id === undefined) throw new Refused(`There is already a shop ${name}`, 409);
      await this.activity.note(staff, { orderId: null, action: 'shop.added', to: name }, manager);
      return id;
    });
  }

  /** Makes a key. Only its hash is kept. @throws Refused 404 when there is no such shop. */
  makeKey(staff: Staff, shopId: number): Promise<NewShopKey> {
    const key = randomBytes(32).toString('base64url');
    return this.transactions.run(async (manager) => {
      const shop = await this.find(shopId, manager);
      const id = await this.queries.addKey(shop, keyHash(key), manager);
      const what = { orderId: null, action: 'shop.key-made', to: shop.name, note: `Key ${id}` };
      await this.activity.note(staff, what, manager);
      return { id, key };
    });
  }

  /** @throws Refused 404 when there is no such key, or it is revoked already. */
  revokeKey(staff: Staff, keyId: number): Promise<void> {
    return this.transactions.run(async (manager) => {
      const key = await this.queries.revokeKey(keyId, manager);
      if (!key) throw new Refused('There is no such key.', 404);
      const what = { orderId: null, action: 'shop.key-revoked', from: key.shop, note: `Key ${keyId}` };
      await this.activity.note(staff, what, manager);
    });
  }

  /**
   * Adds an endpoint and makes its secret.
   * @throws Refused 404 when there is no such shop, 409 when it has this endpoint, 422 for an address that is not of the
   * internet.
   */
  async addEndpoint(staff: Staff, shopId: number, given: string): Promise<NewEndpoint> {
    const refusal = this.client.refusalOf(given);
    if (refusal) throw Refused.input({ url: refusal });

    const url = new URL(given).href;
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    return this.transactions.run(async (manager) => {
      const shop = await this.find(shopId, manager);
      const sealed = seal(secret, this.keys.of('webhook'));
      const id = await this.queries.addEndpoint(shop.id, url, sealed, manager);
      if (id === undefined) throw new Refused('The shop has this endpoint already', 409);
      const what = { orderId: null, action: 'shop.endpoint-added', to: shop.name, note: url };
      await this.activity.note(staff, what, manager);
      return { id, secret };
    });
  }

  /** Removes an endpoint; what waits for it is given up. @throws Refused 404 when there is none. */
  removeEndpoint(staff: Staff, endpointId: number): Promise<void> {
    return this.transactions.run(async (manager) => {
      const endpoint = await this.queries.removeEndpoint(endpointId, manager);
      if (!endpoint) throw new Refused('There is no such endpoint.', 404);
      await this.deliveries.endOfRemoved(manager);
      const what = { orderId: null, action: 'shop.endpoint-removed', from: endpoint.shop, note: endpoint.url };
      await this.activity.note(staff, what, manager);
    });
  }

  /**
   * Sends a delivery again, under the same id.
   * @throws Refused 404 when there is none, 409 when its endpoint was removed or it is being sent.
   */
  async sendAgain(staff: Staff, deliveryId: number): Promise<void> {
    const delivery = await this.queries.deliveryById(deliveryId);
    if (!delivery) throw new Refused('There is no such delivery.', 404);

    await this.transactions.run(async (manager) => {
      if (!(await this.queries.sendAgain(deliveryId, manager)))
        throw new Refused('It is being sent, or its endpoint was removed', 409);
      const what = { orderId: delivery.orderId, action: 'shop.sent-again', to: delivery.shop, note: delivery.event };
      await this.activity.note(staff, what, manager);
    });
  }

  private async find(id: number, manager: EntityManager): Promise<Shop> {
    const shop = await this.queries.shopById(id, manager);
    if (!shop) throw new Refused('There is no such shop.', 404);
    return shop;
  }
}
