import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, HTTPRequest, LaunchOptions, Page } from 'puppeteer';
import { Turns } from '../turns.js';
import { fontFile, fontStyle } from './fonts.js';

/** The only origin a page may load from; `.invalid` names no host on any network (RFC 2606). */
const origin = 'http://pack.invalid';
const fontPath = '/fonts/';

/** The same limits as the interception of requests sets, by the browser itself: one holds if the other fails. */
const documentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src data:; sandbox allow-same-origin";

const tries = 3;
const attemptMs = 20_000;
const printsPerCollection = 10;
const printsPerPage = 200;

/** No name is an address for the browser. */
const browserArgs = ['--host-resolver-rules=MAP * ~NOTFOUND'];

/** A page and what it prints next. `crashed` rejects when its renderer dies, which no pending call would notice. */
type Sheet = { page: Page; html: string; prints: number; alive: boolean; crashed: Promise<never> };

/**
 * Prints HTML on A4 from a few warm pages of one browser, which is started with the first print and again whenever it
 * dies. Pages run no script and reach no network and no file: they get their own HTML and our fonts, nothing else.
 */
export class PdfPrinter {
  private found: Promise<{ options: LaunchOptions; browser?: Browser }> | undefined;
  private browser: Promise<Browser> | undefined;
  private readonly warm: Sheet[] = [];
  private readonly turns: Turns;
  private closed = false;
  /** How the last print went; undefined before the first. */
  private last: 'printed' | 'failed' | undefined;

  /**
   * @param find a browser that takes these arguments (`openBrowser`), running or only how it is started; asked once, with
   *   the first print or `open`
   * @param atOnce how many prints may run at once
   */
  constructor(
    private readonly find: (args: string[]) => Promise<{ options: LaunchOptions; browser?: Browser }>,
    atOnce = 2,
  ) {
    this.turns = new Turns(atOnce);
  }

  /**
   * The PDF of a whole HTML document with a `<head>`, its page size and margins as its `@page` rules say. The same HTML
   * gives the same bytes. Its fonts are chosen by its text and made the page's own.
   * @throws Error after three failed attempts of 20 s at most, each on a new page.
   */
  async print(html: string): Promise<Uint8Array> {
    try {
      const pdf = await this.turns.run(() => this.persist(dressed(html)));
      this.last = 'printed';
      return pdf;
    } catch (error) {
      this.last = 'failed';
      throw error;
    }
  }

  /**
   * Has the browser running and a page warm before they are needed; does nothing once the printer is closed.
   * @throws Error for a person to read when none can print
   */
  async open(): Promise<void> {
    if (this.closed) return;
    await this.running().catch((error: unknown) => {
      this.last = 'failed';
      throw error;
    });
    await this.print('<!doctype html><html><head></head><body>Ready</body></html>');
  }

  get printed(): boolean {
    return this.last === 'printed';
  }

  get failed(): boolean {
    return this.last === 'failed';
  }

  /** Ends the browser; prints under way fail. */
  async close(): Promise<void> {
    this.closed = true;
    const browser = await this.browser?.catch(() => undefined);
    await browser?.close();
  }

  /** Nest calls it when the process ends. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private async persist(html: string): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(html);
      } catch (error) {
        if (this.closed) throw new Error('The printer is closed.', { cause: error });
        if (attempt === tries) throw new Error(`Printing failed ${tries} times. ${String(error)}`, { cause: error });
      }
    }
  }

  /** On success the page goes back to the warm ones; on failure it is given up, and after a timeout its browser too. */
  private async attempt(html: string): Promise<Uint8Array> {
    const timer = new AbortController();
    const timeout = pause(attemptMs, undefined, { signal: timer.signal, ref: false }).then(() => {
      void this.kill();
      throw new Error(`Printing took longer than ${attemptMs / 1000} s.`);
    });
    timeout.catch(() => undefined);

    let sheet: Sheet | undefined;
    try {
      sheet = await Promise.race([this.takeSheet(), timeout]);
      const pdf = await Promise.race([printOn(sheet, html), sheet.crashed, timeout]);
      this.reuse(sheet);
      return repeatable(pdf);
    } catch (error) {
      if (sheet) discard(sheet);
      throw error;
    } finally {
      timer.abort();
    }
  }

  private async takeSheet(): Promise<Sheet> {
    for (let sheet = this.warm.pop(); sheet; sheet = this.warm.pop()) {
      if (sheet.alive && sheet.page.browser().connected) return sheet;
      discard(sheet);
    }
    return newSheet(await this.running());
  }

