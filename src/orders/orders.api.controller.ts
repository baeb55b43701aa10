import { Controller, Get, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body, Param, Query } from '../platform/inertia/handler-inputs.js';
import { withData, Refused, Reply } from '../platform/reply.js';
import {
  bulkResult,
  howMany,
  listPage,
  matchingOrder,
  orderCounts,
  orderRow,
  versionLeft,
} from '../shared/answers/orders.js';
import { offeredFilter } from '../shared/answers/filters.js';
import { foundOrder } from '../shared/answers/find.js';
import { type FindOrders, findOrders } from '../shared/find.js';
import { optionalText } from '../shared/input.js';
import { defaultPageSize } from '../shared/limits.js';
import { queueNames } from '../shared/order-queues.js';
import {
  type AssignOrders,
  assignOrders,
  type ChooseOrders,
  chooseOrders,
  type FailRefund,
  failRefund,
  type ListQuery,
  listQuery,
  type MarkRefunded,
  markRefunded,
  type MatchingIds,
  matchingIds,
  type MoveOrders,
  moveOrders,
  type OneOrder,
  oneOrder,
  type SaveTransaction,
  saveTransaction,
  type SayRefundedAll,
  sayRefundedAll,
  type SearchOrders,
  searchOrders,
  type UndoChange,
  undoChange,
} from '../shared/orders.js';
import { nothing } from '../shared/output.js';
import { ChargesService } from './charges.service.js';
import { bulkAnswer, changesOfMany } from './bulk-answer.js';
import { FiltersService } from './filters.service.js';
import { FindService } from './find.service.js';
import { ListsService } from './lists.service.js';
import { OrdersService } from './orders.service.js';
import { RefundsService } from './refunds.service.js';
import { UndoService } from './undo.service.js';

/** The member whose counts are wanted. */
const countsQuery = z.object({ userName: optionalText() });

/** A queue's name in a path. The service refuses an unknown one. The schema describes the known ones. */
const queueName = z.string().meta({ enum: queueNames });

const changesOfOne = {
  beside: { version: versionLeft },
  refuses: [404, 409],
} satisfies Parameters<typeof Answers>[2];

/** Lists, counts, search and every action on orders (docs/orders.md#statuses-and-moves). */
@Controller('api/admin')
@Allow('orders.work')
export class OrdersApiController {
  constructor(
    private readonly lists: ListsService,
    private readonly finding: FindService,
    private readonly orders: OrdersService,
    private readonly refunds: RefundsService,
    private readonly charges: ChargesService,
    private readonly undos: UndoService,
    private readonly filters: FiltersService,
  ) {}

  @Get('get-folder-count')
  @Answers('The thirteen counts.', orderCounts)
  async counts(
    @CurrentStaff() staff: Staff,
    @Query({ schema: countsQuery }) { userName }: z.infer<typeof countsQuery>,
  ) {
    return withData(await this.lists.counts(staff, userName));
  }

  @Get('get-orders-list/:queue')
  @Answers('A page of a queue, newest first unless `sort` says otherwise.', orderRow.array(), {
    beside: listPage,
    refuses: [403, 404],
  })
  async list(
    @CurrentStaff() staff: Staff,
    @Param('queue', { schema: queueName }) queue: string,
    @Query({ schema: listQuery }) query: ListQuery,
  ) {
    const { page, limit = query.perPage ?? defaultPageSize, sort, dir, cursor } = query;
    const slice = { offset: (page - 1) * limit, limit, cursor, sorting: { sort, dir } };
    const { data, next, goesOn, ...howMany } = await this.lists.list(staff, queue, query, slice);
    if (cursor !== undefined && !goesOn) throw Refused.input({ cursor: 'There is no such place to read on from.' });
    return withData(data, { ...beside(howMany), page, limit, next_cursor: next });
  }

  @Post('search-order')
  @Answers('The orders of a queue that hold the text; an empty text is the plain list.', orderRow.array(), {
    beside: howMany,
    refuses: [403, 404],
  })
  async search(@CurrentStaff() staff: Staff, @Body({ schema: searchOrders }) input: SearchOrders) {
    const { start, end, folderName } = input;
    const slice = { offset: start, limit: end - start };
    const { data, ...howMany } = await this.lists.list(staff, folderName, input, slice);
    return withData(data, beside(howMany));
  }

  @Post('find-orders')
  @Answers(
    'The orders that a text means, in every queue the caller sees: an order number in any spelling or link, a name, an address, a passport number, a telephone number, a transaction.',
    foundOrder.array(),
  )
  async find(@CurrentStaff() staff: Staff, @Body({ schema: findOrders }) { text }: FindOrders) {
    return withData(await this.finding.find(staff, text));
  }

  @Post('matching-ids')
  @Answers('The keys of every order a search finds, at most 10,000.', matchingOrder.array(), {
    beside: howMany,
    refuses: [403, 404],
  })
  async matchingIds(@CurrentStaff() staff: Staff, @Body({ schema: matchingIds }) input: MatchingIds) {
    const { data, ...howMany } = await this.lists.matchingIds(staff, input);
    return withData(data, beside(howMany));
  }

  @Get('order-filters')
  @Answers('The filters of the lists that the caller may use, and what can be chosen for each.', offeredFilter.array())
  async offered(@CurrentStaff() staff: Staff) {
    return withData(await this.filters.offered(staff.type));
  }

