import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../src/shared/routes.js';
import { copied, differing, filled, travellers, valuesOf } from '../support/authority-form.js';
import { browserKinds } from '../support/browser-kinds.js';
import {
  closed,
  countBecomes,
  type Desk,
  fill,
  goTo,
  press,
  reply,
  saidBy,
  saysBlocked,
  shows,
  startDesk,
  titled,
  type Watched,
  pressAction,
} from '../support/browser.js';
import { cardFile } from '../support/card.js';
import { fillOrders } from '../support/filled-orders.js';
import { shopOrders } from '../support/shop-orders.js';
import { arrived, chooseCard, mailTo, openPack, trackOrder } from '../support/main-jobs.js';
import { wholeForm } from '../support/orders.js';
import { takeInto } from '../support/product.js';

// The main jobs in every browser that members and customers have: an order delivered, a card downloaded, a dispute answered.

const kinds = await browserKinds();
for (const { name, missing } of kinds) if (missing) process.stderr.write(`Skipped: ${name}; it needs ${missing}\n`);

for (const { name, options, missing } of kinds) {
  (missing ? describe.skip : describe)(missing ? `in ${name}, which needs ${missing}` : `in ${name}`, () => {
    let desk: Desk;
    let order: { id: number; encoded: string };
    let card: Buffer;
    beforeAll(async () => {
      desk = await startDesk(0, { launched: options!, script: saysBlocked, settings: { TRANSLATE_WIDGET_URL: '' } });
      order = await takeInto(desk, { ...wholeForm, contact_email_address: 'ann@example.com' });
      card = await readFile(await cardFile(join(desk.dataDir, 'approved.pdf'), 'APPROVED', 2));
    });
    afterAll(async () => {
      const missingRows = await desk.pressesWithoutRow();
      expect(await desk.stop()).toBe(0);
      expect(missingRows).toEqual([]);
    });

    const goToOrder = (page: Watched) => goTo(page, `${desk.url}/admin/view-order/${order.encoded}`);

    test('a member takes the next order, remarks, amends, moves it, sends the card and completes it', async () => {
      const staff = await desk.member('team@demo.test');
      process.stderr.write(`${name}: ${await staff.browser().version()}\n`);
      await press(staff, 'Next order');
      await titled(staff, `Order ${order.id} | Malaysia Digital Arrival Card`);

      await fill(staff, 'Remark', 'Told the customer on the phone.');
      await press(staff, 'Add Comment');
      await shows(staff, 'Remark has been added successfully');

      await press(staff, 'Amend Travel');
      await fill(staff, 'Flight/Vessel/Transport No.', 'MH 4');
      await fill(staff, 'Reason', 'The flight was rebooked.');
      await press(staff, 'Save');
      await shows(staff, 'The order was amended.');
      await closed(staff);

      await pressAction(staff, 'Move to Awaiting Govt');
      await shows(staff, 'Order has been moved successfully');

      await chooseCard(staff, join(desk.dataDir, 'approved.pdf'));
      await press(staff, 'Send and complete');
      await countBecomes(staff, 'Completed Orders', 1);
      expect(await mailTo(desk, 'ann@example.com')).toMatchObject({
        attachments: [{ contentType: 'application/pdf' }],
      });
      await goTo(staff, `${desk.url}/admin/completed-order`);
      await shows(staff, String(order.id));
      expect(staff.said).toEqual([]);
      await staff.goto(`${desk.url}/dev/mailbox`);
      await shows(staff, 'ann@example.com');
      await staff.goto(`${desk.url}/dev/mailbox/write`);
      expect(staff.said).toEqual([]);
    });

    test('a customer downloads the card, and the history shows when and with what', async () => {
      const visitor = await desk.guest();
      await visitor.setViewport({ width: 390, height: 844 });
      await visitor.goto(`${desk.url}/track-order`);
      await trackOrder(visitor, `#${order.id}`, ' Ann@Example.COM ');
      await shows(visitor, 'No record found');
      await press(visitor, 'Download Now', 'link');
      await visitor.waitForSelector('#history tbody tr');
      expect((await arrived(desk.dataDir, new RegExp(`${order.id}.*\\.pdf$`))).equals(card)).toBe(true);
      const row = await visitor.$$eval('#history tbody td', (cells) =>
        cells.map((cell) => cell.lastElementChild?.textContent),
      );
      const isFirefox = options!.browser === 'firefox';
      expect(row).toEqual([
        '1',
        String(order.id),
        expect.stringMatching(/^\d\d \/ [A-Z]\w+ \/ \d{4} [\d:]{8}$/),
        '127.0.0.1',
        'PC',
        'Desktop',
        isFirefox ? 'Firefox' : 'Chrome',
        isFirefox ? expect.stringMatching(/\w/) : 'Windows 10 or newer',
        '',
      ]);
      expect(visitor.said).toEqual([]);
    });

    test('a Manager opens a dispute, makes the answer, saves it as PDF and notes that the bank has got it', async () => {
      const manager = await desk.member('manager@demo.test');
      await goToOrder(manager);
      await press(manager, 'Add Dispute');
      await manager.waitForSelector('[role=dialog] [name=network]');
      await manager.select('[role=dialog] [name=network]', 'visa');
      await fill(manager, 'Reason code', '13.1');
      await fill(manager, 'Case id', 'case-1');
      await press(manager, 'Save');
      await closed(manager);
      await shows(manager, 'The bank asks:');

      const tab = await openPack(manager, 'Make the Answer');
      const said = saidBy(tab);
      await press(tab, 'Save', 'link');
      const pack = await arrived(desk.dataDir, /^dispute-.*\.pdf$/);
      expect(pack.subarray(0, 5).toString()).toBe('%PDF-');
      expect(said).toEqual([]);
      await tab.close();

      await manager.bringToFront();
      await goToOrder(manager);
      await press(manager, 'Mark as Submitted');
      await reply(manager, 'Yes');
      await shows(manager, 'Submitted');
      expect(manager.said).toEqual([]);
    });

    test('the bookmark fills the authority’s form for an order by its code, for ten travellers, and for sixty orders', async () => {
      const { id, encoded } = await takeInto(desk, { ...wholeForm, passport_no: 'Y7654321' });
      const member = await desk.member('team@demo.test');
      await goTo(member, `${desk.url}/admin/view-order/${encoded}`);
      await press(member, 'Fill the form');
      const given = await member.waitForSelector('output ::-p-text(It is for one filling)');
      const words = await given!.evaluate((part) => part.closest('output')!.innerText);
      // the shell of npm's package gives no page the clipboard
      expect(words).toContain(options!.headless === 'shell' ? 'could not be copied: type it' : 'is copied');
      const code = /(?:[2-9A-Z]{5}-?){3}/.exec(words)![0];
      await member.bringToFront();
      await goTo(member, `${desk.url}${routes.authorityFiller}`);
      const bookmark = await member.waitForSelector('a[draggable][href^="javascript:"]');
      const script = decodeURIComponent((await bookmark!.evaluate((link) => link.getAttribute('href')!)).slice(11));
      expect(member.said).toEqual([]);

      const form = await desk.guest();
      let pasted = '';
      form.on('dialog', (dialog) => void dialog.accept(pasted));
      await form.goto(`${desk.url}/dev/authority/main?registerMain`);
      const fillWith = async (text: string) => {
        pasted = text;
        return filled(form, () => form.evaluate(script));
      };
      expect(await fillWith(code)).toContain(`Order ${id} is filled in`);
      for (const more of travellers) {
        const values = valuesOf(more);
        expect(await fillWith(copied(values))).toContain('Order 100001 is filled in');
        expect(await differing(form, values)).toEqual([]);
      }
      const { wrong, right } = await fillOrders(desk, form, [...shopOrders.entries()], fillWith);
      expect(wrong).toEqual([]);
      expect(right).toBeGreaterThan(0.9);
      expect(form.said).toEqual([]);
    }, 600_000);
  });
}
