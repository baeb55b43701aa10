import { Controller, Get } from '@nestjs/common';
import { Allow } from '../platform/allow.js';
import { Query } from '../platform/inertia/handler-inputs.js';
import { Page } from '../platform/page.js';
import { type ShopsQuery, shopsQuery } from '../shared/shops.js';
import { ShopsService } from './shops.service.js';

@Controller('admin/shops')
@Allow('shops.manage')
export class ShopsPagesController {
  constructor(private readonly shops: ShopsService) {}

  @Get()
  @Page('shops/shops')
  async screen(@Query({ schema: shopsQuery }) query: ShopsQuery) {
    const { state, before, after, delivery: id } = query;
    const [shops, deliveries, delivery] = await Promise.all([
      this.shops.list(after),
      this.shops.log(state, before),
      id === undefined ? null : this.shops.delivery(id),
    ]);
    return { ...shops, ...deliveries, delivery, query };
  }
}
