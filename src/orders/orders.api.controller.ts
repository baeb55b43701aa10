import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { Allow } from '../auth/allow.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { done, found, type Reply } from '../platform/reply.js';
import {
  type AssignOrders,
  assignOrders,
  type BulkResult,
  type ChooseOrders,
  chooseOrders,
  type ListQuery,
  listQuery,
  type MarkRefunded,
  markRefunded,
  type MoveOrders,
  moveOrders,
  type OneOrder,
  oneOrder,
  type SaveTransaction,
  saveTransaction,
  type SearchOrders,
  searchOrders,
} from '../shared/orders.js';
import { OrdersService } from './orders.service.js';

/** Lists, counts, search and every action on orders (api: Lists, Order actions). */
@Controller('api/admin')
@Allow('orders.work')
export class OrdersApiController {
  constructor(private readonly orders: OrdersService) {}

  @Get('get-folder-count')
  async counts(@CurrentStaff() staff: Staff, @Query('userName') userName?: unknown) {
    return found(await this.orders.counts(staff, typeof userName === 'string' ? userName.trim() : undefined));
  }

  @Get('get-orders-list/:queue')
  async list(
    @CurrentStaff() staff: Staff,
    @Param('queue') queue: string,
    @Query({ schema: listQuery }) query: ListQuery,
  ) {
    const { data, ...beside } = await this.orders.list(staff, queue, query);
    return found(data, beside);
  }

  @Post('search-order')
  async search(@CurrentStaff() staff: Staff, @Body({ schema: searchOrders }) input: SearchOrders) {
    const { data, total, more } = await this.orders.search(staff, input);
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

/** A bulk answer: the sentence, or how many of how many. */
function bulk(message: string, result: BulkResult): Reply<BulkResult> {
  const { done: changed, failed } = result;
  if (failed.length === 0) return done(message, result);
  return done(`${changed.length} done, ${failed.length} not: ${failed[0]!.message}`, result);
}
