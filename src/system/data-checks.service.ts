import { Injectable, Logger } from '@nestjs/common';
import { Storage } from '../platform/storage.js';
import { type DataCheckName, dataCheckNames } from '../shared/data-checks.js';
import { DataChecksQueries, type Fault, fileChecks, type Found, type LastRun } from './data-checks.queries.js';

/** How long a check may take, in seconds. */
const longest = 120;
const none: Found = { found: 0, faults: [] };

/** Looks for rows that contradict each other (docs/operations.md#the-integrity-check). */
@Injectable()
export class DataChecksService {
  private readonly log = new Logger('data');

  constructor(
    private readonly queries: DataChecksQueries,
    private readonly storage: Storage,
  ) {}

  /** Runs every check and keeps what it found. A check that can't run says why, and the others still run. */
  async run(): Promise<void> {
    await this.queries.forgetFailures();
    const ofRows = dataCheckNames.filter((name) => !fileChecks.includes(name));
    for (const name of ofRows) await this.tryOut([name], () => this.find(name));
    await this.tryOut(fileChecks, () => this.findFiles());
  }

  lastRuns(): Promise<LastRun[]> {
    return this.queries.lastRuns();
  }

  /** The kept faults of every check. */
  faults(): Promise<(Fault & { name: DataCheckName })[]> {
    return this.queries.faults();
  }

  private async tryOut(names: readonly DataCheckName[], look: () => Promise<Found[]>): Promise<void> {
    const [all, error] = await look().then(
      (found) => [found, null] as const,
      (reason: unknown) => [names.map(() => none), String(reason)] as const,
    );
    for (const [at, name] of names.entries()) {
      await this.queries.save(name, all[at]!, error);
      if (error !== null || all[at]!.found > 0)
        this.log.warn({ check: name, found: all[at]!.found, ...(error !== null && { error }) }, 'faults of the data');
    }
  }

  private find(name: DataCheckName): Promise<Found[]> {
    return this.queries.within(longest, async (manager) => [await this.queries.find(name, manager)]);
  }

  private findFiles(): Promise<Found[]> {
    return this.queries.within(longest, async (manager) => {
      await this.queries.writeDownFiles(this.storage.list(), manager);
      const all: Found[] = [];
      for (const name of fileChecks) all.push(await this.queries.find(name, manager));
      return all;
    });
  }
}
