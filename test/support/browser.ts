import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, {
  type Browser,
  type CookieData,
  type Dialog,
  type HTTPRequest,
  type HTTPResponse,
  type LaunchOptions,
  type Page,
} from 'puppeteer';
import { foundBrowser } from './found-browser.js';
import { auditRowsAfter, newestAuditRow, Presses, unaudited } from './presses.js';
import { type Product, startProduct } from './product.js';
import { patient } from './patience.js';
import { noteClicks, telling } from './telling.js';

/** A person's user agent: that of a headless browser would count as a machine (docs/evidence.md#downloads-and-evidence). */
const personsAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

/**
 * Starts a browser to open the product's pages.
 * @param asked options of one of `browserKinds`; by default those of the browser that the product prints with
 */
export async function startBrowser(asked?: LaunchOptions): Promise<Browser> {
  if (asked) return puppeteer.launch(asked);
  return puppeteer.launch({ ...(await foundBrowser()), headless: true });
}

/** A page with the errors and warnings of its console, and its unanswered requests. */
export type Watched = Page & { said: string[]; underWay: Set<HTTPRequest> };

/** Console messages that browsers write about code that is not ours. */
const others = [
  // Chrome's PDF viewer
  "Failed to execute 'postMessage' on 'DOMWindow'",
  // Base UI hides the page behind a dialog one frame before it moves the focus into it; Chrome delays the hiding
  'Blocked aria-hidden on an element because its descendant retained focus',
  // Firefox's PDF viewer
  'Warning: Invalid absolute docBaseUrl: "blob:',
];

