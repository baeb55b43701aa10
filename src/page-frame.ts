import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { staffOf } from './auth/staff.js';
import { ListsService } from './orders/lists.service.js';
import { Env } from './platform/env.js';
import type { Brand } from './shared/brands.js';
import type { Counts } from './shared/pages.js';
import { VisitorService } from './visitor/visitor.service.js';

/** What every screen gets beside its own props: who is signed in, the queue counts, or a visitor's brand. */
@Injectable()
export class PageFrame {
  constructor(
    private readonly env: Env,
    private readonly lists: ListsService,
    private readonly visitors: VisitorService,
  ) {}

  /** The shared props of a request (pages.ts); the counts are read only when they go out. */
  async propsOf(request: FastifyRequest) {
    const staff = staffOf(request) ?? null;
    const brand = isVisitors(request) ? await this.brandOf(request) : null;
    return {
      staff: staff && { id: staff.id, name: staff.name, email: staff.email, type: staff.type },
      counts: async (): Promise<Counts | null> => (staff ? this.lists.counts(staff) : null),
      brand,
      translateWidget: brand ? this.env.TRANSLATE_WIDGET_URL : null,
      csrf: request.csrf,
    };
  }

  private brandOf(request: FastifyRequest): Promise<Brand> {
    const { orderId } = request.params as { orderId?: string };
    return this.visitors.brandOf(orderId, request.hostname);
  }
}

function isVisitors(request: FastifyRequest): boolean {
  return /^\/(?:track-order|get-new-order-details|uploads)(?:\/|$)/.test(request.routeOptions.url ?? '');
}
