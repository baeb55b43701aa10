import 'reflect-metadata';
import { rm } from 'node:fs/promises';
import type { INestApplicationContext, LoggerService, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';
import type { Env } from '../../src/platform/env.js';
import type { JobRunner } from '../../src/platform/job-runner.js';
import type { Role } from '../../src/shared/roles.js';
import { makeDataFolder } from './data-folder.js';
import { makeDatabase } from './database.js';
import { freePort } from './free-port.js';
import { eventually } from './eventually.js';

export { eventually };

/** Waits until so many statements wait for a lock that the caller's transaction holds. */
export const waitForLocks = (manager: Pick<DataSource, 'query'>, count: number) =>
  eventually(async () => {
    const [row] = (await manager.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )) as [{ n: number }];
    return row.n === count;
  });

/** See test/support/environment.mjs. */
declare const builtProduct: () => Promise<
  Pick<typeof import('@nestjs/core'), 'ModulesContainer' | 'NestFactory'> &
    typeof import('../../src/app.module.js') &
    typeof import('../../src/database/data-source.js') &
    typeof import('../../src/documents/card-delivery.js') &
    typeof import('../../src/platform/body-limits.js') &
    typeof import('../../src/platform/env.js') &
    typeof import('../../src/platform/log.js') &
    typeof import('../../src/platform/passwords.js') &
    typeof import('../../src/platform/pdf/document-reader.js') &
    typeof import('../../src/web.js')
>;
export const product = await builtProduct();
// most tests fetch cards, and only those of broken ones need the wait
product.resetLimit.held = 0;

/** The accounts that exist in every test; the password is `demo-password`. */
export const members = {
  admin: { name: 'Demo Admin', email: 'admin@demo.test', type: 'Admin' },
  manager: { name: 'Demo Manager', email: 'manager@demo.test', type: 'Manager' },
  team: { name: 'Demo Team', email: 'team@demo.test', type: 'Team' },
  team2: { name: 'Demo Team Two', email: 'team2@demo.test', type: 'Team' },
  telecaller: { name: 'Demo Telecaller', email: 'telecaller@demo.test', type: 'Telecaller' },
  night: { name: 'Demo Night', email: 'night@demo.test', type: 'Night Staff' },
} as const satisfies Record<string, { name: string; email: string; type: Role }>;
export type MemberName = keyof typeof members;

export const intakeKey = 'demo-intake-key';
export const password = 'demo-password';

/** An answer of the API: HTTP code, headers, and the envelope. */
export type Answer = { code: number; headers: Headers; body: Envelope };
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
export type Envelope = { status: number; message: string; data: any; ref: string; [beside: string]: any };

export type CallOptions = { as?: MemberName; token?: string; body?: unknown; headers?: Record<string, string> };

