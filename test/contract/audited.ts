import { actionsOf, audited, nameOf, ordersOf } from '../support/audited-calls.js';
import { type CallOptions, members, type TestApp } from '../support/app.js';

/** Whether by a route a member changes something or gets a file, so that it must stand in the table. */
const must =
  /^(?:POST|PUT|PATCH|DELETE) \/(?:api\/)?admin\/|^GET \/(?:admin\/export|.*(?:\.zip|-file\/|\/pack-version\/|\/uploads\/))/;

/** Looks after each call that was done whether the audit names who did what to which order, and which calls were seen so. */
export class AuditWatch {
  private readonly noted = new Set<string>();

  constructor(
    private readonly app: TestApp,
    private readonly routes: () => string[],
  ) {}

  /** Runs a call. @throws Error when it was done and no row says so */
  async during<Result extends { code: number }>(
    asked: string,
    { as, body }: CallOptions,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const name = nameOf(asked);
    const actions = name === undefined || this.noted.has(name) ? [] : actionsOf(name);
    if (actions.length === 0) return run();

    const before = await this.newest();
    const answer = await run();
    if (answer.code >= 300) return answer;

    const rows = await this.app.database.query<{ actor: string; orderId: number | null }[]>(
      `SELECT actor, order_id AS "orderId" FROM activity WHERE id > $1 AND action = ANY($2) AND member_id IS NOT NULL`,
      [before, actions],
    );
    const orders = ordersOf(body);
    const fits = rows.some(
      ({ actor, orderId }) => (!as || actor === members[as].name) && (orders.length !== 1 || orderId === orders[0]),
    );
    if (fits) this.noted.add(name!);
    return answer;
  }

  /** The routes that lack a row here, the rows without a route, and the rows that no call was seen to write. */
  faults(): { missing: string[]; gone: string[]; unseen: string[] } {
    const routes = this.routes();
    return {
      missing: routes.filter((name) => must.test(name) && !(name in audited)),
      gone: Object.keys(audited).filter((name) => !routes.includes(name)),
      unseen: Object.keys(audited).filter((name) => actionsOf(name).length > 0 && !this.noted.has(name)),
    };
  }

  private async newest(): Promise<string> {
    const [row] = await this.app.database.query<{ id: string }[]>(
      'SELECT coalesce(max(id), 0)::text AS id FROM activity',
    );
    return row!.id;
  }
}
