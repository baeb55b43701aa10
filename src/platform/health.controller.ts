import { Controller, Get, Header, Headers, Req } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Open } from './allow.js';
import { Env } from './env.js';
import { HealthQueries } from './health.queries.js';
import { Res } from './inertia/handler-inputs.js';
import { Jobs } from './job-queues.js';
import { JobRunsQueries } from './job-runs.queries.js';
import { repeatedJobs } from './jobs.js';
import { same } from './keys.js';
import { gauge, metrics } from './metrics.js';
import { RedisConnection } from './redis.js';
import { Refused } from './reply.js';

/** For operators: liveness, readiness, and metrics for alarms (docs/operations.md#settings). */
@Controller()
@Open()
export class HealthController {
  private pool: Record<string, number> = {};

  constructor(
    private readonly env: Env,
    private readonly queries: HealthQueries,
    private readonly redis: RedisConnection,
    jobs: Jobs,
    runs: JobRunsQueries,
  ) {
    gauge('jobs_waiting', 'Jobs that wait or run', 'queue', () => jobs.depth());
    gauge('job_last_run_seconds', 'How long ago each repeated job last ran to its end', 'job', () =>
      runs.ages(repeatedJobs.map(({ name }) => name)),
    );
    gauge(
      'database_pool',
      'Connections of this process, and callers that wait for one',
      'state',
      async () => this.pool,
    );
  }

  /** 200 while the process lives. */
  @Get('healthz')
  alive() {
    return { status: 'alive' };
  }

  /**
   * 200 when the database has every migration of this version and, where one is set, Redis answers, within two seconds;
   * else 503.
   */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const checks = {
      database: this.queries.answer(),
      migrations: this.queries.allMigrationsRan(),
      ...(this.redis.client && { redis: this.redis.client.ping() }),
    };
    const answers = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await answersInTime(check)] as const),
    );
    const isReady = answers.every(([, answered]) => answered);
    reply.code(isReady ? 200 : 503);
    return { status: isReady ? 'ready' : 'not ready', ...Object.fromEntries(answers) };
  }

  /** Prometheus' text. @throws Refused 404 for requests from other machines, or without METRICS_TOKEN where one is set. */
  @Get('metrics')
  @Header('Content-Type', metrics.contentType)
  figures(@Req() request: FastifyRequest, @Headers('authorization') authorization = ''): Promise<string> {
    if (!this.mayRead(request, authorization)) throw new Refused('There is no such path.', 404);
    // Read before the other metrics, whose queries would change it.
    this.pool = this.queries.pool();
    return metrics.metrics();
  }

  private mayRead(request: FastifyRequest, authorization: string): boolean {
    if (this.env.METRICS_TOKEN) return same(authorization, `Bearer ${this.env.METRICS_TOKEN}`);
    const isLocal = /^(?:::1|(?:::ffff:)?127\.)/.test(request.socket.remoteAddress ?? '');
    return isLocal && request.headers['x-forwarded-for'] === undefined;
  }
}

async function answersInTime(check: Promise<unknown>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), 2_000).unref());
  return Promise.race([
    check.then(
      () => true,
      () => false,
    ),
    late,
  ]);
}
