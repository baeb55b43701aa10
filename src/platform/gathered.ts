import { setTimeout as sleep } from 'node:timers/promises';

type Call<Input, Result> = { input: Input; resolve: (result: Result) => void; reject: (error: unknown) => void };

/**
 * Makes one call of several: those that come while one runs wait and then run together, so that a worker's jobs share
 * their statements. When a call for several fails, each is made alone: one can't fail the others.
 */
export class Gathered<Input, Result> {
  private waiting: Call<Input, Result>[] = [];
  private isRunning = false;

  /**
   * @param work returns the results in the order of its inputs; an input may stand there twice
   * @param gatherFor how long the first call waits for others, in milliseconds
   */
  constructor(
    private readonly work: (inputs: Input[]) => Promise<Result[]>,
    private readonly gatherFor = 1,
  ) {}

  run(input: Input): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ input, resolve, reject });
      if (!this.isRunning) void this.runAll();
    });
  }

  private async runAll(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) {
      // Calls that come in this time join the run.
      await sleep(this.gatherFor);
      const calls = this.waiting;
      this.waiting = [];
      await this.together(calls).catch(() => Promise.all(calls.map((call) => this.alone(call))));
    }
    this.isRunning = false;
  }

  private async together(calls: Call<Input, Result>[]): Promise<void> {
    const results = await this.work(calls.map(({ input }) => input));
    for (const [index, { resolve }] of calls.entries()) resolve(results[index]!);
  }

  private alone(call: Call<Input, Result>): Promise<void> {
    return this.together([call]).catch(call.reject);
  }
}
