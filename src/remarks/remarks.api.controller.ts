import { Controller, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { remarkEntry } from '../shared/answers/remarks.js';
import { type AddRemark, addRemark } from '../shared/remarks.js';
import { RemarksService } from './remarks.service.js';

@Controller('api/admin')
@Allow('orders.work')
export class RemarksApiController {
  constructor(private readonly remarks: RemarksService) {}

  @Post('add-new-remark')
  @Answers('Notes what a member has to say about an order.', remarkEntry, { refuses: [404] })
  async add(@CurrentStaff() staff: Staff, @Body({ schema: addRemark }) input: AddRemark) {
    return done('Remark has been added successfully', await this.remarks.add(staff, input));
  }
}
