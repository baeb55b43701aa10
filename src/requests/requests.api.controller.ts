import { Controller, Get, Put } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body, Query } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { waitingRequest } from '../shared/answers/order-requests.js';
import { type HandleRequest, handleRequest, type RequestsQuery, requestsQuery } from '../shared/order-requests.js';
import { nothing, wholeNumber } from '../shared/output.js';
import { RequestsService } from './requests.service.js';

@Controller('api/admin')
@Allow('requests.handle')
export class RequestsApiController {
  constructor(private readonly requests: RequestsService) {}

  @Get('open-requests')
  @Answers('What customers ask for and nobody has handled yet, the oldest first.', waitingRequest.array(), {
    beside: {
      total: wholeNumber.describe('How many requests there are.'),
      orders: wholeNumber.describe('How many orders they are of.'),
    },
  })
  async list(@CurrentStaff() staff: Staff, @Query({ schema: requestsQuery }) query: RequestsQuery) {
    const { rows, ...totals } = await this.requests.waiting(staff, query);
    return withData(rows, totals);
  }

  @Put('handle-request')
  @Answers('Marks a customer’s request as handled.', nothing, { refuses: [404, 409] })
  async handle(@CurrentStaff() staff: Staff, @Body({ schema: handleRequest }) { requestId }: HandleRequest) {
    await this.requests.handle(staff, requestId);
    return done('The request is marked as handled.');
  }
}
