import { Controller, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow, FreshFactor } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { nothing } from '../shared/output.js';
import { type WhichPerson, whichPerson, type WhichRequest, whichRequest } from '../shared/persons.js';
import { PersonsService } from './persons.service.js';

/** The requests to erase a person (docs/people.md#a-persons-data). */
@Controller('api/admin')
@Allow('retention.manage')
export class PersonsApiController {
  constructor(private readonly persons: PersonsService) {}

  @Post('ask-erasure')
  @FreshFactor()
  @Answers('Asks to erase all orders of an address; another Admin has to confirm it.', nothing, {
    refuses: [403, 404, 409],
  })
  async ask(@CurrentStaff() staff: Staff, @Body({ schema: whichPerson }) { address }: WhichPerson) {
    await this.persons.ask(staff, address);
    return done('Another Admin has to confirm this');
  }

  @Post('confirm-erasure')
  @FreshFactor()
  @Answers('Confirms what another Admin asked. A job then erases.', nothing, { refuses: [403, 404, 409] })
  async confirm(@CurrentStaff() staff: Staff, @Body({ schema: whichRequest }) { requestId }: WhichRequest) {
    await this.persons.confirm(staff, requestId);
    return done('The orders are being erased');
  }

  @Post('withdraw-erasure')
  @Answers('Takes back a request that nobody confirmed.', nothing, { refuses: [404, 409] })
  async withdraw(@CurrentStaff() staff: Staff, @Body({ schema: whichRequest }) { requestId }: WhichRequest) {
    await this.persons.withdraw(staff, requestId);
    return done('The request was taken back');
  }
}
