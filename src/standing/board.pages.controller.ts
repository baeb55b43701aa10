import { Controller, Get } from '@nestjs/common';
import { PageStatesService } from '../authority/page-states.service.js';
import { Page } from '../platform/page.js';
import { Allow } from '../platform/allow.js';
import { Query } from '../platform/inertia/handler-inputs.js';
import { redirect } from '../platform/inertia/redirect.js';
import { type BoardQuery, boardScreenQuery, type UndeliveredQuery, undeliveredScreenQuery } from '../shared/board.js';
import { routes } from '../shared/routes.js';
import { BoardService } from './board.service.js';

@Controller('admin')
@Allow('orders.work')
export class BoardPagesController {
  constructor(
    private readonly board: BoardService,
    private readonly authority: PageStatesService,
  ) {}

  /** A page number past the end redirects to the last page. */
  @Get('at-risk')
  @Page('standing/at-risk')
  async list(@Query({ schema: boardScreenQuery }) query: BoardQuery) {
    const { standing, page, limit } = query;
    const [{ rows, total, counts }, authority] = await Promise.all([this.board.list(query), this.authority.states()]);
    const last = Math.max(1, Math.ceil(total / limit));
    if (page > last) {
      const to = new URLSearchParams({ ...(standing && { standing }), page: String(last), limit: String(limit) });
      return redirect(`${routes.atRisk}?${to}`);
    }
    return { rows, total, standings: counts, authority, standing: standing ?? null, page, limit };
  }

  /** A page number past the end redirects to the last page. */
  @Get('without-card')
  @Page('standing/without-card')
  async undelivered(@Query({ schema: undeliveredScreenQuery }) query: UndeliveredQuery) {
    const { page, limit } = query;
    const { rows, total } = await this.board.undelivered(query);
    const last = Math.max(1, Math.ceil(total / limit));
    if (page > last) return redirect(`${routes.withoutCard}?${new URLSearchParams({ page: String(last) })}`);
    return { rows, total, page, limit };
  }
}
