import { Controller, HttpCode, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow, FreshFactor } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { newEndpoint, newShopKey } from '../shared/answers/shops.js';
import { nothing } from '../shared/output.js';
import {
  type AddEndpoint,
  addEndpoint,
  type AddShop,
  addShop,
  type SendAllAgain,
  sendAllAgain,
  type WhichDelivery,
  whichDelivery,
  type WhichEndpoint,
  whichEndpoint,
  type WhichKey,
  whichKey,
  type WhichShop,
  whichShop,
} from '../shared/shops.js';
import { ShopsService } from './shops.service.js';

/** The shops (docs/http-api.md#shops-and-intake). A secret that is told once takes no idempotency key: no answer is kept. */
@Controller('api/admin')
@Allow('shops.manage')
export class ShopsApiController {
  constructor(private readonly shops: ShopsService) {}

  @Post('shops')
  @FreshFactor()
  @Answers('Adds a shop.', nothing, { refuses: [403, 409] })
  async add(@CurrentStaff() staff: Staff, @Body({ schema: addShop }) { name }: AddShop) {
    await this.shops.add(staff, name);
    return done('Shop added');
  }

  @Post('make-shop-key')
  @FreshFactor()
  @HttpCode(200)
  @Answers('Makes a key of a shop, told once.', newShopKey, { refuses: [403, 404], session: true })
  async makeKey(@CurrentStaff() staff: Staff, @Body({ schema: whichShop }) { shopId }: WhichShop) {
    return withData(await this.shops.makeKey(staff, shopId));
  }

  @Post('revoke-shop-key')
  @FreshFactor()
  @Answers('Revokes a key at once.', nothing, { refuses: [403, 404] })
  async revokeKey(@CurrentStaff() staff: Staff, @Body({ schema: whichKey }) { keyId }: WhichKey) {
    await this.shops.revokeKey(staff, keyId);
    return done('Key revoked');
  }

  @Post('add-webhook-endpoint')
  @FreshFactor()
  @HttpCode(200)
  @Answers('Adds an address where a shop is told of its orders; its secret is told once.', newEndpoint, {
    refuses: [403, 404, 409],
    session: true,
  })
  async addEndpoint(@CurrentStaff() staff: Staff, @Body({ schema: addEndpoint }) { shopId, url }: AddEndpoint) {
    return withData(await this.shops.addEndpoint(staff, shopId, url));
  }

  @Post('renew-webhook-secret')
  @FreshFactor()
  @HttpCode(200)
  @Answers('Renews the secret of an endpoint, told once; the one before signs too for 24 hours.', newEndpoint, {
    refuses: [403, 404],
    session: true,
  })
  async renewSecret(@CurrentStaff() staff: Staff, @Body({ schema: whichEndpoint }) { endpointId }: WhichEndpoint) {
    return withData(await this.shops.renewSecret(staff, endpointId));
  }

  @Post('remove-webhook-endpoint')
  @FreshFactor()
  @Answers('Removes an endpoint; what waits for it is given up.', nothing, { refuses: [403, 404] })
  async removeEndpoint(@CurrentStaff() staff: Staff, @Body({ schema: whichEndpoint }) { endpointId }: WhichEndpoint) {
    await this.shops.removeEndpoint(staff, endpointId);
    return done('Endpoint removed');
  }

  @Post('send-webhook-again')
  @Answers('Sends a delivery again, under the same id.', nothing, { refuses: [404, 409] })
  async sendAgain(@CurrentStaff() staff: Staff, @Body({ schema: whichDelivery }) { deliveryId }: WhichDelivery) {
    await this.shops.sendAgain(staff, deliveryId);
    return done('It is sent again');
  }

  @Post('send-webhooks-again')
  @Answers('Sends what failed at an endpoint since a time again, under the same ids.', nothing, { refuses: [404, 409] })
  async sendAllAgain(@CurrentStaff() staff: Staff, @Body({ schema: sendAllAgain }) input: SendAllAgain) {
    await this.shops.sendAllAgain(staff, input);
    return done('All of it is sent again');
  }
}
