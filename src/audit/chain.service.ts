import { Injectable, Logger } from '@nestjs/common';
import { sha256Of } from '../platform/sha256.js';
import { ChainQueries } from './chain.queries.js';

const batch = 2_000;
/** How many rows one run of the job takes in, so that a run stays short after a big import. */
const mostOfRun = 100_000;

/**
 * What a check of the chain found. `row` is the first row that is not as it was written; `isPending` when it only has no
 * hash yet, because the chain has not come to it.
 */
type Verdict = { rows: number } | { rows: number; row: string; fault: string; isPending?: boolean };

/**
 * Chains the activity: the hash of a row covers the row and the hash before it (docs/people.md#audit). A row that is
 * changed or removed afterwards no longer fits its hash.
 */
@Injectable()
export class ChainService {
  private readonly log = new Logger('audit');

  constructor(private readonly queries: ChainQueries) {}

  /** Adds the rows that were written since. The last hash goes to the log, where no database role can change it. */
  async extend(): Promise<void> {
    for (let taken = 0; taken < mostOfRun; taken += batch) {
      if ((await this.extendOnce()) < batch) return;
    }
  }

  private async extendOnce(): Promise<number> {
    let count = 0;
    await this.queries.alone(async (manager) => {
      const rows = await this.queries.unchained(batch, manager);
      if (rows.length === 0) return;

      let { position, hash } = (await this.queries.last(manager)) ?? { position: 0, hash: '' };
      const links = rows.map(({ id, content }) => {
        position += 1;
        hash = hashOf(hash, content);
        return { position, activityId: id, hash };
      });
      await this.queries.add(links, manager);
      count = rows.length;
      this.log.log({ position, hash }, 'activity chained');
    });
    return count;
  }

  /**
   * Reads the whole chain and names the first row that was changed, removed, or written past the product. A row that lost
   * words by an erasure keeps its place and hash; it is as the erasure left it, which a row of its own tells.
   */
  async verify(): Promise<Verdict> {
    let [position, hash, rows, newest] = [0, '', 0, 0];
    for (;;) {
      const links = await this.queries.after(position, batch);
      for (const link of links) {
        if (Number(link.position) !== position + 1)
          return { rows, row: link.activityId, fault: 'a hash before it is gone' };
        if (link.content === null) return { rows, row: link.activityId, fault: 'it was removed' };
        if (hashOf(hash, link.content) !== link.hash && sha256Of(link.content) !== link.erased)
          return { rows, row: link.activityId, fault: 'it was changed' };
        hash = link.hash;
        position += 1;
        rows += 1;
        newest = Math.max(newest, Number(link.activityId));
      }
      if (links.length < batch) break;
    }
    const untold = await this.queries.firstUntoldErasure();
    if (untold !== undefined) return { rows, row: untold, fault: 'no row tells that it lost words' };

    const loose = await this.queries.firstWithoutHash();
    if (loose === undefined) return { rows };
    return { rows, row: loose, fault: 'it has no hash', isPending: Number(loose) > newest };
  }
}

function hashOf(before: string, content: string): string {
  return sha256Of(`${before}\n${content}`);
}
