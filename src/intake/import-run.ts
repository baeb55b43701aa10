import type { Readable } from 'node:stream';
import { UnusableFile } from '../commands/import-command.js';
import { sayIgnored } from '../commands/import-table.js';
import { Refused } from '../platform/reply.js';
import { type GoodLine, type Line, readCsv, readJsonLines, type RefusedLine } from './import-lines.js';
import { Progress } from './import-progress.js';
import { Report } from './import-report.js';
import type { IntakeService } from './intake.service.js';
import type { Shop } from './shop.js';

export type Arguments = { path: string; shop: string; format: 'csv' | 'jsonl'; isDry: boolean; reportPath: string };
/** `size` in bytes, unknown of a pipe. */
export type Input = { stream: Readable; size?: number; bytesRead: () => number };

/** The actor's name in the activity. */
const importer = 'Import';
/** Orders of one transaction. */
const batch = 500;

/** One run of `npm run orders:import` over one file. */
export class ImportRun {
  private read = 0;
  private added = 0;
  private refused = 0;
  private isStopped = false;
  /** In a dry run, the hash of each body that would have been added. */
  private readonly wouldBeAdded = new Map<string, string>();

  constructor(
    private readonly intake: IntakeService,
    private readonly shop: Shop,
    private readonly given: Arguments,
  ) {}

  /**
   * @returns the exit code. After a Ctrl-C the batch that is under way is finished.
   * @throws UnusableFile for a file without a line
   */
  async run({ stream, size, bytesRead }: Input): Promise<number> {
    process.once('SIGINT', () => (this.isStopped = true));
    const report = await Report.at(this.given.reportPath);
    const progress = new Progress(size);
    const lines =
      this.given.format === 'csv' ? readCsv(stream, (columns) => sayIgnored('order', columns)) : readJsonLines(stream);
    try {
      // The next batch is read while this one is written.
      let sent: Promise<unknown> = Promise.resolve();
      for await (const some of batches(lines)) {
        await sent;
        if (this.isStopped) break;
        sent = this.take(some, report).then(() => progress.show(this.read, bytesRead()));
        // Handled where `sent` is awaited; this only avoids an unhandled rejection.
        sent.catch(() => undefined);
      }
      await sent;
    } finally {
      progress.end();
      await report.close();
    }
    if (this.read === 0 && !this.isStopped) throw new UnusableFile('Nothing was read: the file has no orders.');
    process.stdout.write(this.summary(Math.round(progress.seconds)));
    if (this.isStopped) return 130;
    return this.refused > 0 ? 1 : 0;
  }

  private async take(lines: Line[], report: Report): Promise<void> {
    const good = lines.filter((line): line is GoodLine => 'order' in line);
    const orders = good.map(({ order }) => order);
    const answers = await (this.given.isDry
      ? this.intake.preview(this.shop, orders, this.wouldBeAdded)
      : this.intake.receiveAll(this.shop, orders, importer));

    const refused = lines.filter((line): line is RefusedLine => 'errors' in line);
    for (const [index, answer] of answers.entries()) {
      if (answer instanceof Refused) refused.push({ ...good[index]!, errors: errorsOf(answer) });
      else if (answer.isNew) this.added++;
    }
    await report.add(refused.sort((a, b) => a.number - b.number));
    this.read += lines.length;
    this.refused += refused.length;
  }

  private summary(seconds: number): string {
    const { read, added, refused } = this;
    const { isDry, reportPath } = this.given;
    return [
      `${read} orders read in ${seconds} s: ${added} ${isDry ? 'would be added' : 'added'}, ${read - added - refused} already there, ${refused} refused.\n`,
      refused > 0 ? `Why they were refused: ${reportPath}\n` : '',
      this.isStopped ? 'Stopped before the end. Run it again to go on.\n' : '',
    ].join('');
  }
}

function errorsOf({ errors, message }: Refused): Record<string, string> {
  return errors ?? { external_ref: message };
}

async function* batches(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let some: Line[] = [];
  for await (const line of lines) {
    some.push(line);
    if (some.length < batch) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
