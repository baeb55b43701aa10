import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { PdfPrinter } from '../../../src/platform/pdf/printer.js';
import { fontsOf, textOf } from './read-pdf.js';
import { type ListedProcess, processes } from '../../support/process-list.js';
import { type OpenedBrowser, openBrowser } from '../../../src/platform/pdf/browser.js';
import { browserFolder } from '../../support/data-folder.js';
import { foundBrowser, printerBrowser } from '../../support/found-browser.js';

const printer = new PdfPrinter(printerBrowser);
afterAll(() => printer.close());

const page = (body: string, style = '') =>
  `<!doctype html><html lang="en"><head><title>A test</title><style>@page{size:A4;margin:20mm}${style}</style></head><body>${body}</body></html>`;

/** A name in each script that the product has a font for, and a name that mixes scripts. */
const names = [
  'Ann Österreicher-Müller',
  'Nguyễn Văn Ẵn',
  'Жуков Ωmega',
  'محمد علی',
  'שלמה',
  'राजेश कुमार',
  'বাংলা',
  'தமிழ் செல்வன்',
  'తెలుగు',
  'ಕನ್ನಡ',
  'മലയാളം',
  'ગુજરાતી',
  'ਗੁਰਮੁਖੀ',
  'සිංහල',
  'สมชาย',
  'ລາວ',
  'ខ្មែរ',
  'မြန်မာ',
  'አበበ',
  'Հայկ',
  'გიორგი',
  '王小明 臺灣',
  'ひらがな カタカナ',
  '김철수',
  'Ann محمد 王小明 राजेश สมชาย',
];

describe('the PDF printer', () => {
  test('the same HTML gives the same bytes, whatever was printed in between', async () => {
    const table = page('<h1>One</h1><table><tr><th>a</th><td>b</td></tr></table>');
    const first = await printer.print(table);
    await printer.print(page('<h1>Two</h1><table><tr><th>a</th><td>b</td><td>c</td></tr></table>'));
    const second = await printer.print(table);

    expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true);
    expect(await textOf(first)).toEqual(['One a b']);
  });

  test('names in every script print in the fonts we bring', async () => {
    const pdf = await printer.print(page(names.map((name) => `<p dir="auto">${name} <b>${name}</b></p>`).join('')));
    const fonts = await fontsOf(pdf);

    expect(fonts.filter((font) => !font.startsWith('NotoSans'))).toEqual([]);
    for (const script of ['Arabic', 'Hebrew', 'Tamil', 'Thai', 'Khmer', 'Myanmar', 'Ethiopic', 'JP', 'KR'])
      expect(fonts.some((font) => font.startsWith(`NotoSans${script}`))).toBe(true);
  });

  test('Chinese alone prints in a Chinese font, and a text loads only what it needs', async () => {
    expect(await fontsOf(await printer.print(page('<p>Ann 王小明 臺灣陳龍</p>')))).toEqual([
      'NotoSans-Regular',
      'NotoSansSCThin-Regular',
    ]);
  });

  test('numbers its pages in their margins', async () => {
    const numbers = "@page{@bottom-right{font-family:'Noto Sans';content:counter(page) ' of ' counter(pages)}}";
    const pdf = await printer.print(page('<p>a</p><p style="break-before:page">b</p>', numbers));
    expect((await textOf(pdf)).map((text) => text.match(/\d of \d/)?.[0])).toEqual(['1 of 2', '2 of 2']);
  });

  test('runs no script and reaches no network and no file', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url!);
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const pdf = await printer.print(
      page(`
        <script>document.body.textContent = 'changed'; fetch('${host}/script')</script>
        <img src="${host}/image" onerror="document.title='changed'"><img src="file:///etc/passwd">
        <link rel="stylesheet" href="${host}/style"><link rel="prefetch" href="${host}/prefetch">
        <iframe src="${host}/frame"></iframe><iframe src="file:///etc/passwd"></iframe>
        <object data="${host}/object"></object><meta http-equiv="refresh" content="0;url=${host}/refresh">
        <p style="background:url(${host}/background)">as it was</p>`),
    );
    await new Promise((resolve) => server.close(resolve));

    expect((await textOf(pdf)).join()).toBe('as it was');
    expect(asked).toEqual([]);
  });

  test('a browser killed in the middle costs a try, not the print', async () => {
    const long = page(Array.from({ length: 1500 }, (_, row) => `<table><tr><td>${row}</td></tr></table>`).join(''));
    const printing = printer.print(long);
    await sleep(200);
    const killed = (await printer['browser'])!.process()!;
    killed.kill('SIGKILL');

    expect((await textOf(await printing)).join(' ')).toContain('1499');
    expect((await printer['browser'])!.process()!.pid).not.toBe(killed.pid);
  });

  test('a renderer killed in the middle costs a try, not the print', async () => {
    const long = page(Array.from({ length: 1500 }, (_, row) => `<table><tr><td>${row}</td></tr></table>`).join(''));
    await printer.print(page('warm'));
    const printing = printer.print(long);
    await sleep(100);
    for (const pid of renderersOf((await printer['browser'])!.process()!.pid!)) process.kill(pid, 'SIGKILL');

    expect((await textOf(await printing)).join(' ')).toContain('1499');
  });

  test('what comes at once waits its turn', async () => {
    const pdfs = await Promise.all(Array.from({ length: 8 }, (_, number) => printer.print(page(`page ${number}`))));
    expect((await Promise.all(pdfs.map(textOf))).flat()).toEqual(pdfs.map((_, number) => `page ${number}`));
  });

  test('it prints with the browser that was opened to try it, and starts one like it when that one is gone', async () => {
    const { executablePath } = await foundBrowser();
    const opened: OpenedBrowser[] = [];
    const other = new PdfPrinter(async (args) => {
      opened.push(await openBrowser({ executablePath, dataDir: browserFolder, args }));
      return opened[0]!;
    });
    const tried = () => opened[0]!.browser;
    await other.print(page('first'));
    expect([await other['browser'], opened.length]).toEqual([tried(), 1]);
    expect(opened[0]!.options.args!.filter((one) => one.startsWith('--host-resolver-rules'))).toHaveLength(1);

    tried().process()!.kill('SIGKILL');
    expect(await textOf(await other.print(page('second')))).toEqual(['second']);
    expect([(await other['browser']) === tried(), opened.length]).toEqual([false, 1]);
    await other.close();
  });

  test('a closed printer says so', async () => {
    const closed = new PdfPrinter(printerBrowser);
    await closed.close();
    await expect(closed.print(page('late'))).rejects.toThrow('The printer is closed.');
  });
});

/** The renderer processes below a browser. */
function renderersOf(browser: number): number[] {
  const all = processes();
  const below = (parent: number): ListedProcess[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(browser)
    .filter(({ command }) => command.includes('--type=renderer'))
    .map(({ pid }) => pid);
}
