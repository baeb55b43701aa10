import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Page } from '../platform/page.js';
import { Open } from '../platform/allow.js';
import { Param, Query, Res } from '../platform/inertia/handler-inputs.js';
import { redirect } from '../platform/inertia/redirect.js';
import { sendFile } from '../platform/send-file.js';
import { parseOrderId } from '../shared/order-id.js';
import type { TrackedPage } from '../shared/tracked-pages.js';
import { type TrackQuery, trackQuery } from '../shared/visitor.js';
import { sessionOver, type Visitor } from './visitor.js';
import { VisitorService } from './visitor.service.js';

/** The pages for customers. Opening one changes nothing; that of the charge is noted (docs/visitors.md#requests). */
@Controller()
@Open()
export class VisitorPagesController {
  constructor(private readonly visitors: VisitorService) {}

  @Get('track-order')
  @Page('visitor/track')
  track(@Query({ schema: trackQuery }) { to }: TrackQuery) {
    return { orderId: '', to: to ?? null };
  }

  @Get('track-order/:orderId')
  @Page('visitor/track')
  trackOne(@Param('orderId') orderId: string, @Query({ schema: trackQuery }) { to }: TrackQuery) {
    return { orderId: String(parseOrderId(orderId) || ''), to: to ?? null };
  }

  @Get('get-new-order-details/:orderId')
  @Page('visitor/download')
  async download(@Param('orderId') orderId: string, @Req() request: FastifyRequest) {
    const visitor = await this.visitorOf(orderId, request);
    return visitor ? this.visitors.page(visitor, visitor.orderId, request) : this.toTrack(orderId, request);
  }

  /** A picture of the card's first page: no download, and not noted. */
  @Get('get-new-order-details/:orderId/picture')
  async picture(@Param('orderId') orderId: string, @Res() reply: FastifyReply) {
    const visitor = await this.visitorOf(orderId, reply.request);
    if (!visitor) return reply.redirect(this.visitors.trackPath(orderId), 303);

    const { webp } = await this.visitors.picture(visitor);
    return sendFile(reply, { name: 'card.webp', type: 'image/webp', size: webp.length, isShown: true }, webp);
  }

  /** The day of arrival, for the visitor's own calendar. */
  @Get('get-new-order-details/:orderId/arrival.ics')
  async calendar(@Param('orderId') orderId: string, @Res() reply: FastifyReply) {
    const visitor = await this.visitorOf(orderId, reply.request);
    if (!visitor) return reply.redirect(this.visitors.trackPath(orderId), 303);

    const text = Buffer.from(await this.visitors.calendar(visitor));
    const name = `arrival-${visitor.orderId}.ics`;
    return sendFile(reply, { name, type: 'text/calendar; charset=utf-8', size: text.length }, text);
  }

  @Get('get-new-order-details/:orderId/charge')
  @Page('visitor/charge')
  async charge(@Param('orderId') orderId: string, @Req() request: FastifyRequest) {
    const visitor = await this.visitorOf(orderId, request);
    return visitor ? this.visitors.chargePage(visitor, request) : this.toTrack(orderId, request);
  }

  @Get('get-new-order-details/:orderId/card')
  @Page('visitor/ask')
  card(@Param('orderId') orderId: string, @Req() request: FastifyRequest) {
    return this.ask(orderId, 'card', request);
  }

  @Get('get-new-order-details/:orderId/flight')
  @Page('visitor/ask')
  flight(@Param('orderId') orderId: string, @Req() request: FastifyRequest) {
    return this.ask(orderId, 'flight', request);
  }

  @Get('get-new-order-details/:orderId/details')
  @Page('visitor/details')
  async details(@Param('orderId') orderId: string, @Req() request: FastifyRequest) {
    const visitor = await this.visitorOf(orderId, request);
    return visitor ? this.visitors.detailsPage(visitor) : this.toTrack(orderId, request, 'details');
  }

  private async ask(orderId: string, kind: 'card' | 'flight', request: FastifyRequest) {
    const visitor = await this.visitorOf(orderId, request);
    return visitor ? this.visitors.askPage(visitor, kind) : this.toTrack(orderId, request);
  }

  /** The visitor with a valid session of this very order. */
  private async visitorOf(orderId: string, request: FastifyRequest): Promise<Visitor | undefined> {
    const visitor = await this.visitors.sessionOf(request);
    return visitor?.orderId === parseOrderId(orderId) ? visitor : undefined;
  }

  private async toTrack(orderId: string, request: FastifyRequest, to?: TrackedPage) {
    const toTrack = redirect(this.visitors.trackPath(orderId, to));
    if (!(await this.visitors.hasTracked(orderId, request))) return toTrack;
    return toTrack.flash({ toast: { type: 'info', message: sessionOver } });
  }
}
