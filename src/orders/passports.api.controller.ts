import { Controller, Post } from '@nestjs/common';
import { z } from 'zod';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow, FreshFactor } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { withData } from '../platform/reply.js';
import { shownPassport } from '../shared/answers/orders.js';
import { orderId } from '../shared/input.js';
import { OrdersService } from './orders.service.js';

const ofOrder = z.object({ orderId: orderId() });

@Controller('api/admin')
@Allow('passports.show')
export class PassportsApiController {
  constructor(private readonly orders: OrdersService) {}

  @Post('show-passport')
  @FreshFactor()
  @Answers('The passport number of an order, for a member from whom it is hidden. Each call is noted.', shownPassport, {
    refuses: [404],
  })
  async show(@CurrentStaff() staff: Staff, @Body({ schema: ofOrder }) input: z.infer<typeof ofOrder>) {
    return withData(await this.orders.showPassport(staff, input.orderId));
  }
}
