import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type AuthorityPage, allAuthorityPages } from '../shared/authority-pages.js';
import { allPageTroubles, type PageTrouble } from '../shared/page-states.js';
import type { ScriptRun } from '../shared/script-run.js';

/** A page, its worst trouble that lasts, and its last filling. */
export type PageRow = {
  page: AuthorityPage;
  kind: PageTrouble | null;
  since: Date | null;
  what: string[] | null;
  tries: number | null;
  members: string[] | null;
  filledAt: Date | null;
  ms: number | null;
};

/** A run as it is kept. `ms` and `codeId` are null where a member said that the page is away. */
export type KeptRun = Pick<ScriptRun, 'outcome' | 'unfilled'> & {
  page: AuthorityPage;
  ms: number | null;
  memberId: number;
  codeId: number | null;
};

/** Runs are kept so long. */
const keptDays = 90;

/** When a trouble ends: of two transactions at once, the one that ends it may have begun before the one that found it. */
const ending = 'greatest(since, now())';

@Injectable()
export class PageStatesQueries {
  constructor(private readonly database: DataSource) {}

  /** @param script the version of today's script: what an earlier one found changed, this one may know */
  rows(script: string): Promise<PageRow[]> {
    return this.database.query(
      `SELECT p.page, t.kind, t.since, t.what, t.tries,
         (SELECT array_agg(name ORDER BY array_position(t.members, id)) FROM members WHERE id = ANY(t.members)) AS members,
         r.create_ts AS "filledAt", r.ms
       FROM unnest($1::text[]) WITH ORDINALITY p (page, place)
       LEFT JOIN LATERAL (
         SELECT kind, since, what, tries, members FROM page_troubles
         WHERE page = p.page AND until IS NULL AND (kind <> 'changed' OR script = $2)
         ORDER BY array_position($3::text[], kind) LIMIT 1) t ON true
       LEFT JOIN LATERAL (
         SELECT create_ts, ms FROM script_runs WHERE page = p.page AND outcome = 'filled' ORDER BY id DESC LIMIT 1) r ON true
       ORDER BY p.place`,
      [allAuthorityPages, script, allPageTroubles],
    );
  }

  /** Keeps a run, and removes a few that are too old. Returns false when this filling was reported before. */
  async add({ page, outcome, ms, unfilled, memberId, codeId }: KeptRun, manager: EntityManager): Promise<boolean> {
    await manager.query(
      `DELETE FROM script_runs WHERE id IN (
         SELECT id FROM script_runs WHERE create_ts < now() - make_interval(days => $1) ORDER BY create_ts LIMIT 20
         FOR UPDATE SKIP LOCKED)`,
      [keptDays],
    );
    const added = await manager.query<unknown[]>(
      `INSERT INTO script_runs (page, outcome, ms, unfilled, member_id, code_id) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (code_id) DO NOTHING RETURNING id`,
      [page, outcome, ms, unfilled, memberId, codeId],
    );
    return added.length > 0;
  }

  /** Ends what an earlier script found changed: today's knows the page, or finds how it differs from what it knows. */
  async endEarlier(page: AuthorityPage, script: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE page_troubles SET until = ${ending} WHERE page = $1 AND until IS NULL AND script <> $2`,
      [page, script],
    );
  }

  /** Opens a trouble of a page, or adds a try and its member to the open one. */
  async begin(
    { page, kind, memberId }: { page: AuthorityPage; kind: PageTrouble; memberId: number },
    { what = [], script = null }: { what?: string[]; script?: string | null },
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO page_troubles (page, kind, members, what, script) VALUES ($1, $2, ARRAY[$3::int], $4, $5)
       ON CONFLICT (page, kind) WHERE until IS NULL DO UPDATE SET tries = page_troubles.tries + 1,
         members = CASE WHEN $3 = ANY(page_troubles.members) THEN page_troubles.members ELSE page_troubles.members || $3::int END`,
      [page, kind, memberId, what, script],
    );
  }

  /** Ends troubles of a page. @param endedBy the member who said so; null where a run of the script showed it */
  async end(
    page: AuthorityPage,
    kinds: readonly PageTrouble[],
    endedBy: number | null,
    manager: EntityManager,
  ): Promise<boolean> {
    const [, ended] = await manager.query<[unknown, number]>(
      `UPDATE page_troubles SET until = ${ending}, ended_by = $3 WHERE page = $1 AND kind = ANY($2) AND until IS NULL`,
      [page, kinds, endedBy],
    );
    return ended > 0;
  }
}
