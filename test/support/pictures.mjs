// `npm run pictures`: takes the README's pictures of the built product with its demo data.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import puppeteer from 'puppeteer';
import sharp from 'sharp';
import { findBrowser } from '../../dist/src/platform/pdf/browser.js';
import { drawPages } from '../../dist/src/platform/pdf/raster.js';

const folder = join(import.meta.dirname, '../pictures');
const dataDir = await mkdtemp(join(tmpdir(), 'desk-pictures-'));
const product = spawn(process.execPath, [join(import.meta.dirname, '../../dist/src/start.js')], {
  env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', TRANSLATE_WIDGET_URL: '' },
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
  await page.goto(url);
  await page.type('input[type=email]', 'manager@demo.test');
  await page.type('input[type=password]', 'demo-password');
  await Promise.all([page.waitForFunction(() => location.pathname === '/admin'), page.keyboard.press('Enter')]);
  await take('team@demo.test', 'Demo Team', 1);
  await take('night@demo.test', 'Demo Night', 4);
  // sorted by name, because by time names in other scripts come first, which not every machine has fonts for
  await picture(page, 'queue', '/admin/recent-order?limit=25&sort=full_name&dir=asc', { width: 1440, height: 900 });
  const order = await downloaded();
  await picture(page, 'order', `/admin/view-order/${order}`, { width: 1440, height: 1000 });
  await picture(page, 'track', `/track-order/${order}`, { width: 390, height: 844 });
  await drawPack(order);
} finally {
  await browser.close();
  product.kill('SIGTERM');
  await exit;
  await rm(dataDir, { recursive: true, force: true });
}

async function picture(page, name, path, size) {
  await page.setViewport(size);
  await page.goto(url + path, { waitUntil: 'networkidle2' });
  await page.evaluate(() => document.fonts.ready);
  await writeFile(join(folder, `${name}.png`), await page.screenshot({ optimizeForSpeed: false }));
}

/** Has a colleague take the order in this place of the list, so that the pictures show activity. */
async function take(email, name, place) {
  const token = await signIn(email);
  const { data } = await (await call(token, 'GET', `get-orders-list/newOrder?page=1&limit=${place}`)).json();
  await call(token, 'PUT', 'assign-order-status', { orderId: data.at(-1).order_id, assignto: name });
}

/** The newest order whose card the customer downloaded, of those with a name that every machine has letters for. */
async function downloaded() {
  const token = await signIn('manager@demo.test');
  const { data } = await (await call(token, 'GET', 'get-orders-list/completedOrder?page=1&limit=100')).json();
  for (const { encoded_id: id, full_name: name } of data) {
    const { data: order } = await (await call(token, 'GET', `get-orders-details/${id}`)).json();
    const isTheirs = ({ actor, complete }) => actor === 'customer' && complete;
    if (/^[A-Za-z ]+$/.test(name) && order.downloadHistory.some(isTheirs)) return id;
  }
  throw new Error('No customer of the demo has downloaded a card.');
}

/** The first page of an order's defence pack. */
async function drawPack(orderId) {
  const token = await signIn('manager@demo.test');
  const pdf = await call(token, 'POST', 'get-defence-pack-pdf', { orderId, defencePackType: 1 });
  const { value: page } = await drawPages(new Uint8Array(await pdf.arrayBuffer()), 110).next();
  await sharp(page.rgba, { raw: { ...page.dots, channels: 4 } })
    .png({ palette: true })
    .toFile(join(folder, 'pack.png'));
}

async function signIn(email) {
  const answer = await call('', 'POST', 'admin-login', { email, password: 'demo-password' });
  return (await answer.json()).data.jwtToken;
}

function call(token, method, name, body) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return fetch(`${url}/api/admin/${name}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}
