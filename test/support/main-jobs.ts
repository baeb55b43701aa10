import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { fill, press, shows, unfold } from './browser.js';
import { eventually } from './eventually.js';
import { patient } from './patience.js';
import type { Product } from './product.js';

// Steps of the main jobs, as a member and a customer do them in any browser.

type CaughtMail = {
  to: string[];
  text: string;
  subject: string;
  provider: string;
  attachments: { contentType: string }[];
};

/** The newest mail to the address, once the demonstration's mailbox has one. */
export function mailTo({ url }: Pick<Product, 'url'>, address: string): Promise<CaughtMail> {
  return eventually(async () => {
    const mails = (await (await fetch(`${url}/dev/mailbox.json`)).json()) as CaughtMail[];
    return mails.find(({ to }) => to.includes(address));
  });
}

/** Chooses the card on the order's page; ends when the page shows the file's name. */
export async function chooseCard(page: Page, file: string): Promise<void> {
  const chooser = await page.waitForSelector('input[type=file]:not([disabled])');
  await chooser!.uploadFile(file);
  await shows(page, file.slice(file.lastIndexOf('/') + 1));
}

/** Fills and sends the customer's form on the page; ends on the order's page. */
export async function trackOrder(page: Page, orderId: string, email: string): Promise<void> {
  await fill(page, 'Order ID', orderId);
  await fill(page, 'Email ID', email);
  await press(page, 'TRACK ORDER');
  await shows(page, 'Downloaded History');
}

/** Opens a pack by the link with this name, in a tab of its own; resolves with the tab once it shows the pack. */
export async function openPack(page: Page, link: string): Promise<Page> {
  const opened = page.browser().waitForTarget((target) => target.url().includes('/defence-pack/'));
  await unfold(page, link);
  await press(page, link, 'link');
  const tab = (await (await opened).page())!;
  await tab.waitForSelector('iframe[src^="blob:"]', { timeout: patient(60_000) });
  return tab;
}

/** The first file in the folder whose name matches, once it is there to its end. */
export async function arrived(folder: string, name: RegExp): Promise<Buffer> {
  let size = -1;
  return eventually(async () => {
    const file = (await readdir(folder)).find((one) => name.test(one));
    if (!file) return undefined;
    const bytes = await readFile(join(folder, file));
    const isWhole = bytes.length > 0 && bytes.length === size;
    size = bytes.length;
    return isWhole && bytes;
  });
}
