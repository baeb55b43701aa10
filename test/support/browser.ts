import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { findBrowser } from '../../src/platform/pdf/browser.js';

/** What a person's browser says it is: a headless one would count as a machine (decisions: Visitors). */
export const personsAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

/** The browser the product prints with, for looking at its pages. */
export async function startBrowser(): Promise<Browser> {
  const options = await findBrowser({
    executablePath: process.env.PUPPETEER_EXECUTABLE_PATH,
    dataDir: join(tmpdir(), 'desk-browser'),
  });
  return puppeteer.launch({ ...options, headless: true });
}

/** A page of its own context that remembers what its console said. */
export async function openPage(browser: Browser, width = 1440, height = 900): Promise<Page & { said: string[] }> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.setViewport({ width, height });
  await page.setUserAgent({ userAgent: personsAgent });
  const said: string[] = [];
  page.on('console', (message) => {
    const isOurs = !message.text().includes("Failed to execute 'postMessage' on 'DOMWindow'"); // Chrome's own PDF viewer
    if (isOurs && (message.type() === 'error' || message.type() === 'warn')) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  return Object.assign(page, { said });
}

/** Fills the field with that label. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  await page.locator(`::-p-aria([name="${label}"])`).fill(text);
}

/** Presses the button or follows the link with that name. */
export async function press(page: Page, name: string, role: 'button' | 'link' = 'button'): Promise<void> {
  await page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
}

/** Waits until the page shows the text. */
export async function shows(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted: string) => document.body.textContent?.includes(wanted),
    { timeout: 15_000 },
    text,
  );
}

/** Signs a demo member in; ends on the dashboard. */
export async function signIn(page: Page, url: string, email: string, password = 'demo-password'): Promise<void> {
  await page.goto(`${url}/`);
  await fill(page, 'Email ID', email);
  await fill(page, 'Password', password);
  await press(page, 'Sign In');
  await page.waitForFunction(() => location.pathname === '/admin');
}

/** Waits until a dialog is gone and its fading (300 ms) with it: until then the page below takes no click. */
export async function closed(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[role=dialog], [role=alertdialog]'));
  await new Promise((resolve) => setTimeout(resolve, 350));
}

/** Waits until the document has the title: a screen sets its own a moment after it is shown. */
export async function titled(page: Page, title: string): Promise<void> {
  await page.waitForFunction((wanted: string) => document.title === wanted, {}, title);
}
