import { Controller, Post } from '@nestjs/common';
import { OpenBy } from '../platform/allow.js';
import { IntakeGuard } from '../intake/intake.guard.js';
import { CurrentShop, type Shop } from '../intake/shop.js';
import { Answers } from '../platform/answers.js';
import { Body, Param } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { reportedDispute, reportedRefund } from '../shared/answers/disputes.js';
import {
  type IntakeDispute,
  intakeDispute,
  type IntakeRefund,
  intakeRefund,
  type IntakeRefundFailed,
  intakeRefundFailed,
} from '../shared/disputes.js';
import { referenceInPath } from '../shared/intake.js';
import { ReportedService } from './reported.service.js';

/** What shops report of their own orders' charges, with their key (docs/disputes.md#disputes). */
@Controller('api/intake')
@OpenBy('shop', IntakeGuard)
export class ReportedApiController {
  constructor(private readonly reported: ReportedService) {}

  @Post('orders/:externalRef/disputed')
  @Answers('Records a dispute. The same case id again answers 200 and that dispute.', reportedDispute, {
    also: 201,
    refuses: [404, 409],
  })
  async disputed(
    @CurrentShop() shop: Shop,
    @Param('externalRef', { schema: referenceInPath }) reference: string,
    @Body({ schema: intakeDispute }) input: IntakeDispute,
  ) {
    const { isNew, ...dispute } = await this.reported.disputed(shop, reference, input);
    return done(isNew ? 'Dispute has been recorded' : 'Dispute was recorded before', dispute).as(isNew ? 201 : 200);
  }

  @Post('orders/:externalRef/refunded')
  @Answers(
    'Records that money was given back: `amount`, else what is left. The same `reference` again changes nothing; with another amount it is refused.',
    reportedRefund,
    { refuses: [404, 409] },
  )
  async refunded(
    @CurrentShop() shop: Shop,
    @Param('externalRef', { schema: referenceInPath }) reference: string,
    @Body({ schema: intakeRefund }) input: IntakeRefund,
  ) {
    return done('Refund has been recorded', await this.reported.refunded(shop, reference, input));
  }

  @Post('orders/:externalRef/refund-failed')
  @Answers('Records that a refund failed: the order asks for it again. Again changes nothing.', reportedRefund, {
    refuses: [404],
  })
  async refundFailed(
    @CurrentShop() shop: Shop,
    @Param('externalRef', { schema: referenceInPath }) reference: string,
    @Body({ schema: intakeRefundFailed }) input: IntakeRefundFailed,
  ) {
    return done('The refund is marked as failed', await this.reported.refundFailed(shop, reference, input));
  }
}
