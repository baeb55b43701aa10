import { expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { dataSource } from '../../src/database/data-source.js';
import { makeDatabase } from '../support/database.js';

test('a connection that is lost the moment it is handed out does not end the process', async () => {
  const place = await makeDatabase();
  const database = await dataSource(place.url).initialize();
  try {
    const { master } = database.driver as unknown as { master: Pool };
    await new Promise<void>((resolve, reject) => {
      master.connect((error, client, release) => {
        if (error) return reject(error);
        // As pg does when PostgreSQL ends the connection in the packet that accepts it.
        expect(() => client!.emit('error', new Error('terminating connection'))).not.toThrow();
        release(true);
        resolve();
      });
    });
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await database.destroy();
    await place.drop();
  }
});
