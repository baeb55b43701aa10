import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Page } from '../platform/page.js';
import { Allow } from '../platform/allow.js';
import { Param, Query } from '../platform/inertia/handler-inputs.js';
import { defer } from '../platform/inertia/props.js';
import { redirect } from '../platform/inertia/redirect.js';
import { Refused } from '../platform/reply.js';
import { encodeOrderId, parseOrderId } from '../shared/order-id.js';
import { routes } from '../shared/routes.js';
import { DeskService } from './desk.service.js';

/** `list`: the list that the order was opened from (way-back.service.ts). */
const orderQuery = z.object({ list: z.string().max(2_000).catch('') });

/** One order's page. A plain order id in the URL redirects to the encoded one (docs/screens.md#screens). */
@Controller('admin/view-order')
@Allow('orders.work')
export class DeskPagesController {
  constructor(private readonly desk: DeskService) {}

  @Get(':orderId')
  @Page('desk/order')
  async order(
    @CurrentStaff() staff: Staff,
    @Param('orderId') text: string,
    @Query({ schema: orderQuery }) { list }: z.infer<typeof orderQuery>,
  ) {
    const id = named(text);
    const { order, readiness, ...page } = await this.desk.page(staff, id, list);
    if (text !== order.encoded_id) return redirect(routes.orderOf(order.encoded_id, list));
    return {
      order,
      ...page,
      visitorPath: routes.track(order.encoded_id),
      readiness: readiness && defer(readiness, { rescue: true }),
    };
  }

  /** The tab that a pack opens in: it shows progress, then the PDF (docs/screens.md#screens). */
  @Get(':orderId/defence-pack/:type')
  @Allow('packs.make')
  @Page('desk/pack')
  pack(@Param('orderId') text: string, @Param('type') type: string) {
    const orderId = named(text);
    if (type !== '1' && type !== '2') throw new Refused('This page does not exist.', 404);
    return { orderId, encodedId: encodeOrderId(orderId), type: type === '1' ? (1 as const) : (2 as const) };
  }
}

function named(text: string): number {
  const id = parseOrderId(text);
  if (!id) throw new Refused('Order not found', 404);
  return id;
}
