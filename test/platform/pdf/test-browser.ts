import { tmpdir } from 'node:os';
import type { LaunchOptions } from 'puppeteer';
import { findBrowser } from '../../../src/platform/pdf/browser.js';

let found: Promise<LaunchOptions> | undefined;

/** The browser that tests print with: the machine's, else the one npm brought, unpacked once a run. */
export function testBrowser(): Promise<LaunchOptions> {
  const { PUPPETEER_EXECUTABLE_PATH, TEST_DATA_DIR } = process.env;
  found ??= findBrowser({ executablePath: PUPPETEER_EXECUTABLE_PATH, dataDir: TEST_DATA_DIR ?? tmpdir() });
  return found;
}
