// npm run load [-- --minutes 10 --orders 1000000 --staff 50 --visitors 500]: staff, visitors and shops at the same time, on
// the product as `npm start` runs it. Exits with 1 when an answer was wrong, or when response time or memory grew.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Recorder } from './recorder.mjs';
import { hireStaff, workAsStaff } from './staff.mjs';
import { memoryOf } from './memory.mjs';
import { bringOrders, comeAsVisitor, findCustomers } from './visitors.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    orders: { type: 'string', default: '1000000' },
    staff: { type: 'string', default: '50' },
    visitors: { type: 'string', default: '500' },
  },
});
const [minutes, orders, staff, visitors] = ['minutes', 'orders', 'staff', 'visitors'].map((name) =>
  Number(values[name]),
);

const folder = await mkdtemp(join(tmpdir(), 'desk-load-'));
say(`${orders.toLocaleString('en')} orders …`);
const product = spawn(process.execPath, ['dist/src/start.js'], {
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
    DEMO_ORDERS: String(orders),
    // all members share one IP address; every visitor sends its own in X-Forwarded-For, as a proxy would
    REQUESTS_PER_MINUTE: '10000000',
    TRUSTED_PROXIES: '127.0.0.1',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => product.once('exit', resolve));

try {
  const url = await addressOf(product);
  const members = await hireStaff(url, staff);
  const customers = await findCustomers(url, members[0], Math.max(visitors * 4, 1_000));
  say(`${staff} members and ${visitors} visitors for ${minutes} minutes`);

  const record = new Recorder();
  const end = performance.now() + minutes * 60_000;
  const crowd = [
    ...members.map((member) => workAsStaff(url, member, record, end)),
    ...Array.from({ length: visitors }, () => comeAsVisitor(url, customers, record, end)),
    bringOrders(url, record, end),
  ];
  const memory = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    memory.push(await memoryOf(product.pid));
    say(`minute ${minute}: ${record.line()}   MB: ${format(memory.at(-1))}`);
    for (const error of record.errors.slice(-3)) say(`  ${error}`);
    record.nextMinute();
  }
  await Promise.all(crowd);
  process.stdout.write(`\n${record.table()}\n\n`);
  process.exitCode = verdict(record, memory) ? 0 : 1;
} finally {
  product.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
}

/** Whether no answer was wrong, and neither response time nor memory grew once the caches were full. */
function verdict(record, memory) {
  const half = Math.ceil(memory.length / 2);
  const [before, after] = [record.p99(1, half), record.p99(half, memory.length)];
  const [warm, last] = [memory[1], memory.at(-1)];
  const checks = [
    [`no wrong answer (${record.errors.length})`, record.errors.length === 0],
    ...(memory.length < 4
      ? []
      : [
          [`99 of 100 answers within ${before.toFixed(0)} ms, later ${after.toFixed(0)} ms`, after < before * 1.5 + 20],
          ...Object.keys(last).map((name) => [
            `memory of ${name} ${warm[name]} MB, at the end ${last[name]} MB`,
            last[name] < warm[name] * 1.3,
          ]),
        ]),
  ];
  for (const [text, holds] of checks) say(`${holds ? 'yes' : 'NO '}  ${text}`);
  return checks.every(([, holds]) => holds);
}

async function addressOf(child) {
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /^ready (\S+)$/.exec(line) ?? [];
    if (url) {
      child.stdout.resume();
      return url;
    }
  }
  throw new Error('The product ended before it was ready');
}

function format(megabytes) {
  return Object.entries(megabytes)
    .map(([name, size]) => `${name} ${size}`)
    .join(', ');
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
