import { Injectable } from '@nestjs/common';
import type { Staff } from '../auth/staff.js';
import type { Neighbour, Neighbours } from '../database/beside.js';
import { CasesService } from '../disputes/cases.service.js';
import { listOrigin } from '../orders/list-origin.js';
import { ListsService } from '../orders/lists.service.js';
import { RequestsService } from '../requests/requests.service.js';
import { boardScreenQuery } from '../shared/board.js';
import { disputesScreenQuery } from '../shared/disputes.js';
import { rowInAddress } from '../shared/input.js';
import { attention } from '../shared/menu.js';
import { encodeOrderId } from '../shared/order-id.js';
import { forbiddenFilter } from '../shared/order-filters.js';
import { queueRows } from '../shared/order-queues.js';
import type { Pages } from '../shared/pages.js';
import { can, type Permission } from '../shared/permissions.js';
import { routes } from '../shared/routes.js';
import { BoardService } from '../standing/board.service.js';

/** A list that an order was opened from, as the address of the order names it. */
type Origin = {
  title: string;
  see: Permission;
  /** The part of an order's page that the list leads to, such as `#disputes`. */
  part: string;
  beside: () => Promise<Neighbours>;
};
type Asked = { staff: Staff; orderId: number; query: Record<string, string>; rowId: number | undefined };
type Board = { part: string; beside: (asked: Asked) => Promise<Neighbours> };

/** Leads from an order's page back to its list, and along it (docs/orders.md#next-order). */
@Injectable()
export class WayBackService {
  constructor(
    private readonly lists: ListsService,
    private readonly board: BoardService,
    private readonly requests: RequestsService,
    private readonly cases: CasesService,
  ) {}

  /**
   * The list that the order was opened from, and the orders beside it.
   * @param from the list's address without `/admin/`; in a list whose rows are no orders with `row`, the row's id
   * @returns null when it names no list, or one that the role doesn't see or may not filter so
   */
  async of(staff: Staff, orderId: number, from: string): Promise<Pages['desk/order']['list']> {
    const [path = '', asked = ''] = from.split('?', 2);
    const query = new URLSearchParams(asked);
    const rowId = rowInAddress.parse(query.get('row') ?? undefined);
    const origin = this.originOf({ staff, orderId, query: Object.fromEntries(query), rowId }, path, from);
    if (!origin || !can(staff.type, origin.see)) return null;

    const { previous, next } = await origin.beside();
    const address = (of: number | null | undefined) => {
      query.delete('row');
      if (of) query.set('row', String(of));
      return query.size > 0 ? `${path}?${query}` : path;
    };
    const to = (neighbour: Neighbour | null) =>
      neighbour && routes.orderOf(encodeOrderId(neighbour.orderId), address(neighbour.rowId)) + origin.part;
    return {
      title: origin.title,
      path: `${routes.queue(address(null))}#row-${rowId ?? encodeOrderId(orderId)}`,
      previous: to(previous),
      next: to(next),
    };
  }

  private originOf(asked: Asked, path: string, from: string): Origin | undefined {
    const board = this.boards.get(routes.queue(path));
    const entry = board && attention.find((one) => one.path === routes.queue(path));
    if (entry) return { title: entry.label, see: entry.see, part: board.part, beside: () => board.beside(asked) };

    const origin = listOrigin(from);
    if (!origin || forbiddenFilter(asked.staff.type, origin.query)) return undefined;
    const { menu: title, see } = queueRows[origin.queue];
    return { title, see, part: '', beside: () => this.lists.neighbours(asked.staff, asked.orderId, origin) };
  }

  /** The lists that are no queues. */
  private readonly boards = new Map<string, Board>([
    [
      routes.atRisk,
      { part: '', beside: ({ orderId, query }) => this.board.beside(orderId, boardScreenQuery.parse(query).standing) },
    ],
    [routes.withoutCard, { part: '', beside: ({ orderId }) => this.board.besideUndelivered(orderId) }],
    [routes.requests, { part: '', beside: ({ orderId, rowId }) => this.requests.beside(orderId, rowId) }],
    [
      routes.disputes,
      {
        part: '#disputes',
        beside: ({ orderId, rowId, query }) =>
          this.cases.beside(orderId, rowId, disputesScreenQuery.parse(query).state),
      },
    ],
  ]);
}
