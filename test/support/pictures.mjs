// `npm run pictures`: takes the README's pictures of the built product with its demo data.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import puppeteer from 'puppeteer';
import { findBrowser } from '../../dist/src/platform/pdf/browser.js';

const folder = join(import.meta.dirname, '../pictures');
const dataDir = await mkdtemp(join(tmpdir(), 'desk-pictures-'));
const product = spawn(process.execPath, [join(import.meta.dirname, '../../dist/src/start.js')], {
  env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exit = once(product, 'exit');
let url = '';
for await (const line of createInterface(product.stdout)) {
  url = /^ready (\S+)/.exec(line)?.[1] ?? '';
  if (url) break;
}
product.stdout.resume();

await mkdir(folder, { recursive: true });
const browser = await puppeteer.launch({ ...(await findBrowser({ dataDir })), headless: true });
try {
  const page = await browser.newPage();
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await picture(page, 'login', '/', 1440, 900);

  await page.type('input[type=email]', 'manager@demo.test');
  await page.type('input[type=password]', 'demo-password');
  await Promise.all([page.waitForFunction(() => location.pathname === '/admin'), page.keyboard.press('Enter')]);
  await picture(page, 'queue', '/admin/order-history', 1440, 900);
  await page.goto(`${url}/admin/completed-order`);
  const order = await page.$eval('a[href^="/admin/view-order/"]', (link) => link.getAttribute('href'));
  await picture(page, 'order', order, 1440, 1000);
  await picture(page, 'queue-phone', '/admin/recent-order', 390, 844);
  await picture(page, 'track', order.replace('/admin/view-order/', '/track-order/'), 390, 844);
} finally {
  await browser.close();
  product.kill('SIGTERM');
  await exit;
  await rm(dataDir, { recursive: true, force: true });
}

async function picture(page, name, path, width, height) {
  await page.setViewport({ width, height });
  await page.goto(url + path, { waitUntil: 'networkidle2' });
  await page.evaluate(() => document.fonts.ready);
  await writeFile(join(folder, `${name}.png`), await page.screenshot({ optimizeForSpeed: false }));
}
