import { Controller, Post, Put } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done, Reply } from '../platform/reply.js';
import { lease, taken } from '../shared/answers/next-order.js';
import {
  type HoldsTold,
  holdsTold,
  type RenewLease,
  renewLease,
  type NextOrder,
  nextOrder,
  type SkipOrder,
  skipOrder,
} from '../shared/next-order.js';
import { givenBack } from '../shared/given-back.js';
import { nothing } from '../shared/output.js';
import { routes } from '../shared/routes.js';
import { LostHoldsService } from './lost-holds.service.js';
import { NextOrderService } from './next-order.service.js';

/** The next order to work on, and holds that went elsewhere (docs/orders.md#next-order, #holds). */
@Controller('api/admin')
@Allow('orders.work')
export class NextOrderApiController {
  constructor(
    private readonly next: NextOrderService,
    private readonly lost: LostHoldsService,
  ) {}

  @Post('next-order')
  @Answers(
    'Takes the free order with the nearest arrival, on a lease; `data` is null when none is free.',
    taken.nullable(),
    {
      refuses: [403, 404],
    },
  )
  async take(@CurrentStaff() staff: Staff, @Body({ schema: nextOrder }) input: NextOrder) {
    const next = await this.next.take(staff, input);
    if (!next) return new Reply('No order waits here that nobody holds.', next, {}, 'info');
    const said = [`Order ${next.order_id} is yours`, ...next.given_back.map(givenBack)].join('. ');
    return new Reply(said, next).goTo(routes.order(next.encoded_id));
  }

  @Put('skip-order')
  @Answers('Puts an order behind the others for an hour, and gives it back if the caller holds it.', nothing, {
    refuses: [404, 409],
  })
  async skip(@CurrentStaff() staff: Staff, @Body({ schema: skipOrder }) input: SkipOrder) {
    await this.next.skip(staff, input);
    return done('Order has been put behind for an hour');
  }

  @Put('keep-order')
  @Answers('Begins the lease of an order anew.', lease, { refuses: [409] })
  async renew(@CurrentStaff() staff: Staff, @Body({ schema: renewLease }) { orderId }: RenewLease) {
    return done('The order stays yours', await this.next.renew(staff, orderId));
  }

  @Put('holds-told')
  @Answers('Notes that the caller was told of the holds that others took, up to this one.', nothing)
  async told(@CurrentStaff() staff: Staff, @Body({ schema: holdsTold }) { upTo }: HoldsTold) {
    await this.lost.told(staff, upTo);
    return done('Noted');
  }
}