/** A script of `startDesk`: what the page's own policy blocked is said on its console, as Firefox does by itself. */
export const saysBlocked = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
  console.error('Blocked by ' + violatedDirective + ': ' + blockedURI + ' of ' + sourceFile));`;

/**
 * A page of its own context.
 * @param downloads the folder for the files that it downloads; without one the browser chooses
 */
export async function openPage(browser: Browser, width = 1440, height = 900, downloads?: string): Promise<Watched> {
  const context = await browser.createBrowserContext(
    downloads === undefined ? {} : { downloadBehavior: { policy: 'allow', downloadPath: downloads } },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(patient(45_000));
  await page.setViewport({ width, height });
  // Firefox sends a person's by itself
  if (!/firefox/i.test(await browser.version())) await page.setUserAgent({ userAgent: personsAgent });
  askLessOften(page);
  await noteClicks(page);
  return Object.assign(page, { said: saidBy(page), underWay: requestsUnderWay(page) });
}

/** The errors and warnings of the page's console, from now on. */
export function saidBy(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    // the browser logs every answer with an error's code, so also the expected refusals of writes
    const isRefusal = message.text().startsWith('Failed to load resource') && message.location().url?.includes('/api/');
    const isOurs = !isRefusal && !others.some((words) => message.text().includes(words));
    if (isOurs && (message.type() === 'error' || message.type() === 'warn')) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  return said;
}

/**
 * Puppeteer asks a page at each frame, sixty times a second, whether what is waited for has come, which makes it paint each
 * frame. Here it asks less often, and says what the page shows when it has waited for nothing.
 */
function askLessOften(page: Page): void {
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (work, options, ...args) =>
    telling(page, () => wait(work, { polling: 50, ...options }, ...args));
}

/**
 * The page's unanswered requests. Chrome doesn't always report the end of requests of a page that is left, so Puppeteer's
 * own count (waitForNetworkIdle) may never reach zero.
 */
function requestsUnderWay(page: Page): Set<HTTPRequest> {
  const underWay = new Set<HTTPRequest>();
  // True from the answer with the next document until that document is shown; the old one may change its URL before that.
  let isArriving = false;
  page.on('request', (request) => {
    // those of Chrome's PDF viewer, whose frame may go before its files are there
    if (!/^chrome(?:-extension)?:/.test(request.url())) underWay.add(request);
  });
  page.on('response', (response) => {
    const request = response.request();
    underWay.delete(request);
    isArriving ||= request.isNavigationRequest() && request.frame() === page.mainFrame();
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  page.on('framenavigated', (frame) => {
    if (!isArriving || frame !== page.mainFrame()) return;
    underWay.clear();
    isArriving = false;
  });
  return underWay;
}

/** The product with a browser; both end together. */
export type Desk = Product & {
  /** A page in a new browser context, without a session. */
  guest(): Promise<Watched>;
  /** A page in a new browser context, with a demo member signed in. */
  member(email: string, password?: string): Promise<Watched>;
  /** What members pressed on its pages and has no row of its own in the audit (docs/people.md#audit). */
  pressesWithoutRow(): Promise<string[]>;
};

/**
 * Starts the product with this many demo orders, and a browser.
 * @param script runs in every page before its own scripts, because the page's CSP blocks scripts that are added later
 * @param provoked lines of the log that the test causes
 * @param settings beside those of every desk
 * @param launched options of the browser, as `startBrowser` takes them
 */
export async function startDesk(
  orders: number,
  {
    script,
    provoked,
    settings,
    launched,
  }: { script?: string; provoked?: RegExp[]; settings?: Record<string, string>; launched?: LaunchOptions } = {},
): Promise<Desk> {
  const all = { DEMO_ORDERS: String(orders), REQUESTS_PER_MINUTE: '100000', ...settings };
  const [product, browser] = await Promise.all([startProduct(all, provoked), startBrowser(launched)]);
  const before = await newestAuditRow(product.dataDir);
  const presses = new Presses();
  async function guest() {
    const page = await openPage(browser, 1440, 900, product.dataDir);
    presses.note(page);
    if (script) await page.evaluateOnNewDocument(script);
    return page;
  }
  async function member(email: string, password?: string) {
    const [page, cookies] = await Promise.all([guest(), sessionCookies(product.url, email, password)]);
    await page.browserContext().setCookie(...cookies);
    await goTo(page, `${product.url}/admin`);
    return page;
  }
  async function stop() {
    await browser.close();
    return product.stop();
  }
  async function pressesWithoutRow() {
    return unaudited(await presses.all(), await auditRowsAfter(product.dataDir, before));
  }
  return { ...product, guest, member, pressesWithoutRow, stop };
}

/** The accessibility violations that axe (the script of `startDesk`) finds on the page, open dialogs included. */
export async function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    // during an animation the colours, and so the contrast, differ
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  });
}

/** Fills the field with that label. In Firefox the label itself has that name, too. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  const field = page.locator(`::-p-aria([name="${label}"]):not(label)`);
  await telling(page, () => field.fill(text));
}

/** Presses the button or follows the link with that name. */
export async function press(page: Page, name: string, role: 'button' | 'link' = 'button'): Promise<void> {
  const button = page.locator(`::-p-aria([name="${name}"][role="${role}"])`);
  await telling(page, () => button.click());
}

/** Presses an action of an order's page, where it is folded after unfolding it. */
export async function pressAction(page: Page, name: string): Promise<void> {
  await unfold(page, name);
  await press(page, name);
}

/** Opens what an action of an order's page is folded in. */
export async function unfold(page: Page, name: string): Promise<void> {
  const action = (await page.waitForSelector(`:is(aside, #disputes) :is(button, a) ::-p-text(${name})`))!;
  if (await action.evaluate((one) => one.closest('details')?.open === false)) {
    const summary = await action.evaluateHandle((one) => one.closest('details')!.querySelector('summary')!);
    // waits until it moves no more: what a press changed may have moved it
    await summary.asLocator().click();
  }
}

/** Waits until the page shows the text. */
export async function shows(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted: string) => document.body.textContent?.includes(wanted), {}, text);
}

