import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PacksService } from '../../src/packs/packs.service.js';
import { eventually, startApp, type TestApp } from '../support/app.js';
import { standInForDns } from '../inbound/mails.js';
import { live, proveLives, livingSettings } from './lives.js';
import { faultsOf } from './pack-checker.js';

/** A fixed sample; `npm run test:long` lives five thousand others. */
const lives = Number(process.env.LIVES ?? 100);
const firstSeed = Number(process.env.SEED ?? 20_261_122);

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ settings: livingSettings });
  standInForDns(app.web);
});
afterAll(() => app.close());

test(`every sentence of the packs of ${lives} lives is proven by what was done`, async () => {
  const seeds = Array.from({ length: lives }, (_, index) => firstSeed + index);
  expect(await proveLives(app, seeds)).toEqual([]);
}, 3_600_000);

test.each([1, 2])('so is every sentence of a printed pack, read by another library (%i of 2)', async (which) => {
  const { orderId, ledger } = await live(app, firstSeed - which);
  const token = await app.signIn('admin');
  for (const type of [1, 2] as const) {
    const asked = fetch(`${app.url}/api/admin/get-defence-pack-pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ orderId, defencePackType: type }),
    });
    // no worker runs here, so that mails wait for the life that sends them
    const [row] = await eventually(async () => {
      const rows = await app.database.query<{ id: number }[]>(`SELECT id FROM packs WHERE state = 'queued'`);
      return rows.length > 0 && rows;
    });
    await app.web.get<PacksService>('PacksService').renderNow(row!.id, { number: 1, last: true });
    const answer = await asked;
    const document = await (await PDFiumLibrary.init()).loadDocument(new Uint8Array(await answer.arrayBuffer()));
    // a page's foot is read before or after its text
    const pages = [...document.pages()].map((page) =>
      page
        .getText()
        .replace(/Page \d+ of \d+|Order \d+ · Defence Pack \d · generated [^\n]*UTC|SHA-256 of the inputs \w+/g, ' '),
    );
    const text = pages
      .join(' ')
      .replace(/\uFFFE\s*/g, '-')
      // a line may end behind the hyphen of a word, as in 3-D Secure
      .replace(/(?<=\w-)\s*\n\s*(?=\w)/g, '')
      .replace(/\s+/g, ' ')
      .replace(/ ([.,;])/g, '$1');
    expect(faultsOf(text, ledger, type)).toEqual([]);
  }
});
