/** Limits how much work runs at once; further calls wait in their order. */
export class Turns {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.free = atOnce;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((go) => this.waiting.push(go));
    try {
      return await work();
    } finally {
      // The place is passed on to the next in the queue, so that no new call takes it first.
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
