import { Controller, Get, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Open } from '../auth/allow.js';
import { Page } from '../page.js';
import { redirect } from '../platform/inertia/redirect.js';
import { visitorIdleMinutes } from '../shared/limits.js';
import { parseOrderId } from '../shared/order-id.js';
import { VisitorService } from './visitor.service.js';

/** The message for a visitor whose session of this order has expired. */
const sessionOver = `To keep your card safe, your order page closed after ${visitorIdleMinutes} minutes. Please enter your details again.`;

/** The two pages for customers. Opening one changes nothing and counts as nothing. */
@Controller()
@Open()
export class VisitorPagesController {
  constructor(private readonly visitors: VisitorService) {}

  @Get('track-order')
  @Page('visitor/track')
  track() {
    return { orderId: '' };
  }

  @Get('track-order/:orderId')
  @Page('visitor/track')
  trackOne(@Param('orderId') orderId: string) {
    return { orderId: String(parseOrderId(orderId) || '') };
  }

  @Get('get-new-order-details/:orderId')
  @Page('visitor/download')
  async download(@Param('orderId') orderId: string, @Req() request: FastifyRequest) {
    const visitor = await this.visitors.sessionOf(request);
    if (visitor && visitor.orderId === parseOrderId(orderId)) return this.visitors.page(visitor, visitor.orderId);

    const toTrack = redirect(this.visitors.trackPath(orderId));
    if (!(await this.visitors.hasTracked(orderId, request))) return toTrack;
    return toTrack.flash({ toast: { type: 'info', message: sessionOver } });
  }
}
