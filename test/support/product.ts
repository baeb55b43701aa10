import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectFolder } from '../../src/platform/paths.js';
import { makePreparedFolder } from './data-folder.js';
import { orderBody } from './orders.js';
import { surroundings } from './processes.js';

export type Product = { url: string; process: ChildProcess; dataDir: string; stop(): Promise<number | null> };

/** What the product logs about one of its processes that was killed. */
export const saysOfKilled = [
  /ended with SIGKILL: starting it again$/,
  /^PostgreSQL ended: starting it again$/,
  // killed again during its start
  /^PostgreSQL did not start: .*the database system is starting up/,
];

/**
 * The built product as `npm start` runs it, with its embedded services, on a free port and in its own folder.
 * @param provoked lines of the log that the test causes, which are hidden; all others are shown
 */
export async function startProduct(settings: Record<string, string> = {}, provoked: RegExp[] = []): Promise<Product> {
  const dataDir = settings.DATA_DIR ?? (await makePreparedFolder('desk-product-'));
  const child = spawn(process.execPath, [join(projectFolder, 'dist/src/start.js')], {
    cwd: dataDir,
    env: {
      ...surroundings(),
      PORT: '0',
      LOG_LEVEL: 'error',
      DEMO_ORDERS: '0',
      ...settings,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  createInterface(child.stderr).on('line', (line) => {
    if (!provoked.some((words) => words.test(line))) process.stderr.write(`${line}\n`);
  });
  const exit = once(child, 'exit');
  const url = await Promise.race([
    readyLine(child),
    exit.then(() => Promise.reject(new Error('The product ended before it was ready'))),
  ]);

  return {
    url,
    process: child,
    dataDir,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = (await exit) as [number | null];
      await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** Sends an order by the intake call; returns its id, plain and encoded. */
export async function takeInto(
  { url }: Product,
  more: Record<string, unknown> = {},
): Promise<{ id: number; encoded: string }> {
  const answer = await fetch(`${url}/api/intake/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-intake-key': 'demo-intake-key' },
    body: JSON.stringify(orderBody(more)),
  });
  const { data, message } = (await answer.json()) as Answered<{ order_id: number; encoded_id: string }>;
  if (answer.status !== 201) throw new Error(`Intake answered ${answer.status}: ${message}`);
  return { id: data.order_id, encoded: data.encoded_id };
}

type Answered<Data> = { status: number; message: string; data: Data; total?: number };
/** A member's call of the API, outside the browsers; resolves with its answer. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
export type Calls = (method: string, path: string, body?: object) => Promise<Answered<any> & { code: number }>;

/** The API as a demo member. */
export async function callsOf(
  { url }: Pick<Product, 'url'>,
  email: string,
  password = 'demo-password',
): Promise<Calls> {
  const call = async (method: string, path: string, body?: object, token?: string) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
    return { ...((await answer.json()) as Answered<any>), code: answer.status };
  };
  const { data } = await call('POST', '/api/admin/admin-login', { email, password });
  const { jwtToken } = data as { jwtToken: string };
  return (method, path, body) => call(method, path, body, jwtToken);
}

async function readyLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout!)) {
    const ready = /^ready (http:\/\/\S+)$/.exec(line);
    if (ready) {
      child.stdout!.resume();
      return ready[1]!;
    }
  }
  throw new Error('No ready line');
}
