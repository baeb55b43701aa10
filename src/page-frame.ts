import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { freshUntil } from './auth/factor-rules.js';
import { type Staff, staffOf } from './auth/staff.js';
import { CasesService } from './disputes/cases.service.js';
import { ListsService } from './orders/lists.service.js';
import { LostHoldsService } from './orders/lost-holds.service.js';
import { NextOrderService } from './orders/next-order.service.js';
import { BatchesService } from './packs/batches.service.js';
import { MailService } from './mail/mail.service.js';
import { Env } from './platform/env.js';
import { areaOfRequest } from './platform/request-area.js';
import { isForVisitors } from './shared/areas.js';
import type { Brand } from './shared/brands.js';
import type { MenuCounts } from './shared/pages.js';
import { can } from './shared/permissions.js';
import { BoardService } from './standing/board.service.js';
import { RequestsService } from './requests/requests.service.js';
import { SavedViewsService } from './saved-views/saved-views.service.js';
import { UnmatchedService } from './unmatched/unmatched.service.js';
import { VisitorService } from './visitor/visitor.service.js';

/** What every screen gets beside its own props: who is signed in, the queue counts, or a visitor's brand. */
@Injectable()
export class PageFrame {
  constructor(
    private readonly env: Env,
    private readonly lists: ListsService,
    private readonly visitors: VisitorService,
    private readonly cases: CasesService,
    private readonly board: BoardService,
    private readonly next: NextOrderService,
    private readonly lost: LostHoldsService,
    private readonly requests: RequestsService,
    private readonly unmatched: UnmatchedService,
    private readonly batches: BatchesService,
    private readonly views: SavedViewsService,
    private readonly mail: MailService,
  ) {}

  /** The shared props of a request (pages.ts); the counts are read only when they are sent. */
  async propsOf(request: FastifyRequest) {
    const staff = completeStaffOf(request);
    const brand = isVisitors(request) ? await this.brandOf(request) : null;
    return {
      staff: staff && { id: staff.id, name: staff.name, email: staff.email, type: staff.type },
      settings: staff && staff.settings,
      factorUntil: staff && freshUntil(staff),
      liveCursor: staff && request.liveCursor,
      counts: async (): Promise<MenuCounts | null> =>
        staff ? (await this.lists.countsOf([staff.id])).get(staff.id)! : null,
      waitingDisputes: async () => (staff && can(staff.type, 'disputes.see') ? this.cases.waiting() : null),
      unmatched: async () => (staff && can(staff.type, 'unmatched.work') ? this.unmatched.waitingCount() : null),
      waitingRequests: async () => (staff ? this.requests.waitingCount() : null),
      views: async () => (staff ? this.views.of(staff) : null),
      packBatch: async () => (staff ? this.batches.lastOf(staff, 'orders') : null),
      leases: async () => (staff ? this.next.leasesOf(staff) : null),
      lostHolds: async () => (staff ? this.lost.of(staff) : null),
      newestMail: async () => (staff ? this.mail.newestId() : null),
      undelivered: async () => (staff ? this.board.countUndelivered() : null),
      colleagues: async () => (staff ? this.lists.colleagues() : null),
      brand,
      translateWidget: brand ? this.env.TRANSLATE_WIDGET_URL : null,
      csrf: request.csrf,
    };
  }

  private async brandOf(request: FastifyRequest): Promise<Brand> {
    const { orderId, brand: key } = request.params as { orderId?: string; brand?: string };
    const named = this.env.brands.find((brand) => brand.key === key);
    if (named) return named;
    return this.visitors.brandOf(orderId, request.hostname);
  }
}

/** The signed-in member; null while the sign-in lacks the second factor. */
function completeStaffOf(request: FastifyRequest): Staff | null {
  const staff = staffOf(request);
  return staff && !staff.missing ? staff : null;
}

/** Whether a page is a visitor's. An unknown path counts as a visitor's, unless it begins with another area's prefix. */
function isVisitors(request: FastifyRequest): boolean {
  const area = areaOfRequest(request);
  return isForVisitors(area) || (request.routeOptions.url === undefined && area.prefix === '/');
}
