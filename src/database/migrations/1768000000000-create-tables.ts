import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrationsFolder, sqlFiles } from '../../platform/schema-files.js';

/** Functions that indexes call; a function comes after the ones that it calls. All others are applied after the migrations. */
const ofIndexes = ['plain_letters', 'search_letters', 'order_words', 'mailbox_of'];

/** The files of the folder; a file comes after the ones whose tables it refers to. */
const parts = [
  'accounts',
  'shops',
  'orders',
  'authority',
  'boards',
  'cards',
  'mails',
  'money',
  'disputes',
  'webhooks',
  'people',
  'statistics',
  'system',
  'definitions',
];

/** Every table with its constraints and indexes. */
export class CreateTables1768000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const files = sqlFiles();
    for (const name of ofIndexes) await runner.query(files.find((file) => file.name === name)!.text);
    for (const part of parts)
      await runner.query(readFileSync(join(migrationsFolder, `1768000000000-create-tables/${part}.sql`), 'utf8'));
  }

  async down(): Promise<void> {
    throw new Error('Nothing is earlier than these tables: drop the database.');
  }
}