/** What a browser keeps of the sign-in of a demo member: quicker than the login form, which has tests of its own. */
async function sessionCookies(url: string, email: string, password = 'demo-password'): Promise<CookieData[]> {
  const answer = await fetch(`${url}/api/admin/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': personsAgent },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`${email} was not signed in: ${await answer.text()}`);
  return answer.headers.getSetCookie().flatMap((line) => {
    const [, name, value] = /^([^=]+)=([^;]+)/.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    return [{ name, value, domain: new URL(url).hostname, path: '/', httpOnly: /; *httponly/i.test(line) }];
  });
}

/** Signs a demo member in by the login form; ends on the dashboard. */
export async function signIn(page: Page, url: string, email: string, password = 'demo-password'): Promise<void> {
  await goTo(page, `${url}/`);
  await submitSignIn(page, email, password);
  await page.waitForFunction(() => location.pathname === '/admin');
}

/** Fills in the login form on the page and submits it. */
export async function submitSignIn(page: Page, email: string, password = 'demo-password'): Promise<void> {
  await fill(page, 'Email ID', email);
  await fill(page, 'Password', password);
  await press(page, 'Sign In');
}

/** Waits until a dialog and its fade-out (300 ms) are gone: until then the page below takes no click. */
export async function closed(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[role=dialog], [role=alertdialog]'));
  await sleep(350);
}

/** Waits until the document has the title: a screen sets its own a moment after it is shown. */
export async function titled(page: Page, title: string): Promise<void> {
  await page.waitForFunction((wanted: string) => document.title === wanted, {}, title);
}

/** Goes to a screen and waits until it is hydrated; accepts the dialog of a page that asks before it is left. */
export async function goTo(page: Page, address: string): Promise<HTTPResponse | null> {
  const leave = (dialog: Dialog) => {
    if (dialog.type() === 'beforeunload') dialog.accept().catch(() => undefined);
  };
  page.on('dialog', leave);
  const answer = await page.goto(address).finally(() => page.off('dialog', leave));
  await alive(page);
  return answer;
}

/** Waits until React has hydrated the shown page. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main, form')].some((part) =>
      Object.keys(part).some((key) => key.startsWith('__react')),
    ),
  );
}

/** Presses Yes or No in the shown question and waits until it is gone. */
export async function reply(page: Page, answer: 'Yes' | 'No'): Promise<void> {
  await press(page, answer);
  await page.waitForSelector('[role=alertdialog]', { hidden: true });
}

/** The order ids of the shown list, in its order. */
export function ids(page: Page): Promise<string[]> {
  return page.$$eval('tbody .copyable.font-medium', (all) => all.map((one) => one.textContent));
}

/** Ticks or unticks an order of the shown list. */
export async function tick(page: Page, id: number | string): Promise<void> {
  await page.locator(`::-p-aria([name="Select order ${id}"])`).click();
}

/** The count beside an entry of the menu. */
export function countBeside(page: Page, entry: string): Promise<number> {
  return page.$$eval(
    'nav[aria-label=Main] a',
    (links, label) => {
      const link = links.find((one) => one.querySelector('span')?.textContent === label);
      return Number(link?.querySelector('span + span')?.textContent?.replaceAll(',', ''));
    },
    entry,
  );
}

/** Waits until that count is `count`. */
export async function countBecomes(page: Page, entry: string, count: number): Promise<void> {
  await page.waitForFunction(
    (label, wanted) =>
      [...document.querySelectorAll('nav[aria-label=Main] a')].some(
        (link) =>
          link.querySelector('span')?.textContent === label &&
          link.querySelector('span + span')?.textContent === wanted,
      ),
    {},
    entry,
    count.toLocaleString('en'),
  );
}

/** Closes every toast, including those that are still sliding in. */
export async function closeToasts(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    document.querySelectorAll<HTMLElement>('.Toastify__close-button').forEach((button) => button.click());
    return !document.querySelector('.Toastify__toast');
  });
}

/**
 * Chooses a file in the dialog that a press opens. The empty evaluation makes sure that Chrome waits for the dialog
 * before the press reaches the page.
 */
export async function chooseFile(page: Page, file: string, press: () => Promise<void>): Promise<void> {
  const chosen = page.waitForFileChooser();
  await page.evaluate(() => undefined);
  const [chooser] = await Promise.all([chosen, press()]);
  await chooser.accept([file]);
}

/** Waits until no request has been unanswered for `ms` milliseconds. */
export async function settled(page: Watched, ms = 300): Promise<void> {
  const deadline = performance.now() + patient(45_000);
  for (let rest = performance.now(); performance.now() < rest + ms; await sleep(20)) {
    if (page.underWay.size > 0) rest = performance.now();
    if (rest > deadline) throw new Error(`No answer yet to ${[...page.underWay].map((one) => one.url()).join(', ')}`);
  }
}
