// npm run migration:new -- add-notes: writes the next migration's skeleton, and prints its path.
import { readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const [name = ''] = process.argv.slice(2);
if (!/^[a-z]+(-[a-z0-9]+)+$/.test(name)) {
  process.stderr.write('Usage: npm run migration:new -- add-refund-date-to-orders\n');
  process.exit(2);
}

const folder = join(import.meta.dirname, 'migrations');
const numbers = (await readdir(folder)).map((file) => Number(/^(\d{13})-/.exec(file)?.[1] ?? 0));
/** By the clock, so that two people's differ, and after every other. */
const number = Math.max(Date.now(), Math.max(...numbers) + 1);
const words = name.split('-').map((word) => word[0].toUpperCase() + word.slice(1));
const path = join(folder, `${number}-${name}.ts`);
await writeFile(
  path,
  `import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What changes, and why (README.md). */
export class ${words.join('')}${number} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('');
  }
}
`,
  { flag: 'wx' },
);
process.stdout.write(`${relative(process.cwd(), path)}\n`);
