import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { Transactions } from '../database/transactions.js';
import { refuseFilters } from '../orders/filters.service.js';
import { ListsService } from '../orders/lists.service.js';
import { Refused } from '../platform/reply.js';
import type { SavedView, ViewCount } from '../shared/answers/saved-views.js';
import { viewCountLimit, viewsLimit } from '../shared/limits.js';
import { forbiddenFilter } from '../shared/order-filters.js';
import { queueRows } from '../shared/order-queues.js';
import { can } from '../shared/permissions.js';
import { routes } from '../shared/routes.js';
import type { AddView, ChangeView } from '../shared/saved-views.js';
import { SavedViewsQueries, type View } from './saved-views.queries.js';

/** Lists that members save under a name, for themselves or for everybody (docs/screens.md#saved-views). */
@Injectable()
export class SavedViewsService {
  constructor(
    private readonly queries: SavedViewsQueries,
    private readonly lists: ListsService,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
  ) {}

  /** The views that a member may open: the own ones, then everybody's; without the queues that the role doesn't see, and the filters that it may not use. */
  async of(staff: Staff): Promise<SavedView[]> {
    return (await this.open(staff)).map((view) => toView(staff, view));
  }

  /** How many orders each of these views has now, up to `viewCountLimit`. */
  async counts(staff: Staff): Promise<ViewCount[]> {
    const counts: ViewCount[] = [];
    for (const { id, queue, query } of await this.open(staff)) {
      const { q: searchVal, columns: _columns, sort: _sort, dir: _dir, ...filters } = query;
      counts.push({ id, ...(await this.lists.countUpTo(staff, queue, { searchVal, ...filters }, viewCountLimit)) });
    }
    return counts;
  }

  /** @throws Refused 403 for a queue that the role doesn't see, or a filter that it may not use; 409 for a name that the member uses, and for too many. */
  async add(staff: Staff, view: AddView): Promise<SavedView> {
    if (!can(staff.type, queueRows[view.queue].see)) throw Refused.notAllowed();
    refuseFilters(staff.type, view.query);
    const id = await this.transactions.run(async (manager) => {
      await this.queries.awaitTurn(manager);
      const added = await this.queries.add(staff.id, view, viewsLimit, manager);
      if (added === undefined) throw new Refused(`You have a view of this name, or ${viewsLimit} views already.`, 409);
      await this.activity.note(staff, savedNote(view), manager);
      return added;
    });
    return toView(staff, (await this.queries.byId(id))!);
  }

  /** @throws Refused 404; 403 for everybody's view of somebody else, unless an Admin changes it, and as `add`; 409 for a used name. */
  async change(staff: Staff, id: number, { name, shared, query }: ChangeView): Promise<SavedView> {
    const view = await this.changeable(staff, id);
    const changed = { name, shared, query: query ?? view.query };
    refuseFilters(staff.type, changed.query);
    await this.transactions.run(async (manager) => {
      await this.queries.awaitTurn(manager);
      if (!(await this.queries.change(id, changed, manager))) throw new Refused('There is a view of this name.', 409);
      await this.activity.note(staff, savedNote(changed), manager);
    });
    return toView(staff, (await this.queries.byId(id))!);
  }

  /** @throws Refused 404; 403 for everybody's view of somebody else, unless an Admin deletes it. */
  async remove(staff: Staff, id: number): Promise<void> {
    const { name, owner } = await this.changeable(staff, id);
    await this.transactions.run(async (manager) => {
      await this.queries.remove(id, manager);
      const what = { orderId: null, action: 'view.deleted', from: name, note: `of ${owner}` } as const;
      await this.activity.note(staff, what, manager);
    });
  }

  private async open(staff: Staff): Promise<View[]> {
    const views = await this.queries.of(staff.id, viewsLimit);
    return views.filter(
      ({ queue, query }) => can(staff.type, queueRows[queue].see) && !forbiddenFilter(staff.type, query),
    );
  }

  private async changeable(staff: Staff, id: number): Promise<View> {
    const view = await this.queries.byId(id);
    if (!view || !(view.shared || view.memberId === staff.id)) throw new Refused('There is no such view.', 404);
    if (!mayChange(staff, view))
      throw new Refused(`This view is ${view.owner}’s. ${view.owner} or an Admin can change it.`, 403);
    return view;
  }
}

function savedNote({ name, shared }: Pick<View, 'name' | 'shared'>) {
  return { orderId: null, action: 'view.saved', to: name, note: shared ? 'everybody’s' : 'own' } as const;
}

function mayChange(staff: Staff, { memberId }: View): boolean {
  return memberId === staff.id || can(staff.type, 'views.change-others');
}

function toView(staff: Staff, view: View): SavedView {
  const { id, name, queue, query, shared, owner } = view;
  const { month, ...asked } = query;
  const { path } = queueRows[queue];
  const list = routes.queue(queue === 'futureOrder' ? `${path}/${month ?? 'all'}` : path);
  const parts = Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const text = new URLSearchParams(parts).toString();
  return { id, name, queue, path: list + (text && `?${text}`), shared, owner, may_change: mayChange(staff, view) };
}
