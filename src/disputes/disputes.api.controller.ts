import { Controller, Get, Post, Put } from '@nestjs/common';
import { Allow, FreshFactor } from '../platform/allow.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Answers } from '../platform/answers.js';
import { Body, Param, Query } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { disputeCase, disputeEntry, disputeRow, packVersion } from '../shared/answers/disputes.js';
import {
  type AddDispute,
  addDispute,
  type ChangeDispute,
  changeDispute,
  disputeId as id,
  disputesQuery,
  type DisputesQuery,
  type MoveDispute,
  moveDispute,
  type SubmitDispute,
  submitDispute,
} from '../shared/disputes.js';
import { wholeNumber } from '../shared/output.js';
import { CasesService } from './cases.service.js';
import { DisputesService } from './disputes.service.js';
import { VersionsService } from './versions.service.js';

/** Disputes of charges, for Admin and Manager (docs/disputes.md#disputes). */
@Controller('api/admin/disputes')
@Allow('disputes.see')
export class DisputesApiController {
  constructor(
    private readonly disputes: DisputesService,
    private readonly cases: CasesService,
    private readonly versions: VersionsService,
  ) {}

  @Get()
  @Answers('A page of disputes by the date of the reply; those without a date come first.', disputeRow.array(), {
    beside: { total: wholeNumber, page: wholeNumber, limit: wholeNumber },
  })
  async list(@Query({ schema: disputesQuery }) query: DisputesQuery) {
    const { rows, total } = await this.cases.list(query);
    return withData(rows, { total, page: query.page, limit: query.limit });
  }

  @Get(':id')
  @Answers('A dispute, with what helps to answer it and what is missing.', disputeCase, {
    beside: { versions: packVersion.array() },
    refuses: [404],
  })
  async one(@Param('id', { schema: id }) disputeId: number) {
    const dispute = await this.disputes.find(disputeId);
    const [[shown], versions] = await Promise.all([
      this.cases.casesOf([dispute]),
      this.versions.ofOrder(dispute.orderId),
    ]);
    return withData(shown!, { versions });
  }

  @Post()
  @Allow('disputes.work')
  @Answers('Adds a dispute to an order.', disputeEntry, { refuses: [404, 409] })
  async add(@CurrentStaff() staff: Staff, @Body({ schema: addDispute }) input: AddDispute) {
    return done('Dispute has been added successfully', await this.disputes.add(staff, input));
  }

  @Put(':id')
  @Allow('disputes.work')
  @Answers('Replaces the details of a dispute; an absent one is emptied.', disputeEntry, { refuses: [404, 409] })
  async change(
    @CurrentStaff() staff: Staff,
    @Param('id', { schema: id }) disputeId: number,
    @Body({ schema: changeDispute }) input: ChangeDispute,
  ) {
    return done('Dispute has been saved successfully', await this.disputes.change(staff, disputeId, input));
  }

  @Put(':id/state')
  @Allow('disputes.work')
  @Answers('Moves a dispute on: opened, accepted, won or lost.', disputeEntry, { refuses: [404, 409] })
  async move(
    @CurrentStaff() staff: Staff,
    @Param('id', { schema: id }) disputeId: number,
    @Body({ schema: moveDispute }) input: MoveDispute,
  ) {
    return done('Dispute has been moved successfully', await this.disputes.move(staff, disputeId, input));
  }

  @Put(':id/submitted')
  @Allow('disputes.work')
  @FreshFactor()
  @Answers('Notes that the bank got exactly this version of a pack.', disputeEntry, { refuses: [404, 409, 503] })
  async submit(
    @CurrentStaff() staff: Staff,
    @Param('id', { schema: id }) disputeId: number,
    @Body({ schema: submitDispute }) input: SubmitDispute,
  ) {
    return done('Dispute has been marked as submitted', await this.versions.submit(staff, disputeId, input));
  }
}
