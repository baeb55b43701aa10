import { Client } from 'pg';
import { sha256Of } from '../platform/sha256.js';
import { type NewMember, seedOrders } from './seed-orders.js';
import { type Env, readEnv } from '../platform/env.js';
import { hashPassword, verifyPassword } from '../platform/passwords.js';
import type { Role } from '../shared/roles.js';

/** The accounts of embedded mode (docs/operations.md#settings). */
const accounts: { name: string; email: string; type: Role }[] = [
  { name: 'Demo Admin', email: 'admin@demo.test', type: 'Admin' },
  { name: 'Demo Manager', email: 'manager@demo.test', type: 'Manager' },
  { name: 'Demo Team', email: 'team@demo.test', type: 'Team' },
  { name: 'Demo Team Two', email: 'team2@demo.test', type: 'Team' },
  { name: 'Demo Telecaller', email: 'telecaller@demo.test', type: 'Telecaller' },
  { name: 'Demo Night', email: 'night@demo.test', type: 'Night Staff' },
  // the second Admin, who confirms what the first one asks to erase (docs/people.md#a-persons-data)
  { name: 'Demo Admin Two', email: 'admin2@demo.test', type: 'Admin' },
];
const password = 'demo-password';
const intakeKey = 'demo-intake-key';

/**
 * Gives an empty product its demo accounts, the demo intake key and `orders` orders received up to now. Does nothing when
 * there are members; an interrupted start leaves none.
 */
export async function fillDemoData(ownerUrl: string, orders: number, env: Env = readEnv()): Promise<void> {
  if (await isInUse(ownerUrl)) return;
  await seedOrders({ ownerUrl, env, orders, now: new Date(), members: await demoMembers() });
}

/** The demo accounts with their hashed password. */
export function demoMembers(): Promise<NewMember[]> {
  return Promise.all(accounts.map(async (account) => ({ ...account, passwordHash: await hashPassword(password) })));
}

/** The first demo account with its password; nothing when it is gone or has another one. */
export async function openDemoAccount(ownerUrl: string): Promise<{ email: string; password: string } | undefined> {
  const { email } = accounts[0]!;
  const session = new Client(ownerUrl);
  await session.connect();
  try {
    const { rows } = await session.query<{ password_hash: string }>(
      'SELECT password_hash FROM members WHERE email = $1 AND deleted_at IS NULL',
      [email],
    );
    return (await verifyPassword(rows[0]?.password_hash, password)) ? { email, password } : undefined;
  } finally {
    await session.end();
  }
}

/** Adds the intake key on the way: it is the same, whoever adds it. */
async function isInUse(ownerUrl: string): Promise<boolean> {
  const session = new Client(ownerUrl);
  await session.connect();
  try {
    const keyHash = sha256Of(intakeKey);
    await session.query("INSERT INTO shops (name) VALUES ('Demo shop') ON CONFLICT DO NOTHING");
    await session.query(
      `INSERT INTO intake_keys (name, shop_id, key_sha256) SELECT name, id, $1 FROM shops WHERE name = 'Demo shop'
       ON CONFLICT (key_sha256) DO NOTHING`,
      [keyHash],
    );
    const { rowCount } = await session.query('SELECT FROM members LIMIT 1');
    return rowCount !== 0;
  } finally {
    await session.end();
  }
}