  private reuse(sheet: Sheet): void {
    if (sheet.prints < printsPerPage) this.warm.push(sheet);
    else discard(sheet);
  }

  /** The browser; started when there is none that lives. */
  private async running(): Promise<Browser> {
    if (this.closed) throw new Error('The printer is closed.');

    this.browser ??= this.start();
    const asked = this.browser;
    try {
      const browser = await asked;
      if (browser.connected) return browser;
    } catch (error) {
      this.forget(asked);
      throw error;
    }
    this.forget(asked);
    return this.running();
  }

  private async start(): Promise<Browser> {
    // one search, also when it takes longer than an attempt
    const isFirst = this.found === undefined;
    this.found ??= this.find(browserArgs);
    const { options, browser } = await this.found.catch((error: unknown) => {
      this.found = undefined;
      throw error;
    });
    if (isFirst && browser) return browser;
    // Loaded here, for the web process never prints.
    const { launch } = await import('puppeteer');
    return launch(options);
  }

  private forget(browser: Promise<Browser> | undefined): void {
    if (this.browser === browser) this.browser = undefined;
  }

  private async kill(): Promise<void> {
    const asked = this.browser;
    this.forget(asked);
    const browser = await asked?.catch(() => undefined);
    browser?.process()?.kill('SIGKILL');
  }
}

/** With composed letters, which print better than a letter and its mark. The document's own style follows ours and wins. */
function dressed(html: string): string {
  const text = html.normalize('NFC');
  return text.replace('<head>', () => `<head><style>${fontStyle(text, origin + fontPath)}</style>`);
}

async function newSheet(browser: Browser): Promise<Sheet> {
  const page = await browser.newPage();
  const crashed = new Promise<never>((_, reject) => page.once('error', reject));
  const sheet: Sheet = { page, html: '', prints: 0, alive: true, crashed };
  crashed.catch(() => (sheet.alive = false));

  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  page.on('request', (request) => void answer(sheet, request).catch(() => undefined));
  return sheet;
}

function discard(sheet: Sheet): void {
  sheet.page.close().catch(() => undefined);
}

/** Answers the page's requests for its document and our fonts, and refuses all others. */
async function answer(sheet: Sheet, request: HTTPRequest): Promise<void> {
  const url = request.url();
  if (request.isNavigationRequest() && url === documentUrl(sheet)) {
    return request.respond({
      contentType: 'text/html; charset=utf-8',
      headers: { 'cache-control': 'no-store', 'content-security-policy': documentPolicy },
      body: sheet.html,
    });
  }

  const font = url.startsWith(origin + fontPath) ? await fontFile(url.slice((origin + fontPath).length)) : undefined;
  if (!font) return request.abort();
  return request.respond({
    contentType: 'font/woff2',
    headers: { 'cache-control': 'max-age=31536000, immutable' },
    body: font,
  });
}

function documentUrl(sheet: Sheet): string {
  return `${origin}/${sheet.prints}`;
}

async function printOn(sheet: Sheet, html: string): Promise<Uint8Array> {
  sheet.html = html;
  sheet.prints++;
  await sheet.page.goto(documentUrl(sheet), { timeout: 0 });
  await sheet.page.evaluate(loadFonts);
  const pdf = await sheet.page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    outline: true,
    waitForFonts: false,
    timeout: 0,
  });
  if (sheet.prints % printsPerCollection === 0) await collectGarbage(sheet.page);
  return pdf;
}

/** Runs in the page. Without it text can print before its font is there, and then it is missing. */
async function loadFonts(): Promise<void> {
  await Promise.all([...document.fonts].map((font) => font.load()));
}

/** A reused page keeps every document it has shown in memory until its garbage is collected. */
async function collectGarbage(page: Page): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
}

/**
 * Takes out of a PDF what differs from print to print, byte for byte in place: the two dates, the name of the browser, and
 * the ids of table cells, which Chromium counts over the life of a page. They are numbered afresh in their order.
 */
function repeatable(pdf: Uint8Array): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1');
  const ids = [...new Set(text.match(/\(node\d{8}\)/g))].sort();
  const numbers = new Map(ids.map((id, index) => [id, `(node${String(index + 1).padStart(8, '0')})`]));
  return Buffer.from(
    text
      .replace(/\(node\d{8}\)/g, (id) => numbers.get(id)!)
      .replace(/\/(CreationDate|ModDate|Creator) \((?:\\[\s\S]|[^\\)])*\)/g, (entry) => ' '.repeat(entry.length)),
    'latin1',
  );
}
