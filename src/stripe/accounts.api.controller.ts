import { Controller, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow, FreshFactor } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { nothing } from '../shared/output.js';
import { type KeepStripeAccount, keepStripeAccount } from '../shared/stripe.js';
import { AccountsService } from './accounts.service.js';

@Controller('api/admin/stripe-accounts')
export class AccountsApiController {
  constructor(private readonly accounts: AccountsService) {}

  @Post()
  @Allow('gateway.secrets')
  @FreshFactor()
  @Answers(
    'Keeps the secrets of a gateway’s account at Stripe. A gateway with another name is added; the secrets are never shown again.',
    nothing,
    { refuses: [409] },
  )
  async keep(@CurrentStaff() staff: Staff, @Body({ schema: keepStripeAccount }) input: KeepStripeAccount) {
    await this.accounts.keep(staff, input);
    return done(`The secrets of ${input.name} have been kept`);
  }
}
