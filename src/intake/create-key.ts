import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type DataSource, IsNull } from 'typeorm';
import { IntakeKey } from '../database/intake-key.entity.js';
import { dataSource } from '../database/data-source.js';
import { Shop } from '../database/shop.entity.js';
import { runAsScript } from '../platform/script.js';
import { keyHash } from './shop-keys.js';

/**
 * `npm run intake:key`: makes a key for a shop, and also the shop if it doesn't exist. The key is shown only once. A
 * second key for the same shop allows a change of keys without an interruption. `--revoke` revokes every key of the shop.
 */
await runAsScript(import.meta.url, async ({ DATABASE_URL }) => {
  const { values } = parseArgs({ options: { name: { type: 'string' }, revoke: { type: 'boolean', default: false } } });
  const name = values.name?.trim();
  if (!name) throw new Error('Usage: npm run intake:key -- --name shop [--revoke]');
  if (!DATABASE_URL) throw new Error('Set DATABASE_URL. (npm start without it brings the key demo-intake-key along.)');

  const database = await dataSource(DATABASE_URL, 1).initialize();
  try {
    const keys = database.getRepository(IntakeKey);
    if (values.revoke) {
      const { affected } = await keys.update({ name, revokedAt: IsNull() }, { revokedAt: new Date() });
      process.stdout.write(`Revoked ${affected} ${affected === 1 ? 'key' : 'keys'} of ${name}.\n`);
    } else {
      const key = randomBytes(32).toString('base64url');
      await keys.insert({ name, shopId: await shopNamed(database, name), keySha256: keyHash(key) });
      process.stdout.write(`Key of ${name}, not shown again: ${key}\n`);
    }
  } finally {
    await database.destroy();
  }
});

/** The id of the shop; makes the shop if it doesn't exist. */
async function shopNamed(database: DataSource, name: string): Promise<number> {
  const shops = database.getRepository(Shop);
  await shops.createQueryBuilder().insert().values({ name }).orIgnore().execute();
  return (await shops.findOneByOrFail({ name })).id;
}
