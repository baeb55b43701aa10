import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions } from 'puppeteer';
import { findBrowser } from '../../src/platform/pdf/browser.js';
import { browserFolder } from './data-folder.js';

/** A browser that the main jobs are tried in; `missing` says what it lacks on this machine, and then it has no options. */
export type BrowserKind = { name: string; options?: LaunchOptions; missing?: string };

const npmPackage = '@sparticuz/chromium';

/** Chromium as it is installed, Chromium as npm brings it along, and Firefox. */
export async function browserKinds(): Promise<BrowserKind[]> {
  return [await installedChromium(), await packagedChromium(), firefox()];
}

async function installedChromium(): Promise<BrowserKind> {
  const name = 'the installed Chromium';
  const asked = process.env.PUPPETEER_EXECUTABLE_PATH;
  const executablePath = asked === npmPackage ? undefined : asked;
  const options = await findBrowser({ executablePath, dataDir: browserFolder });
  const isPackaged = options.executablePath!.startsWith(browserFolder);
  return isPackaged ? { name, missing: 'apt-get install chromium' } : { name, options: { ...options, headless: true } };
}

async function packagedChromium(): Promise<BrowserKind> {
  const name = 'the Chromium of npm’s package';
  if (process.platform !== 'linux' || process.arch !== 'x64') return { name, missing: 'Linux on x64' };
  return { name, options: await findBrowser({ executablePath: npmPackage, dataDir: browserFolder }) };
}

/** Firefox, which Puppeteer drives by WebDriver BiDi. */
function firefox(): BrowserKind {
  const name = 'Firefox';
  const executablePath = firefoxPaths().find((path) => existsSync(path));
  if (!executablePath) return { name, missing: 'apt-get install firefox-esr' };
  const env = { HOME: homedir(), TMPDIR: tmpdir(), PATH: '/usr/local/bin:/usr/bin:/bin' };
  return { name, options: { browser: 'firefox', executablePath, headless: true, env } };
}

function firefoxPaths(): string[] {
  const folders = ['/usr/local/bin', '/usr/bin', '/snap/bin'];
  const paths = ['firefox', 'firefox-esr'].flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...paths, '/Applications/Firefox.app/Contents/MacOS/firefox'];
}
