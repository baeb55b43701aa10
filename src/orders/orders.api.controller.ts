import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { Allow } from '../auth/allow.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Answers } from '../platform/answers.js';
import { done, found, Reply } from '../platform/reply.js';
import {
  type BulkResult,
  bulkResult,
  howMany,
  listPage,
  matchingOrder,
  orderCounts,
  orderRow,
  undoOffer,
} from '../shared/answers/orders.js';
import { optionalText } from '../shared/input.js';
import { queueNames } from '../shared/order-queues.js';
import {
  type AssignOrders,
  assignOrders,
  type ChooseOrders,
  chooseOrders,
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
  type SearchOrders,
  searchOrders,
  type UndoChange,
  undoChange,
} from '../shared/orders.js';
import { nothing } from '../shared/output.js';
import type { Outcome } from './changes.js';
import { ListsService } from './lists.service.js';
import { OrdersService } from './orders.service.js';
import { UndoService } from './undo.service.js';

/** Whose counts are meant. */
const countsQuery = z.object({ userName: optionalText() });

/** A queue's name in a path. An unknown one is refused by who looks for it: 404, not 422. */
const queueName = z.string().meta({ enum: queueNames });

const changesOfMany = {
  beside: { undo: undoOffer.optional() },
  refuses: [403, 404, 409],
  refusedData: bulkResult,
} satisfies Parameters<typeof Answers>[2];

/** Lists, counts, search and every action on orders (api: Lists, Order actions). */
@Controller('api/admin')
@Allow('orders.work')
export class OrdersApiController {
  constructor(
    private readonly lists: ListsService,
    private readonly orders: OrdersService,
    private readonly undos: UndoService,
  ) {}

  @Get('get-folder-count')
  @Answers('The thirteen counts.', orderCounts)
  async counts(
    @CurrentStaff() staff: Staff,
    @Query({ schema: countsQuery }) { userName }: z.infer<typeof countsQuery>,
  ) {
    return found(await this.lists.counts(staff, userName));
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
    const { data, ...beside } = await this.lists.list(staff, queue, query);
    return found(data, beside);
  }

  @Post('search-order')
  @Answers('The orders of a queue that hold the text; an empty text is the plain list.', orderRow.array(), {
    beside: howMany,
    refuses: [403, 404],
  })
  async search(@CurrentStaff() staff: Staff, @Body({ schema: searchOrders }) input: SearchOrders) {
    const { data, total, more } = await this.lists.search(staff, input);
    return found(data, more ? { total, more } : { total });
  }

  @Post('matching-ids')
  @Answers('The keys of every order a search finds, at most 10,000.', matchingOrder.array(), {
    beside: howMany,
    refuses: [403, 404],
  })
  async matchingIds(@CurrentStaff() staff: Staff, @Body({ schema: matchingIds }) input: MatchingIds) {
    const { data, total, more } = await this.lists.matchingIds(staff, input);
    return found(data, more ? { total, more } : { total });
  }

  @Put('assign-order-status')
  @Answers('Gives orders to a member; with an empty name, back to their queues.', bulkResult, changesOfMany)
  async assign(@CurrentStaff() staff: Staff, @Body({ schema: assignOrders }) input: AssignOrders) {
    return bulk(
      'Order has been assigned successfully',
      await this.orders.assign(staff, ids(input), input.assignto, input),
    );
  }

  @Put('change-order-status')
  @Allow('orders.delete')
  @Answers('Deletes orders, softly.', bulkResult, changesOfMany)
  async remove(@CurrentStaff() staff: Staff, @Body({ schema: chooseOrders }) input: ChooseOrders) {
    return bulk('Order has been deleted successfully', await this.orders.move(staff, ids(input), 'Deleted', input));
  }

  @Put('move-order-status')
  @Answers('Moves orders to another status.', bulkResult, changesOfMany)
  async move(@CurrentStaff() staff: Staff, @Body({ schema: moveOrders }) input: MoveOrders) {
    const message =
      input.updatingStatus === 'Deleted' ? 'Order has been deleted successfully' : 'Order has been moved successfully';
    return bulk(message, await this.orders.move(staff, ids(input), input.updatingStatus, input));
  }

  @Put('move-to-complete-refund')
  @Answers('Moves orders to Refunds.', bulkResult, changesOfMany)
  async moveToRefunds(@CurrentStaff() staff: Staff, @Body({ schema: chooseOrders }) input: ChooseOrders) {
    return bulk('Order has been moved successfully', await this.orders.move(staff, ids(input), 'Refunds', input));
  }

  @Put('mark-refunded')
  @Answers('Dates the refund of orders in Refunds.', bulkResult, changesOfMany)
  async markRefunded(@CurrentStaff() staff: Staff, @Body({ schema: markRefunded }) input: MarkRefunded) {
    return bulk('Order has been refunded successfully', await this.orders.markRefunded(staff, input));
  }

  @Put('undo')
  @Answers('Takes a change back, within ten seconds, by who made it.', bulkResult, changesOfMany)
  async undo(@CurrentStaff() staff: Staff, @Body({ schema: undoChange }) { token }: UndoChange) {
    return bulk('Undone', await this.undos.undo(staff, token));
  }

  @Put('reopen-order')
  @Allow('orders.reopen')
  @Answers('Sends an order back to the queue it would enter today.', nothing, { refuses: [404, 409] })
  async reopen(@CurrentStaff() staff: Staff, @Body({ schema: oneOrder }) { orderId, version }: OneOrder) {
    await this.orders.reopen(staff, orderId, version);
    return done('Order has been reopened successfully');
  }

  @Put('restore-order')
  @Allow('orders.restore')
  @Answers('Gives a deleted order the status it had.', nothing, { refuses: [404, 409] })
  async restore(@CurrentStaff() staff: Staff, @Body({ schema: oneOrder }) { orderId, version }: OneOrder) {
    await this.orders.restore(staff, orderId, version);
    return done('Order has been restored successfully');
  }

  @Post('save-transaction-details')
  @Answers('Writes the transaction on the order; the old value stays in its activity.', nothing, {
    refuses: [404, 409],
  })
  async saveTransaction(
    @CurrentStaff() staff: Staff,
    @Body({ schema: saveTransaction }) { orderId, version, ...transaction }: SaveTransaction,
  ) {
    await this.orders.saveTransaction(staff, orderId, transaction, version);
    return done('Transaction details have been saved successfully');
  }
}

function ids({ orderId }: { orderId: number | number[] }): number[] {
  return [orderId].flat();
}

/** The answer to a change of many: the sentence, or how many of how many; the way back stands beside the data. */
function bulk(message: string, { result, heldByOthers, undo }: Outcome): Reply<BulkResult> {
  const { done, failed } = result;
  const others = failed.length - heldByOthers;
  const parts = [
    `${done.length} done`,
    heldByOthers > 0 && `${heldByOthers} held by others`,
    others > 0 && `${others} not possible`,
  ];
  return new Reply(failed.length > 0 ? parts.filter(Boolean).join(', ') : message, result, undo && { undo });
}
