import { Controller, Get } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Param } from '../platform/inertia/handler-inputs.js';
import { withData } from '../platform/reply.js';
import { orderWithHistories } from '../shared/answers/desk.js';
import { orderInPath } from '../shared/input.js';
import { DeskService } from './desk.service.js';

@Controller('api/admin')
@Allow('orders.work')
export class DeskApiController {
  constructor(private readonly desk: DeskService) {}

  @Get('get-orders-details/:orderId')
  @Answers('One order with its histories, each newest first.', orderWithHistories, { refuses: [404] })
  async details(@CurrentStaff() staff: Staff, @Param('orderId', { schema: orderInPath }) id: number) {
    return withData(await this.desk.details(staff, id));
  }
}
