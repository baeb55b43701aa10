import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { Env } from './env.js';

export type RedisInfo = { version: string; memory: string; policy: string };

/** The process's connection to Redis, for the queues and for `/readyz`. There is none without REDIS_URL. */
@Injectable()
export class RedisConnection implements OnApplicationShutdown {
  readonly client: Redis | undefined;
  private readonly log = new Logger('redis');

  constructor({ REDIS_URL }: Env) {
    if (!REDIS_URL) return;

    // Fails at once when Redis is away, so that a request doesn't wait.
    this.client = new Redis(REDIS_URL, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
    this.client.on('error', (error) => this.log.warn({ error: error.message }, 'Redis unreachable'));
  }

  /** Redis' version, memory and policy; undefined without Redis, or when it doesn't answer. */
  async info(): Promise<RedisInfo | undefined> {
    const text = await this.client?.info().catch(() => undefined);
    if (text === undefined) return undefined;

    const value = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(text)?.[1] ?? 'unknown';
    return {
      version: value('redis_version'),
      memory: value('used_memory_human'),
      policy: value('maxmemory_policy'),
    };
  }

  onApplicationShutdown(): void {
    this.client?.disconnect();
  }
}
