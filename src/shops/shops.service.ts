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
import {
  deliveriesShown,
  earlierSecretHours,
  revokedKeyDays,
  shopsShown,
  triesShown,
  waitingShown,
} from '../shared/limits.js';
import { formatUtcMinute } from '../shared/dates.js';
import type { SendAllAgain } from '../shared/shops.js';
import type { DeliveryState } from '../shared/webhooks.js';
import { DeliveriesQueries } from './deliveries.queries.js';
import { toDelivery, toDeliveryDetail, toShop } from './shops.present.js';
import { ShopsQueries } from './shops.queries.js';
import { WebhookClient } from './webhook.client.js';

/** The shops, their keys and where they are told of their orders (docs/http-api.md#shops-and-intake). */
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

  /** A page of the shops, those added after this one, and the last of them where more follow. */
  async list(after = 0): Promise<{ shops: ShopEntry[]; nextShop: number | null }> {
    const found = await this.queries.shops(after, shopsShown + 1);
    const shops = found.slice(0, shopsShown);
    const ids = shops.map(({ id }) => id);
    const [keys, endpoints] = await Promise.all([
      this.queries.keys(ids, revokedKeyDays),
      this.queries.endpoints(ids, waitingShown),
    ]);
    const isOfSettings = ({ id }: Shop) => id === defaultShop.id && this.env.INTAKE_KEY !== undefined;
    return {
      shops: shops.map((shop) => toShop(shop, isOfSettings(shop), keys, endpoints)),
      nextShop: found.length > shops.length ? shops.at(-1)!.id : null,
    };
  }

  /** A page of the deliveries, the newest that are older than this one, and the last of them where more follow. */
  async log(
    state?: DeliveryState,
    before?: number,
  ): Promise<{ deliveries: DeliveryEntry[]; nextDelivery: number | null }> {
    const found = await this.queries.deliveries(state, before, deliveriesShown + 1);
    const deliveries = found.slice(0, deliveriesShown).map(toDelivery);
    return { deliveries, nextDelivery: found.length > deliveries.length ? deliveries.at(-1)!.id : null };
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
      const what = { orderId: null, action: 'shop.key-made', to: shop.name, note: `Key ${id}` } as const;
      await this.activity.note(staff, what, manager);
      return { id, key };
    });
  }

  /** @throws Refused 404 when there is no such key, or it is revoked already. */
  revokeKey(staff: Staff, keyId: number): Promise<void> {
    return this.transactions.run(async (manager) => {
      const key = await this.queries.revokeKey(keyId, manager);
      if (!key) throw new Refused('There is no such key.', 404);
      const what = { orderId: null, action: 'shop.key-revoked', from: key.shop, note: `Key ${keyId}` } as const;
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
    const secret = newSecret();
    return this.transactions.run(async (manager) => {
      const shop = await this.find(shopId, manager);
      const sealed = seal(secret, this.keys.of('webhook'));
      const id = await this.queries.addEndpoint(shop.id, url, sealed, manager);
      if (id === undefined) throw new Refused('The shop has this endpoint already', 409);
      const what = { orderId: null, action: 'shop.endpoint-added', to: shop.name, note: url } as const;
      await this.activity.note(staff, what, manager);
      return { id, secret };
    });
  }

  /**
   * Gives an endpoint a new secret. The one before signs too for a day, so that the shop can change over; the one before
   * that ends at once.
   * @throws Refused 404 when there is no such endpoint.
   */
  renewSecret(staff: Staff, endpointId: number): Promise<NewEndpoint> {
    const secret = newSecret();
    return this.transactions.run(async (manager) => {
      const sealed = seal(secret, this.keys.of('webhook'));
      const endpoint = await this.queries.renewSecret(endpointId, sealed, earlierSecretHours, manager);
      if (!endpoint) throw new Refused('There is no such endpoint.', 404);
      const what = { orderId: null, action: 'shop.secret-renewed', to: endpoint.shop, note: endpoint.url } as const;
      await this.activity.note(staff, what, manager);
      return { id: endpointId, secret };
    });
  }

  /** Removes an endpoint; what waits for it is given up. @throws Refused 404 when there is none. */
  removeEndpoint(staff: Staff, endpointId: number): Promise<void> {
    return this.transactions.run(async (manager) => {
      const endpoint = await this.queries.removeEndpoint(endpointId, manager);
      if (!endpoint) throw new Refused('There is no such endpoint.', 404);
      await this.deliveries.endOfRemoved(manager);
      const what = { orderId: null, action: 'shop.endpoint-removed', from: endpoint.shop, note: endpoint.url } as const;
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
      const what = {
        orderId: delivery.orderId,
        action: 'shop.sent-again',
        to: delivery.shop,
        note: delivery.event,
      } as const;
      await this.activity.note(staff, what, manager);
    });
  }

  /**
   * Sends what failed at an endpoint since a time again, under the same ids; a job does it, the first events first.
   * @param since ISO 8601, when the events happened
   * @throws Refused 404 when there is no such endpoint, 409 when nothing failed there since.
   */
  sendAllAgain(staff: Staff, { endpointId, since }: SendAllAgain): Promise<void> {
    return this.transactions.run(async (manager) => {
      const told = await this.queries.sendAllAgain(endpointId, since, manager);
      if (told === undefined) throw new Refused('There is no such endpoint.', 404);
      if (told === null) throw new Refused('Nothing has failed there since then', 409);
      const note = `All that failed at ${told.url} since ${formatUtcMinute(since)}`;
      await this.activity.note(staff, { orderId: null, action: 'shop.sent-again', to: told.shop, note }, manager);
    });
  }

  private async find(id: number, manager: EntityManager): Promise<Shop> {
    const shop = await this.queries.shopById(id, manager);
    if (!shop) throw new Refused('There is no such shop.', 404);
    return shop;
  }
}

/** A signing secret, as Standard Webhooks writes it. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
