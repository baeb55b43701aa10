import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { domainsOf, provesSender, vouchedBySendgrid, vouchedBySes } from '../../src/inbound/provider-proof.js';
import type { ReadingService } from '../../src/inbound/reading.service.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { deliver, inboundKey, mime, standInForDns } from './mails.js';

const from = 'MDAC <mdac@imi.gov.my>';
const signedBy = (...domains: string[]) =>
  mime({
    from,
    headers: domains.map(
      (d) => `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n\td=${d}; s=x; h=From; bh=x; b=x`,
    ),
  });

test.each([
  [{ dkim: '{@imi.gov.my : pass}', spf: null }, ['imi.gov.my']],
  [{ dkim: '{@imi.gov.my : fail, @sendgrid.net : pass}', spf: 'fail' }, ['sendgrid.net']],
  [{ dkim: 'none', spf: 'pass', from: 'bounce@mail.imi.gov.my' }, ['mail.imi.gov.my']],
  [{ dkim: 'none', spf: 'softfail', from: 'mdac@imi.gov.my' }, []],
  [{ spf: 'pass', from: '' }, []],
])('SendGrid vouches, case %#', (said, domains) => expect(vouchedBySendgrid(said)).toEqual(domains));

test.each([
  [{ dkim: 'pass', spf: null }, signedBy('IMI.gov.my'), ['imi.gov.my']],
  [{ dkim: 'pass', spf: null }, signedBy('imi.gov.my', 'imi.gov.my'), ['imi.gov.my']],
  // which of two passed is not said
  [{ dkim: 'pass', spf: null }, signedBy('imi.gov.my', 'evil.example'), []],
  [{ dkim: 'gray', spf: null }, signedBy('imi.gov.my'), []],
  [{ dkim: 'pass', spf: null }, mime({ from, text: 'DKIM-Signature: d=imi.gov.my' }), []],
  [{ dkim: 'fail', spf: 'pass', from: 'mdac@imi.gov.my' }, signedBy('imi.gov.my'), ['imi.gov.my']],
])('SES vouches, case %#', (said, raw, domains) => expect(vouchedBySes(said, raw)).toEqual(domains));

test('of what is vouched for the authority’s domains count', () => {
  const vouched = ['imi.gov.my', 'bounce.imi.gov.my', 'gov.my', 'my', 'evil-imi.gov.my', 'imi.gov.my.evil.example'];
  expect(domainsOf(vouched, ['@imi.gov.my'])).toEqual(['imi.gov.my', 'bounce.imi.gov.my']);
  expect(domainsOf(vouched, ['mdac@imi.gov.my'])).toEqual(['imi.gov.my', 'bounce.imi.gov.my']);
});

test('a sender is proven by DMARC or an own domain; one of two senders never', () => {
  const proves = (dmarc: string | null, vouched: string[], raw = mime({ from })) =>
    provesSender({ dmarc, vouched }, raw, 'mdac@imi.gov.my');
  expect([proves('pass', []), proves('gray', ['bounce.imi.gov.my']), proves(null, ['imi.gov.my'])]).toEqual([
    true,
    true,
    true,
  ]);
  expect([proves('gray', []), proves('fail', ['other.example']), proves(null, [])]).toEqual([false, false, false]);
  const two = mime({ from, headers: ['From: evil@evil.example'] });
  expect([proves('pass', ['imi.gov.my'], two), provesSender({ dmarc: 'pass', vouched: [] }, mime(), '')]).toEqual([
    false,
    false,
  ]);
});

describe.each(['dkim', 'provider'])('INBOUND_PROOF=%s', (proof) => {
  let app: TestApp;
  beforeAll(async () => {
    const settings = { INBOUND_KEY: inboundKey, APPLICATION_MAIL_DOMAIN: 'apply.test', INBOUND_PROOF: proof };
    app = await startApp({ settings });
    standInForDns(app.web);
  });
  afterAll(() => app.close());

  test('a mail of the authority that is not signed, by the provider’s verdicts', async () => {
    const { id } = await takeIn(app, { passport_no: 'V7654321' });
    const said = [
      { SPF: 'pass', sender: 'mdac@imi.gov.my' },
      { dkim: '{@imi.gov.my : pass}', sender: 'x@bounce.example' },
      { SPF: 'pass', dkim: '{@evil.example : pass}', sender: 'x@evil.example' },
      { SPF: 'fail', dkim: 'none', sender: 'mdac@imi.gov.my' },
    ];
    const text = 'Passport No. : V7654321\nPIN : 8pczkJDr';
    for (const one of said)
      expect((await deliver(app, mime({ from, text }), `${id}@apply.test`, inboundKey, one)).code).toBe(200);
    // a customer's mail with the same verdicts is none of the authority's, and keeps no domain
    const customers = { SPF: 'pass', sender: 'ann@example.com' };
    await deliver(app, mime(), `${id}@apply.test`, inboundKey, customers);

    const mails = await app.database.query<{ id: number }[]>('SELECT id FROM inbound_mails ORDER BY id');
    for (const mail of mails) await app.web.get<ReadingService>('ReadingService').readNow(mail.id, true);
    const read = await app.database.query('SELECT kind, pin, vouched FROM inbound_mails ORDER BY id');
    const counts = proof === 'provider' ? { kind: 'authority', pin: '8pczkJDr' } : { kind: 'look', pin: null };
    expect(read).toEqual([
      { ...counts, vouched: ['imi.gov.my'] },
      { ...counts, vouched: ['imi.gov.my'] },
      { kind: 'look', pin: null, vouched: [] },
      { kind: 'look', pin: null, vouched: [] },
      { kind: 'customer', pin: null, vouched: [] },
    ]);
  });
});
