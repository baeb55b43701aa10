import { Controller, Put } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { type HandleRequest, handleRequest } from '../shared/order-requests.js';
import { nothing } from '../shared/output.js';
import { RequestsService } from './requests.service.js';

@Controller('api/admin')
@Allow('requests.handle')
export class RequestsApiController {
  constructor(private readonly requests: RequestsService) {}

  @Put('handle-request')
  @Answers('Marks a customer’s request as handled.', nothing, { refuses: [404, 409] })
  async handle(@CurrentStaff() staff: Staff, @Body({ schema: handleRequest }) { requestId }: HandleRequest) {
    await this.requests.handle(staff, requestId);
    return done('The request is marked as handled.');
  }
}
