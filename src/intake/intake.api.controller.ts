import { Controller, Get, Post } from '@nestjs/common';
import { OpenBy } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body, Param } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { activeGateway, orderReference, paidOrder } from '../shared/answers/intake.js';
import { type IntakeOrder, intakeOrder, type IntakePayment, intakePayment, referenceInPath } from '../shared/intake.js';
import { IntakeGuard } from './intake.guard.js';
import { IntakeService } from './intake.service.js';
import { PaymentsService } from './payments.service.js';
import { CurrentShop, type Shop } from './shop.js';

/** What the shops call, with their key instead of a session (docs/http-api.md#shops-and-intake). */
@Controller('api/intake')
@OpenBy('shop', IntakeGuard)
export class IntakeApiController {
  constructor(
    private readonly intake: IntakeService,
    private readonly payments: PaymentsService,
  ) {}

  @Post('orders')
  @Answers(
    'Takes an order in. The same body under the same reference again answers 200 and that order.',
    orderReference,
    {
      also: 201,
      refuses: [409],
    },
  )
  async receive(@CurrentShop() shop: Shop, @Body({ schema: intakeOrder }) input: IntakeOrder) {
    const { isNew, ...order } = await this.intake.receive(shop, input);
    return done(isNew ? 'Order has been received' : 'Order was received before', order).as(isNew ? 201 : 200);
  }

  @Post('orders/:externalRef/paid')
  @Answers(
    'Records the payment; a Pending order enters its queue, one that was cancelled waits for its refund. Again changes nothing.',
    paidOrder,
    { refuses: [404] },
  )
  async pay(
    @CurrentShop() shop: Shop,
    @Param('externalRef', { schema: referenceInPath }) reference: string,
    @Body({ schema: intakePayment }) payment: IntakePayment,
  ) {
    return done('Payment has been recorded', await this.payments.record(shop, reference, payment));
  }

  @Get('active-gateway')
  @Answers('The gateway to take payments through now.', activeGateway)
  async activeGateway() {
    return withData(await this.payments.activeGateway());
  }
}
