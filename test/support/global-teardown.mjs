import { rm } from 'node:fs/promises';

export default async function tearDown() {
  await globalThis.postgres.stop();
  await rm(process.env.TEST_DATA_DIR, { recursive: true, force: true });
}
