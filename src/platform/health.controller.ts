import { Controller, Get, Header, Headers, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Open } from '../auth/allow.js';
import { Env } from './env.js';
import { Jobs } from './jobs.js';
import { same } from './keys.js';
import { gauge, metrics } from './metrics.js';
import { Refused } from './reply.js';

/** For those who run the product: alive, ready, and figures worth an alarm (api: How it is started). */
@Controller()
@Open()
export class HealthController {
  private pool: Record<string, number> = {};

  constructor(
    private readonly env: Env,
    private readonly database: DataSource,
    private readonly jobs: Jobs,
  ) {
    gauge('jobs_waiting', 'Jobs that wait or run', 'queue', () => jobs.depth());
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

  /** 200 when the database and, where one is set, Redis answer within two seconds; else 503. */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const checks = {
      database: this.database.query('SELECT 1'),
      ...(this.env.REDIS_URL && { redis: this.jobs.depth() }),
    };
    const answers = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await answersInTime(check)] as const),
    );
    const isReady = answers.every(([, answered]) => answered);
    reply.code(isReady ? 200 : 503);
    return { status: isReady ? 'ready' : 'not ready', ...Object.fromEntries(answers) };
  }

  /** Prometheus' text. @throws Refused 404 for anybody but this machine, or without METRICS_TOKEN where one is set. */
  @Get('metrics')
  @Header('Content-Type', metrics.contentType)
  figures(@Req() request: FastifyRequest, @Headers('authorization') authorization = ''): Promise<string> {
    if (!this.mayRead(request, authorization)) throw new Refused('There is no such path.', 404);
    const { master } = this.database.driver as unknown as { master: Pool };
    // as it stands before the figures themselves are asked for
    this.pool = { open: master.totalCount, idle: master.idleCount, waiting: master.waitingCount };
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
