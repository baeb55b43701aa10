import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { Transactions } from '../database/transactions.js';
import { builtFiller } from '../platform/filler-script.js';
import { Refused } from '../platform/reply.js';
import type { PageState } from '../shared/answers/authority.js';
import { type AuthorityPage, authorityPages } from '../shared/authority-pages.js';
import { pageStateWords } from '../shared/page-state-words.js';
import { allPageTroubles, slowPage } from '../shared/page-states.js';
import type { ScriptRun } from '../shared/script-run.js';
import { toPageState } from './page-states.present.js';
import { PageStatesQueries } from './page-states.queries.js';

/** Whether the authority's pages work, by what the script and members found (docs/form.md#whether-the-authoritys-pages-work). */
@Injectable()
export class PageStatesService {
  constructor(
    private readonly queries: PageStatesQueries,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
  ) {}

  /** The state of each page. */
  async states(): Promise<PageState[]> {
    const rows = await this.queries.rows(builtFiller().version);
    return rows.map(toPageState);
  }

  /** @throws Refused 409, with what is different, while the page is known to have changed */
  async refuseChanged(page: AuthorityPage): Promise<void> {
    const state = (await this.states()).find((one) => one.page === page)!;
    if (state.state === 'changed') throw new Refused(pageStateWords(state), 409);
  }

  /**
   * Keeps what a run of the script found of a page. One run that finds a page changed stops all filling of it; a script of
   * another version than today's stops nothing.
   * @param of the page, the member who ran it and the code of the filling
   * @returns false when this filling was reported before
   */
  async ran(
    { page, memberId, codeId }: { page: AuthorityPage; memberId: number; codeId: number },
    { script, outcome, ms, differences, unfilled }: ScriptRun,
    manager: EntityManager,
  ): Promise<boolean> {
    if (!(await this.queries.add({ page, outcome, ms, unfilled, memberId, codeId }, manager))) return false;
    const is = { page, memberId };
    const isTodays = script === builtFiller().version;
    if (outcome !== 'silent' && isTodays) await this.queries.endEarlier(page, script, manager);
    if (outcome === 'silent') await this.queries.begin({ ...is, kind: 'away' }, {}, manager);
    else if (outcome === 'changed') {
      if (isTodays) await this.queries.begin({ ...is, kind: 'changed' }, { what: differences, script }, manager);
    } else {
      // who opened the page before it changed proves nothing of it now
      const isSlow = ms > slowPage;
      await this.queries.end(page, isSlow ? ['away'] : ['away', 'slow'], null, manager);
      if (isSlow) await this.queries.begin({ ...is, kind: 'slow' }, {}, manager);
    }
    return true;
  }

  /** Notes that a page does not open for a member. */
  async noteAway(staff: Staff, page: AuthorityPage): Promise<void> {
    await this.transactions.run(async (manager) => {
      await this.queries.add(
        { page, outcome: 'silent', ms: null, unfilled: [], memberId: staff.id, codeId: null },
        manager,
      );
      await this.queries.begin({ page, kind: 'away', memberId: staff.id }, {}, manager);
      await this.note(staff, 'authority.away', page, manager);
    });
  }

  /**
   * Ends what is known of a page's trouble: a member has looked at it. The script fills it again.
   * @throws Refused 409 when no trouble of it is known
   */
  async noteWorks(staff: Staff, page: AuthorityPage): Promise<void> {
    await this.transactions.run(async (manager) => {
      if (!(await this.queries.end(page, allPageTroubles, staff.id, manager)))
        throw new Refused(`No trouble of ${authorityPages[page].name} is known.`, 409);
      await this.note(staff, 'authority.works', page, manager);
    });
  }

  private async note(
    staff: Staff,
    action: 'authority.away' | 'authority.works',
    page: AuthorityPage,
    manager: EntityManager,
  ): Promise<void> {
    await this.activity.note(staff, { orderId: null, action, to: authorityPages[page].name }, manager);
  }
}