export type TestApp = {
  url: string;
  env: Env;
  /** The settings as environment variables, for separate processes (test/support/processes.ts). */
  settings: Record<string, string>;
  web: NestFastifyApplication;
  /** The worker, where one was asked for. */
  jobs: INestApplicationContext | undefined;
  /** Connects as the owner of the tables, to read and to prepare rows. */
  database: DataSource;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** A fresh token for a member. */
  signIn(who: MemberName): Promise<string>;
  /** The mails the catcher holds, newest first. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  mailbox(): Promise<any[]>;
  close(): Promise<void>;
};

/**
 * The real application on its own database and a free port, with the mail catcher; with `worker`, jobs run too.
 * `settings` replaces environment variables.
 */
export async function startApp({
  worker = false,
  settings = {},
}: { worker?: boolean; settings?: Record<string, string> } = {}): Promise<TestApp> {
  const [database, dataDir, port] = await Promise.all([makeDatabase(), makeDataFolder('desk-test-'), freePort()]);
  const url = `http://127.0.0.1:${port}`;
  const variables: Record<string, string> = {
    NODE_ENV: 'production',
    EMBEDDED: '1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret of tests that nobody else has',
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    INTAKE_KEY: intakeKey,
    MAIL_SES_ENDPOINT: `${url}/dev/ses`,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    MAIL_SENDGRID_BASE_URL: `${url}/dev/sendgrid`,
    SENDGRID_API_KEY: 'SG.test',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    REQUESTS_PER_MINUTE: '1000000',
    ...settings,
  };
  const env = product.readEnv(variables);
  const owner = await product.dataSource(database.ownerUrl).initialize();
  await addMembers(owner);

  const web = await startWeb(env);
  await web.listen(port, '127.0.0.1');
  const jobs = worker ? await startWorker(env) : undefined;

  // one sign-in for a member, however many calls begin at once: more would count as guessing
  const tokens = new Map<MemberName, Promise<string>>();
  const call: TestApp['call'] = async (method, path, { as, token, body, headers = {} } = {}) => {
    if (as && !tokens.has(as)) tokens.set(as, signIn(as));
    const bearer = token ?? (as && (await tokens.get(as)));
    const isForm = body instanceof FormData || body instanceof URLSearchParams;
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        // most answers are small; those of compression have their own tests
        'accept-encoding': 'identity',
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      body: body === undefined || isForm || typeof body === 'string' ? (body as BodyInit) : JSON.stringify(body),
    });
    const text = await answer.text();
    return { code: answer.status, headers: answer.headers, body: parsed(text) };
  };
  const signIn = async (who: MemberName) => {
    const { body } = await call('POST', '/api/admin/admin-login', { body: { email: members[who].email, password } });
    return (body.data as { jwtToken: string }).jwtToken;
  };

  return {
    url,
    env,
    settings: variables,
    web,
    jobs,
    database: owner,
    call,
    signIn,
    mailbox: async () => (await (await fetch(`${url}/dev/mailbox.json`)).json()) as unknown[],
    close: async () => {
      await jobs?.close();
      await web.close();
      await owner.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A web application in this process; it doesn't listen yet. */
export async function startWeb(env: Env, log = product.makeLog(env, 'web')): Promise<NestFastifyApplication> {
  return withGetByName(await product.makeWeb(env, log));
}

/** A worker in this process, on the application's database. */
export async function startWorker(env: Env): Promise<INestApplicationContext> {
  const worker = await openContext(env, new product.NestLog(product.makeLog(env, 'worker')));
  await worker.get<JobRunner>('JobRunner').start();
  return worker;
}

/** The application in this process, without its web server and jobs. */
export async function openContext(env: Env, logger: LoggerService | false = false): Promise<INestApplicationContext> {
  const { AppModule, NestFactory } = product;
  return withGetByName(
    await NestFactory.createApplicationContext(AppModule.with(env), { logger, abortOnError: false }),
  );
}

/**
 * Makes `get` find a provider by the name of its class: a class that a test imports is not the one of the built product.
 * With the name alone the test imports nothing but the type, and Jest needn't load all that the class imports.
 */
function withGetByName<Application extends INestApplicationContext>(application: Application): Application {
  const modules = [...application.get(product.ModulesContainer).values()];
  const classes = [...new Set(modules.flatMap(({ providers }) => [...providers.keys()]))];
  const byName = (asked: Type | string) => {
    const name = typeof asked === 'string' ? asked : asked.name;
    const [found, another] = classes.filter((token) => typeof token === 'function' && token.name === name);
    if (another) throw new Error(`Two classes are called ${name}`);
    return application.get<unknown>(found!);
  };
  return new Proxy(application, { get: (of, key) => (key === 'get' ? byName : (Reflect.get(of, key) as unknown)) });
}

async function addMembers(database: DataSource): Promise<void> {
  const hash = await product.hashPassword(password);
  for (const { name, email, type } of Object.values(members)) {
    await database.query('INSERT INTO members (name, email, type, password_hash) VALUES ($1, $2, $3, $4)', [
      name,
      email,
      type,
      hash,
    ]);
  }
}

function parsed(text: string): Envelope {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return { status: -1, message: text, data: null, ref: '' };
  }
}
