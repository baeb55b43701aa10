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
  async screen(@Query({ schema: shopsQuery }) { state, delivery: id }: ShopsQuery) {
    const [shops, deliveries, delivery] = await Promise.all([
      this.shops.list(),
      this.shops.log(state),
      id === undefined ? null : this.shops.delivery(id),
    ]);
    return { shops, deliveries, state: state ?? null, delivery };
  }
}
