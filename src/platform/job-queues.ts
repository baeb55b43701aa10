import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { type JobData, type JobName, jobRows, type QueueName, queueNames } from './jobs.js';

/** How far the clocks of two machines may differ, in milliseconds. */
const clockDrift = 5_000;

/** What a queue holds; `later` waits for its time, `oldest` is how many seconds the oldest that could run has waited. */
type QueueState = { queue: QueueName; waiting: number; running: number; later: number; oldest: number | null };

/** Puts jobs into BullMQ's queues. */
export class Jobs {
  private readonly log = new Logger('jobs');
  private readonly queues: Record<QueueName, Queue>;

  constructor(queues: Queue[]) {
    this.queues = Object.fromEntries(queues.map((queue) => [queue.name, queue])) as Record<QueueName, Queue>;
    for (const queue of queues) {
      queue.on('error', (error) => this.log.warn({ queue: queue.name, error: error.message }, 'queue unreachable'));
    }
  }

  /**
   * Adds a job for the worker. `key` is the id of its row: while a job with the same key waits, no second one is added. A
   * failure is not thrown, because the row is committed already and the sweep finds rows without a job.
   * @param behind a job with a larger number runs after all with a smaller one
   */
  async later<Name extends JobName>(name: Name, data: JobData[Name], key: number | string, behind = 0): Promise<void> {
    const { queue, attempts, backoff } = jobRows[name];
    try {
      const reached = await this.reach(typeof queue === 'string' ? queue : queue(data));
      await reached.add(name, data, {
        // an id of its own: while it waits, somebody can add the same job in front of it
        jobId: behind > 0 ? `${name}-${key}-behind-${behind}` : `${name}-${key}`,
        ...(behind > 0 && { priority: behind }),
        attempts,
        backoff: { type: 'exponential', delay: backoff },
        removeOnComplete: true,
        removeOnFail: true,
      });
    } catch (error) {
      this.log.warn({ job: name, key, error: String(error) }, 'job not queued; the sweep will');
    }
  }

  /** Runs a job again whose last try failed. */
  again(name: JobName, data: Record<string, unknown>): Promise<void> {
    const [key = 'again'] = Object.values(data) as (number | string)[];
    return this.later(name, data as never, key);
  }

  /** How many jobs wait or run, by queue, for the metrics. */
  async depth(): Promise<Record<QueueName, number>> {
    const all = await this.state();
    return Object.fromEntries(
      all.map(({ queue, waiting, running, later }) => [queue, waiting + running + later]),
    ) as Record<QueueName, number>;
  }

  /** What each queue holds. @throws when a queue can't be reached */
  state(): Promise<QueueState[]> {
    return Promise.all(
      queueNames.map(async (name) => {
        const queue = await this.reach(name);
        const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed');
        const { waiting = 0, prioritized = 0, active = 0, delayed = 0 } = counts;
        const [oldest] = waiting + prioritized === 0 ? [] : await queue.getJobs(['waiting', 'prioritized'], 0, 0, true);
        return {
          queue: name,
          waiting: waiting + prioritized,
          running: active,
          later: delayed,
          oldest: oldest ? Math.max(0, Date.now() - oldest.timestamp - (oldest.opts.delay ?? 0)) / 1000 : null,
        };
      }),
    );
  }

  /**
   * Runs at once what waits for a time but was written in the future: after a clock was put back by two hours, a mail's next
   * try would wait two hours. Every worker calls this at start and then regularly.
   */
  async repair(): Promise<void> {
    for (const name of queueNames) await this.promoteFuture(await this.reach(name));
  }

  private async promoteFuture(queue: Queue): Promise<void> {
    for (const job of await queue.getDelayed(0, 999)) {
      if (job.timestamp > Date.now() + clockDrift) await job.promote().catch(() => undefined);
    }
  }

  /** The queue, connected. @throws after two seconds without an answer. */
  private async reach(name: QueueName): Promise<Queue> {
    const queue = this.queues[name];
    const late = sleep(2_000, undefined, { ref: false }).then(() => {
      throw new Error('no answer within 2 s');
    });
    await Promise.race([queue.waitUntilReady(), late]);
    return queue;
  }
}
