import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import sharp from 'sharp';
import { projectFolder } from '../../../src/platform/paths.js';
import { startBrowser } from '../../support/browser.js';
import { kinds, mailOf } from './mails.js';

/** The expected pictures, small and grey. A missing picture is written, to be reviewed and committed. */
const folder = join(projectFolder, 'test/views/mail/pictures');

/** One font everywhere, so that a picture is the same on every machine. */
const fonts = [400, 700]
  .map((weight) => {
    const file = `node_modules/@fontsource/noto-sans/files/noto-sans-latin-${weight}-normal.woff2`;
    const data = readFileSync(join(projectFolder, file)).toString('base64');
    return `@font-face{font-family:Fixed;font-weight:${weight};src:url(data:font/woff2;base64,${data})}`;
  })
  .join('');

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** The mail as a mailbox shows it, at half its size in grey. */
async function pictureOf(html: string, width: number, scheme: 'light' | 'dark'): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    await page.setViewport({ width, height: 400 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.setContent(html.replace('</head>', `<style>${fonts}*{font-family:Fixed!important}</style></head>`));
    await page.evaluate(() => document.fonts.ready);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(width);
    const picture = await page.screenshot({ fullPage: true });
    return await sharp(picture)
      .resize({ width: width / 2 })
      .grayscale()
      .toColourspace('b-w')
      .png({ compressionLevel: 9 })
      .toBuffer();
  } finally {
    await page.close();
  }
}

/** The mean difference between the pixels of two pictures, 0 to 255. */
async function distance(one: Buffer, other: Buffer): Promise<number> {
  const { width, height } = await sharp(other).metadata();
  const points = (picture: Buffer) =>
    sharp(picture).resize(width, height, { fit: 'fill' }).grayscale().blur(2).raw().toBuffer();
  const [first, second] = await Promise.all([points(one), points(other)]);
  return first.reduce((sum, value, index) => sum + Math.abs(value - second[index]!), 0) / first.length;
}

describe.each(kinds)('a mail of kind %s', (kind) => {
  test.each([
    [600, 'light'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('looks as it was signed off, at %d px, %s', async (width, scheme) => {
    const picture = await pictureOf(mailOf(kind).html, width, scheme);
    const file = join(folder, `${kind}-${width}-${scheme}.png`);
    // a new picture is to be looked at, and committed: then the test passes
    const isNew = !existsSync(file);
    if (isNew) await writeFile(file, picture);
    expect([isNew && file]).toEqual([false]);

    const signedOff = readFileSync(file);
    const [now, then] = await Promise.all([sharp(picture).metadata(), sharp(signedOff).metadata()]);
    expect(Math.abs(now.height - then.height)).toBeLessThan(4);
    expect(await distance(picture, signedOff)).toBeLessThan(0.7);
  });
});

test('a picture of another mail would not pass', async () => {
  const [approval, upload] = await Promise.all(
    [mailOf('approval'), mailOf('upload')].map(({ html }) => pictureOf(html, 600, 'light')),
  );
  expect(await distance(approval!, upload!)).toBeGreaterThan(0.7);
});
