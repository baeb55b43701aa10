const barWidth = 24;
/** Seconds between two lines when the output is no terminal. */
const linesEvery = 10;

/** Shows an import's progress: a bar on a terminal, elsewhere a plain line at intervals. */
export class Progress {
  private readonly started = performance.now();
  private lastLine = 0;

  /** @param size of the file in bytes; undefined for a pipe */
  constructor(private readonly size: number | undefined) {}

  /** Since the beginning. */
  get seconds(): number {
    return (performance.now() - this.started) / 1000;
  }

  /** @param bytes of the file that have been read */
  show(orders: number, bytes: number): void {
    const { isTTY, columns } = process.stdout;
    if (!isTTY && this.seconds < this.lastLine + linesEvery) return;

    this.lastLine = this.seconds;
    const text = this.text(orders, bytes, isTTY);
    process.stdout.write(isTTY ? `\r${text.slice(0, columns - 1).padEnd(columns - 1)}` : `${text}\n`);
  }

  /** Clears the bar on a terminal. */
  end(): void {
    if (process.stdout.isTTY) process.stdout.write(`\r${' '.repeat(process.stdout.columns - 1)}\r`);
  }

  private text(orders: number, bytes: number, withBar: boolean): string {
    const words = [`${orders} orders`, `${Math.round(orders / this.seconds)} a second`];
    if (!this.size) return words.join(', ');

    const share = Math.min(1, bytes / this.size);
    const left = Math.round((this.seconds / share) * (1 - share));
    const full = Math.round(share * barWidth);
    const bar = withBar ? `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ` : '';
    return `${bar}${[`${Math.floor(share * 100)} %`, ...words, `${left} s left`].join(', ')}`;
  }
}
