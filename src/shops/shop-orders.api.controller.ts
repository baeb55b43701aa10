import { Controller, Get, Post } from '@nestjs/common';
import { IntakeGuard } from '../intake/intake.guard.js';
import { CurrentShop, type Shop } from '../intake/shop.js';
import { OpenBy } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body, Param } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { shopOrder } from '../shared/answers/shops.js';
import { referenceInPath } from '../shared/intake.js';
import { type CancelOrder, cancelOrder } from '../shared/shops.js';
import { ShopOrdersService } from './shop-orders.service.js';

/** What a shop asks of its own orders, with its key (docs/http-api.md#shops-and-intake). */
@Controller('api/intake')
@OpenBy('shop', IntakeGuard)
export class ShopOrdersApiController {
  constructor(private readonly orders: ShopOrdersService) {}

  @Get('orders/:externalRef')
  @Answers('The state of an order, in the words that its customer reads.', shopOrder, { refuses: [404] })
  async state(@CurrentShop() shop: Shop, @Param('externalRef', { schema: referenceInPath }) reference: string) {
    return withData(await this.orders.state(shop, reference));
  }

  @Post('orders/:externalRef/cancelled')
  @Answers(
    'Cancels an order before its card is made: a paid one goes to Refunds, an unpaid one is deleted. Again changes nothing.',
    shopOrder,
    { refuses: [404, 409] },
  )
  async cancel(
    @CurrentShop() shop: Shop,
    @Param('externalRef', { schema: referenceInPath }) reference: string,
    @Body({ schema: cancelOrder }) input: CancelOrder,
  ) {
    return done('Order is cancelled', await this.orders.cancel(shop, reference, input));
  }
}