  @Put('assign-order-status')
  @Answers(
    'Gives orders to a member; with an empty name, back to their queues. Nobody is given what is Completed, Refunds or Deleted.',
    bulkResult,
    changesOfMany,
  )
  async assign(@CurrentStaff() staff: Staff, @Body({ schema: assignOrders }) input: AssignOrders) {
    return bulkAnswer(
      'Order has been assigned successfully',
      await this.orders.assign(staff, ids(input), input.assignto, input),
    );
  }

  @Put('change-order-status')
  @Allow('orders.delete')
  @Answers('Deletes orders, softly.', bulkResult, changesOfMany)
  async remove(@CurrentStaff() staff: Staff, @Body({ schema: chooseOrders }) input: ChooseOrders) {
    return bulkAnswer(
      'Order has been deleted successfully',
      await this.orders.move(staff, ids(input), 'Deleted', input),
    );
  }

  @Put('move-order-status')
  @Answers('Moves orders to another status.', bulkResult, changesOfMany)
  async move(@CurrentStaff() staff: Staff, @Body({ schema: moveOrders }) input: MoveOrders) {
    const message =
      input.updatingStatus === 'Deleted' ? 'Order has been deleted successfully' : 'Order has been moved successfully';
    return bulkAnswer(message, await this.orders.move(staff, ids(input), input.updatingStatus, input));
  }

  @Put('move-to-complete-refund')
  @Answers('Moves orders to Refunds.', bulkResult, changesOfMany)
  async moveToRefunds(@CurrentStaff() staff: Staff, @Body({ schema: chooseOrders }) input: ChooseOrders) {
    return bulkAnswer('Order has been moved successfully', await this.orders.move(staff, ids(input), 'Refunds', input));
  }

  @Put('mark-refunded')
  @Answers(
    'Records that the money of orders in Refunds was given back: `refundAmount`, else what is left. Of an order that was charged twice the charge `transactionId` is given back in any status.',
    bulkResult,
    changesOfMany,
  )
  async markRefunded(@CurrentStaff() staff: Staff, @Body({ schema: markRefunded }) input: MarkRefunded) {
    const isTold = (input.refundAmount ?? input.transactionId) !== undefined && !input.refundIsAll;
    const message = isTold ? 'Refund has been recorded' : 'Order has been refunded successfully';
    return bulkAnswer(message, await this.refunds.markRefunded(staff, input));
  }

  @Put('refund-failed')
  @Answers('Says that a refund failed: the order asks for it again.', nothing, changesOfOne)
  async refundFailed(@CurrentStaff() staff: Staff, @Body({ schema: failRefund }) input: FailRefund) {
    return changed('The refund is marked as failed', await this.refunds.markFailed(staff, input));
  }

  @Put('refunded-all')
  @Answers('Says whether what was given back was all of it; all of it closes the order.', nothing, changesOfOne)
  async refundedAll(@CurrentStaff() staff: Staff, @Body({ schema: sayRefundedAll }) input: SayRefundedAll) {
    const message = input.isAll ? 'Order has been refunded successfully' : 'The order stays open';
    return changed(message, await this.refunds.sayAll(staff, input));
  }

  @Put('undo')
  @Answers('Takes a change back, within a minute, by who made it.', bulkResult, changesOfMany)
  async undo(@CurrentStaff() staff: Staff, @Body({ schema: undoChange }) { token }: UndoChange) {
    return bulkAnswer('Undone', await this.undos.undo(staff, token));
  }

  @Put('reopen-order')
  @Allow('orders.reopen')
  @Answers('Sends an order back to the queue it would enter today.', nothing, changesOfOne)
  async reopen(@CurrentStaff() staff: Staff, @Body({ schema: oneOrder }) { orderId, version }: OneOrder) {
    return changed('Order has been reopened successfully', await this.orders.reopen(staff, orderId, version));
  }

  @Put('restore-order')
  @Allow('orders.restore')
  @Answers('Gives a deleted order the status it had.', nothing, changesOfOne)
  async restore(@CurrentStaff() staff: Staff, @Body({ schema: oneOrder }) { orderId, version }: OneOrder) {
    return changed('Order has been restored successfully', await this.orders.restore(staff, orderId, version));
  }

  @Post('save-transaction-details')
  @Answers('Writes the transaction on the order; the old value stays in its activity.', nothing, changesOfOne)
  async saveTransaction(
    @CurrentStaff() staff: Staff,
    @Body({ schema: saveTransaction }) { orderId, version, ...transaction }: SaveTransaction,
  ) {
    const left = await this.charges.saveTransaction(staff, orderId, transaction, version);
    return changed('Transaction details have been saved successfully', left);
  }
}

function ids({ orderId }: { orderId: number | number[] }): number[] {
  return [orderId].flat();
}

/** The answer to a change of one order, with its new version. The client sends that version with its next change. */
function changed(message: string, version: number): Reply<Record<string, never>> {
  return new Reply(message, {}, { version });
}

/** Leaves out `more` when false and `among` when null. */
function beside({ total, more, among }: { total: number; more: boolean; among: number | null }) {
  return { total, ...(more && { more }), ...(among !== null && { among }) };
}
