import { createElement } from 'react';
import { client, signIn } from './client.mjs';

/** A pack may take 1.2 times as long as bare Puppeteer needs for the same HTML. */
const least = 1 / 1.2;
const pace = { rounds: 5, seconds: 3 };
/** The product's programs are as fast as they get after so many packs. Bare Puppeteer's are, by the rows before. */
const firstPacks = 40;

/** Compares defence packs, as a member's browser gets them, with Puppeteer that only prints the same HTML. */
export default async function* packs({ built, settings, serve, measure }) {
  const [productUrl] = await Promise.all([serve('product-server.mjs'), serve('../../dist/src/worker.js')]);
  const product = client(productUrl, { authorization: `Bearer ${await signIn(productUrl)}` });
  const { orders, html } = await samples(product, built);
  const next = () => ({ orderId: orders.pop(), defencePackType: 1 });
  const pack = (body) => product('POST', '/api/admin/get-defence-pack-pdf', body);

  const puppeteer = await bare(await built('platform/pdf/browser.js'), settings.DATA_DIR);
  const { PdfPrinter } = await built('platform/pdf/printer.js');
  const printer = new PdfPrinter(async () => ({ options: puppeteer.options }));
  try {
    yield {
      name: 'pack, first of a browser',
      unit: '/s',
      ...(await firsts(() => puppeteer.options, PdfPrinter, html)),
    };
    const print = () => puppeteer.print(html);
    const printed = await measure(() => printer.print(html), print, { ...pace, atOnce: 1 });
    yield { name: 'pack, warm, printing alone', unit: '/s', least, ...printed };
    for (let made = 0; made < firstPacks; made += 1) await pack(next());
    const whole = await measure(() => pack(next()), print, { ...pace, atOnce: 1 });
    yield { name: 'pack, warm, the whole call', unit: '/s', least, ...whole };
    const eight = await measure(() => pack(next()), print, { ...pace, atOnce: 8 });
    yield { name: 'packs, eight at once', unit: '/s', least, ...eight };
    const again = next();
    const stored = await measure(() => pack(again), print, { ...pace, atOnce: 1 });
    yield { name: 'pack, from the store', unit: '/s', least, ...stored };
  } finally {
    await printer.close();
    await puppeteer.close();
  }
}

/** Orders that have packs, and the HTML of one pack. */
async function samples(product, built) {
  const list = JSON.parse(await product('GET', '/api/admin/get-orders-list/completedOrder?limit=500'));
  const more = JSON.parse(await product('GET', '/api/admin/get-orders-list/completedOrder?limit=500&page=2'));
  const orders = [...list.data, ...more.data].map(({ order_id }) => order_id);
  const [{ html }, { default: DefencePack }] = await Promise.all([
    built('platform/html.js'),
    built('../views/pdf/defence-pack.js'),
  ]);
  const details = { orderId: orders[0], defencePackType: 1 };
  const { readiness: _, ...facts } = JSON.parse(await product('POST', '/api/admin/defence-pack-details', details)).data;
  const stamp = { generated_at: new Date().toISOString(), inputs_sha256: '0'.repeat(64) };
  return { orders, html: html(createElement(DefencePack, { facts, stamp })) };
}

/** Puppeteer as its manual shows: one browser, a new page for each document. */
async function bare({ findBrowser }, dataDir) {
  const [{ launch }, options] = await Promise.all([import('puppeteer'), findBrowser({ dataDir })]);
  const browser = await launch(options);
  const print = async (html) => {
    const page = await browser.newPage();
    await page.setContent(html);
    await page.pdf({ preferCSSPageSize: true, printBackground: true, outline: true });
    await page.close();
  };
  return { options, print, close: () => browser.close() };
}

/** How often a second a browser could be started and print its first document, the best of three tries. */
async function firsts(options, PdfPrinter, html) {
  const { launch } = await import('puppeteer');
  const ours = await quickest(async () => {
    const printer = new PdfPrinter(async () => ({ options: options() }));
    await printer.print(html);
    return () => printer.close();
  });
  const bare = await quickest(async () => {
    const browser = await launch(options());
    const page = await browser.newPage();
    await page.setContent(html);
    await page.pdf({ preferCSSPageSize: true, printBackground: true, outline: true });
    return () => browser.close();
  });
  return { ours, bare };
}

async function quickest(work) {
  let best = Infinity;
  for (let tries = 0; tries < 3; tries += 1) {
    const began = performance.now();
    const close = await work();
    best = Math.min(best, performance.now() - began);
    await close();
  }
  return 1_000 / best;
}
