import { Controller, Put } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { Reply } from '../platform/reply.js';
import { type AmendOrder, amendOrder, type ChooseFormRow, chooseFormRow } from '../shared/amend.js';
import { type Amended, amended } from '../shared/answers/amend.js';
import { versionLeft } from '../shared/answers/orders.js';
import { nothing } from '../shared/output.js';
import { kualaLumpurToday, plainDay } from '../shared/dates.js';
import { queueRows } from '../shared/order-queues.js';
import type { OrderStatus } from '../shared/order-statuses.js';
import { AmendService } from './amend.service.js';

@Controller('api/admin')
@Allow('orders.amend')
export class AmendApiController {
  constructor(private readonly amending: AmendService) {}

  @Put('amend-order')
  @Answers(
    'Changes what the customer told wrongly; never what was paid. Old and new stand in the activity. What has to be submitted again enters its queue anew.',
    amended,
    { beside: { version: versionLeft }, refuses: [404, 409] },
  )
  async amend(@CurrentStaff() staff: Staff, @Body({ schema: amendOrder }) input: AmendOrder): Promise<Reply<Amended>> {
    const { result, version } = await this.amending.amend(staff, input);
    return new Reply(sentenceOf(result), result, { version });
  }

  @Put('choose-form-row')
  @Answers(
    'Chooses the row of a list of the authority’s form that is meant by what was sent, or takes the choice back. What was sent stays as it is.',
    nothing,
    { beside: { version: versionLeft }, refuses: [404, 409] },
  )
  async choose(@CurrentStaff() staff: Staff, @Body({ schema: chooseFormRow }) input: ChooseFormRow) {
    const version = await this.amending.choose(staff, input);
    return new Reply(input.code === null ? 'The choice was taken back' : 'The row was chosen', {}, { version });
  }
}

/** `The order was amended. It goes back to Future Orders until 4 March.` */
function sentenceOf({ changed, moved_to, opens, submit_again }: Amended): string {
  if (changed.length === 0) return 'Nothing has changed';
  return [
    'The order was amended.',
    moved_to && `It goes back to ${listOf(moved_to)}${opens ? ` until ${plainDay(opens, kualaLumpurToday())}` : ''}.`,
    submit_again && 'It has to be submitted again.',
  ]
    .filter(Boolean)
    .join(' ');
}

function listOf(status: OrderStatus): string {
  const queue = Object.values(queueRows).find(({ filter }) => 'status' in filter && filter.status === status);
  return queue?.menu ?? status;
}
