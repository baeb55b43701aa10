import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { Allow } from '../auth/allow.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { done, found, Reply } from '../platform/reply.js';
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
import type { Outcome } from './changes.js';
import { ListsService } from './lists.service.js';
import { OrdersService } from './orders.service.js';
import { UndoService } from './undo.service.js';

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
  async counts(@CurrentStaff() staff: Staff, @Query('userName') userName?: unknown) {
    return found(await this.lists.counts(staff, typeof userName === 'string' ? userName.trim() : undefined));
  }

  @Get('get-orders-list/:queue')
  async list(
    @CurrentStaff() staff: Staff,
    @Param('queue') queue: string,
    @Query({ schema: listQuery }) query: ListQuery,
  ) {
    const { data, ...beside } = await this.lists.list(staff, queue, query);
    return found(data, beside);
  }

  @Post('search-order')
  async search(@CurrentStaff() staff: Staff, @Body({ schema: searchOrders }) input: SearchOrders) {
    const { data, total, more } = await this.lists.search(staff, input);
    return found(data, more ? { total, more } : { total });
  }

  @Post('matching-ids')
  async matchingIds(@CurrentStaff() staff: Staff, @Body({ schema: matchingIds }) input: MatchingIds) {
    const { data, total, more } = await this.lists.matchingIds(staff, input);
    return found(data, more ? { total, more } : { total });
  }

  @Put('assign-order-status')
  async assign(@CurrentStaff() staff: Staff, @Body({ schema: assignOrders }) input: AssignOrders) {
    return bulk(
      'Order has been assigned successfully',
      await this.orders.assign(staff, ids(input), input.assignto, input.version),
    );
  }

  @Put('change-order-status')
  @Allow('orders.delete')
  async remove(@CurrentStaff() staff: Staff, @Body({ schema: chooseOrders }) input: ChooseOrders) {
    return bulk(
      'Order has been deleted successfully',
      await this.orders.move(staff, ids(input), 'Deleted', input.version),
    );
  }

  @Put('move-order-status')
  async move(@CurrentStaff() staff: Staff, @Body({ schema: moveOrders }) input: MoveOrders) {
    const message =
      input.updatingStatus === 'Deleted' ? 'Order has been deleted successfully' : 'Order has been moved successfully';
    return bulk(message, await this.orders.move(staff, ids(input), input.updatingStatus, input.version));
  }

  @Put('move-to-complete-refund')
  async moveToRefunds(@CurrentStaff() staff: Staff, @Body({ schema: chooseOrders }) input: ChooseOrders) {
    return bulk(
      'Order has been moved successfully',
      await this.orders.move(staff, ids(input), 'Refunds', input.version),
    );
  }

  @Put('mark-refunded')
  async markRefunded(@CurrentStaff() staff: Staff, @Body({ schema: markRefunded }) input: MarkRefunded) {
    return bulk('Order has been refunded successfully', await this.orders.markRefunded(staff, input));
  }

  @Put('undo')
  async undo(@CurrentStaff() staff: Staff, @Body({ schema: undoChange }) { token }: UndoChange) {
    return bulk('Undone', await this.undos.undo(staff, token));
  }

  @Put('reopen-order')
  @Allow('orders.reopen')
  async reopen(@CurrentStaff() staff: Staff, @Body({ schema: oneOrder }) { orderId, version }: OneOrder) {
    await this.orders.reopen(staff, orderId, version);
    return done('Order has been reopened successfully');
  }

  @Put('restore-order')
  @Allow('orders.restore')
  async restore(@CurrentStaff() staff: Staff, @Body({ schema: oneOrder }) { orderId, version }: OneOrder) {
    await this.orders.restore(staff, orderId, version);
    return done('Order has been restored successfully');
  }

  @Post('save-transaction-details')
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
function bulk(message: string, { result, heldByOthers, undo }: Outcome): Reply {
  const { done, failed } = result;
  const others = failed.length - heldByOthers;
  const parts = [
    `${done.length} done`,
    heldByOthers > 0 && `${heldByOthers} held by others`,
    others > 0 && `${others} not possible`,
  ];
  return new Reply(failed.length > 0 ? parts.filter(Boolean).join(', ') : message, result, undo && { undo });
}
