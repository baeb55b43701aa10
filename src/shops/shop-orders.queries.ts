import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Order } from '../database/order.entity.js';
import type { Shop } from '../intake/shop.js';

@Injectable()
export class ShopOrdersQueries {
  constructor(private readonly database: DataSource) {}

  /** The shop's order with this reference. */
  ofShop({ id }: Shop, externalRef: string): Promise<Order | null> {
    return this.database.getRepository(Order).findOneBy({ shopId: id, externalRef });
  }

  /** Whether a card was uploaded for the order, outdated ones too. */
  async hasCard(orderId: number, manager: EntityManager): Promise<boolean> {
    const [row] = await manager.query<{ has: boolean }[]>(
      'SELECT EXISTS (SELECT FROM documents WHERE order_id = $1) AS has',
      [orderId],
    );
    return row!.has;
  }
}
