import type { LaunchOptions } from 'puppeteer';
import { findBrowser } from '../../../src/platform/pdf/browser.js';
import { browserFolder } from '../../support/data-folder.js';

let found: Promise<LaunchOptions> | undefined;

/** The browser that tests print with: the machine's, else the one from the npm package, unpacked once per run. */
export function testBrowser(): Promise<LaunchOptions> {
  const { PUPPETEER_EXECUTABLE_PATH } = process.env;
  found ??= findBrowser({ executablePath: PUPPETEER_EXECUTABLE_PATH, dataDir: browserFolder });
  return found;
}
