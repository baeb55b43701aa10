import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createElement } from 'react';
import sharp from 'sharp';
import type { DeliveryService } from '../../src/mail/delivery.service.js';
import type { SendingService } from '../../src/mail/sending.service.js';
import type { PacksService } from '../../src/packs/packs.service.js';
import { html } from '../../src/platform/html.js';
import { routes } from '../../src/shared/routes.js';
import DefencePack from '../../views/pdf/defence-pack.js';
import { type Answer, type TestApp, eventually } from '../support/app.js';
import { cardPdf } from '../support/card.js';
import { inboundKey } from '../inbound/mails.js';
import { dice } from '../support/dice.js';
import { takeIn } from '../support/orders.js';
import { register } from './registration-lives.js';
import { type Fetch, type Ledger, type Policy, codes, faultsOf } from './pack-checker.js';

/** The settings of an application whose orders live: behind a proxy, and with mailboxes for the authority's mails. */
export const livingSettings = {
  TRUSTED_PROXIES: '127.0.0.1',
  INBOUND_KEY: inboundKey,
  APPLICATION_MAIL_DOMAIN: 'apply.test',
};

/** The address that a member signs in from before the lives begin. */
const memberAddress = '198.51.100.44';

const browsers = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
];
const scripts = ['curl/8.5.0', 'python-requests/2.32.0', 'Wget/1.21'];
const names = [
  'Ann Example',
  'Łukasz Żółć',
  'محمد علي',
  '王小明',
  'สมชาย ใจดี',
  '山田 太郎',
  'Анна Иванова',
  "O'Brien <b>&",
];
/** Currency, amount, and a part of it. */
const currencies: [string, string, string][] = [
  ['USD', '1079', '79'],
  ['JPY', '8800', '100'],
  ['EUR', '49.5', '10.05'],
  ['KWD', '12.125', '0.125'],
  ['MYR', '1234567.89', '1000'],
];
/** What each brand's letters mean for the address check and the security code. */
const checks: { brand: string; avs: string; passes: boolean; cvv: string; codePasses: boolean }[] = [
  { brand: 'Visa', avs: 'Y', passes: true, cvv: 'M', codePasses: true },
  { brand: 'Visa', avs: 'N', passes: false, cvv: 'N', codePasses: false },
  { brand: 'American Express', avs: 'F', passes: false, cvv: 'Y', codePasses: true },
  { brand: 'Mastercard', avs: 'A', passes: false, cvv: 'P', codePasses: false },
  { brand: 'Discover', avs: 'A', passes: true, cvv: 'M', codePasses: true },
];
const cards = new Map<string, Promise<Uint8Array>>();

/** One of the cards that lives upload, each made once. */
function cardOf(number: number, isPdf: boolean): Promise<Uint8Array> {
  const key = `${number} ${isPdf}`;
  if (!cards.has(key)) cards.set(key, isPdf ? cardPdf(`card ${number}`, 2) : picture(number));
  return cards.get(key)!;
}

function picture(number: number): Promise<Uint8Array> {
  const background = { r: 200, g: 40 * number, b: 50 };
  return sharp({ create: { width: 60, height: 90, channels: 3, background } })
    .png()
    .toBuffer();
}

const traitFields = { email: 'contact_email_address', card: 'card_fingerprint', device: 'device_fingerprint' } as const;

/** One order's life, made through the product's own calls, and the ledger of what was done. */
export async function live(app: TestApp, seed: number): Promise<{ orderId: number; ledger: Ledger }> {
  const random = dice(seed);
  const chance = (share: number) => random() < share;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const key = `${seed}x${Math.floor(random() * 1e9)}`;

  const home = `203.0.113.${1 + (seed % 250)}`;
  const knowsIp = chance(0.8);
  const [currency, amount, part] = pick(currencies);
  const priced = chance(0.9);
  const card = pick(checks);
  const hasChecks = chance(0.5);
  const threeDs = chance(0.2) ? pick(['Y', 'A', 'N', 'authenticated']) : undefined;
  const told = chance(0.6);
  const paidAt = told ? new Date(Date.now() - Math.floor(random() * 1_800_000)).toISOString() : null;
  const terms = chance(0.7) ? new Date(Date.now() - 3_600_000).toISOString() : null;
  const email = `ann-${key}@example.com`;
  const version = terms ? pick(['2025-01', '2026-01', 'own-7']) : undefined;
  const secrets = [`Hotel ${key}`, `Street ${key}`];
  const own = {
    contact_email_address: email,
    // short enough for the authority's form
    passport_no: `P${key.replace('x', '').slice(-10)}`,
    transaction_id: chance(0.7) ? `tx-${key}` : undefined,
    card_fingerprint: `card-${key}`,
    device_fingerprint: `device-${key}`,
    purchase_ip: knowsIp ? home : undefined,
  };
  const { id: orderId, encoded } = await takeIn(app, {
    ...own,
    full_name: pick(names),
    purchase_user_agent: chance(0.7) ? pick(browsers) : undefined,
    amount: priced ? amount : null,
    currency: priced ? currency : null,
    paid: true,
    paid_at: paidAt ?? undefined,
    terms_accepted_at: terms ?? undefined,
    terms_version: version,
    card_brand: card.brand,
    ...(hasChecks && { avs: card.avs, cvv: card.cvv }),
    three_ds: threeDs,
    accommodation_of_Stay: secrets[0],
    address: secrets[1],
  });
  const ledger: Ledger = {
    email,
    amount: priced ? amount : null,
    currency: priced ? currency : null,
    paid: true,
    paidAt,
    terms,
    termsVersion: version ?? null,
    policies: await policiesOf(app),
    transaction: own.transaction_id ?? null,
    passport: own.passport_no,
    ip: knowsIp ? home : null,
    passed: [
      ...(hasChecks && card.passes ? ['Address check (AVS)'] : []),
      ...(hasChecks && card.codePasses ? ['Security code check (CVV)'] : []),
      ...(threeDs === 'Y' || threeDs === 'authenticated' ? ['3-D Secure'] : []),
    ],
    checks: (hasChecks ? 2 : 0) + (threeDs ? 1 : 0),
    cards: [],
    file: 'whole',
    mails: [],
    fetches: [],
    refund: null,
    dispute: null,
    family: [],
    talks: [],
    secrets,
    earlier: [],
    registered: { submissions: [], mails: [], shots: [] },
  };

  const move = (to: string, as: 'manager' | 'admin' = 'admin') =>
    app.call('PUT', routes.api.move, { as, body: { orderId, updatingStatus: to } });
  const files: { file1: string; key: string }[] = [];

  /** Sends a queued mail, and reports what became of it, in any order. */
  const post = async (mailId: number, to: string, carried: number | null) => {
    const done = { card: carried, to, accepted: false, reports: [] as string[] };
    ledger.mails.push(done);
    if (chance(0.1)) return;
    await app.web.get<SendingService>('SendingService').sendNow(mailId, { number: 1, last: true });
    const [mail] = await app.database.query<{ provider: 'AWS' | 'Sendgrid'; provider_message_id: string | null }[]>(
      'SELECT provider, provider_message_id FROM mails WHERE id = $1',
      [mailId],
    );
    // on a busy machine a provider's answer may be lost, and the mails behind it go to the other provider
    if (!mail!.provider_message_id) return;
    done.accepted = true;
    for (let events = Math.floor(random() * 3); events > 0; events--) {
      const report = pick([
        'sent',
        'deferred',
        'soft-bounced',
        'delivered',
        'delivered',
        'delivered',
        'bounced',
        'complained',
      ] as const);
      done.reports.push(report);
      const event = {
        provider: mail!.provider,
        eventId: `${key}-${mailId}-${done.reports.length}`,
        report,
        at: new Date(),
        messageId: mail!.provider_message_id,
        recipient: to,
        reason: report === 'delivered' ? '250 OK' : null,
        tag: null,
      };
      await app.web.get<DeliveryService>('DeliveryService').take(chance(0.2) ? [event, event] : [event]);
    }
  };

  const upload = async () => {
    // unlike the others of this life; few are PDFs, because reading one takes a thread of its own
    const isPdf = chance(0.15);
    const pages = isPdf ? 2 : 1;
    const bytes = await cardOf(files.length, isPdf);
    const body = new FormData();
    const to = chance(0.75) ? email : `else-${key}@example.net`;
    body.set('orderId', String(orderId));
    body.set('email', to);
    body.set('uploadVisaDoc', new Blob([new Uint8Array(bytes)]), isPdf ? 'card.pdf' : 'card.png');
    // the same few files are the cards of many lives
    body.set('override', 'true');
    body.set('reason', 'A card of the test.');
    let answer = await app.call('POST', routes.api.upload, { as: 'admin', body });
    if (answer.code === 409 && answer.body.data?.bounced) {
      // a mail of this life bounced there: the member confirms the address
      body.set('despiteBounce', 'true');
      answer = await app.call('POST', routes.api.upload, { as: 'admin', body });
    }
    if (answer.code !== 200) throw new Error(`upload: ${answer.body.message}`);
    const [row] = await app.database.query<
      { file1: string; storage_key: string; verdict: string | null; mail: number }[]
    >(
      `SELECT file1, storage_key, verdict, (SELECT max(id) FROM mails WHERE order_id = $1) AS mail FROM documents
       WHERE order_id = $1 ORDER BY id DESC LIMIT 1`,
      [orderId],
    );
    files.push({ file1: row!.file1, key: row!.storage_key });
    ledger.cards.push({ pages, differs: row!.verdict === 'differs' });
    await post(row!.mail, to, ledger.cards.length - 1);
  };

  let visitor: string | undefined;
  const fetchCard = async () => {
    const kind = pick(['home', 'home', 'other', 'script', 'cloud', 'member', 'staff', 'cut', 'near staff'] as const);
    const fetch: Fetch = {
      ip:
        kind === 'home' || kind === 'cut'
          ? home
          : kind === 'cloud'
            ? '52.94.76.10'
            : kind === 'member'
              ? memberAddress
              : kind.includes('staff')
                ? `192.0.2.${1 + (seed % 200)}`
                : `198.18.0.${1 + Math.floor(random() * 200)}`,
      script: kind === 'script',
      hosted: kind === 'cloud',
      staff: kind === 'staff',
      member: kind === 'member',
      complete: kind !== 'cut',
      card: ledger.cards.length - 1,
    };
    const headers = {
      'user-agent': fetch.script ? pick(scripts) : pick(browsers),
      'x-forwarded-for': fetch.ip,
      ...(kind === 'cut' && { range: 'bytes=0-99' }),
    };
    const path = routes.document(orderId, files.at(-1)!.file1);
    if (fetch.staff) return fetched(fetch, await app.call('GET', path, { as: 'team', headers }));
    if (!visitor) {
      const { body } = await app.call('POST', routes.api.track, { body: { orderId, email }, headers });
      visitor = body.data?.accessToken as string | undefined;
    }
    await fetched(fetch, await app.call('GET', path, { token: visitor, headers }));
  };
  /** What the one session of a life asks for from one address within a minute is one download; a life takes less. */
  const isOneWith = (one: Fetch, other: Fetch) =>
    !one.staff && !other.staff && one.ip === other.ip && one.card === other.card && one.script === other.script;
  /** Notes a fetch once its bytes are recorded: the product does that when the answer is out. */
  const fetched = async (fetch: Fetch, { code }: Answer) => {
    if (code !== 200 && code !== 206) return;
    const earlier = ledger.fetches.find((one) => isOneWith(one, fetch));
    if (earlier) earlier.complete ||= fetch.complete;
    else ledger.fetches.push(fetch);
    await eventually(async () => {
      const [row] = await app.database.query<{ running: number }[]>(
        'SELECT count(*)::int AS running FROM downloads WHERE order_id = $1 AND bytes = 0',
        [orderId],
      );
      return row!.running === 0;
    });
  };

  const remark = async () => {
    const text = `note ${ledger.talks.length + ledger.secrets.length} of ${key} 👍`;
    const flags = pick([
      {},
      { telephone: 'Y' },
      { whatsapp: 'Y' },
      { telephone: 'Y', whatsapp: 'Y' },
      { reportError: 'Y' },
      { voided: 'Y' },
      { statusRefund: 'Y' },
    ]);
    await app.call('POST', routes.api.addRemark, { as: 'team', body: { orderId, remark: text, ...flags } });
    if ('telephone' in flags || 'whatsapp' in flags) ledger.talks.push(text);
    else ledger.secrets.push(text);
  };

  const earlier = async () => {
    const shared = (['email', 'card', 'device'] as const).filter(() => chance(0.5));
    const sharesIp = knowsIp && chance(0.3);
    const days = pick([119.9, 120.1, 200, 300, 364.9, 365.1]);
    const spoil = chance(0.35)
      ? pick(['voided', 'refund_date = now()', 'disputed_at = now()', 'paid_at = NULL'])
      : undefined;
    const other = await takeIn(app, {
      contact_email_address: `other-${key}-${ledger.earlier.length}@example.com`,
      passport_no: `Q${ledger.earlier.length}${key}`.slice(0, 30),
      ...Object.fromEntries(shared.map((trait) => [traitFields[trait], own[traitFields[trait]]])),
      ...(sharesIp && { purchase_ip: home }),
    });
    const anchor = paidAt ?? (await created());
    await app.database.query(
      `UPDATE orders SET create_ts = $2::timestamptz - make_interval(secs => $3),
         paid_at = $2::timestamptz - make_interval(secs => $3), process_status = 'Completed' WHERE id = $1`,
      [other.id, anchor, days * 86_400],
    );
    if (spoil && spoil !== 'voided') await app.database.query(`UPDATE orders SET ${spoil} WHERE id = $1`, [other.id]);
    if (spoil === 'voided') {
      await app.call('POST', routes.api.addRemark, {
        as: 'team',
        body: { orderId: other.id, remark: 'void', voided: 'Y' },
      });
    }
    ledger.earlier.push({
      traits: [...shared, ...(sharesIp ? ['IP address'] : [])],
      days,
      spoilt: spoil !== undefined && !spoil.startsWith('paid_at'),
      paid: spoil !== 'paid_at = NULL',
    });
  };
  const created = async () =>
    (await app.database.query<{ at: Date }[]>('SELECT create_ts AS at FROM orders WHERE id = $1', [orderId]))[0]!.at;

  /** Another order of these days with the same address or card: somebody else's, or a second one for the same traveller. */
  const family = async () => {
    const place = ledger.family.length;
    const shared = pick([['email'], ['card'], ['email', 'card']] as const);
    const passport = chance(0.8) ? `R${key}${7000 + place}`.slice(-30) : own.passport_no;
    const transaction = pick([`tx-${key}-${place}`, `tx-${key}-${place}`, `tx-${key}-${place}`, own.transaction_id]);
    const { id } = await takeIn(app, {
      full_name: pick(names),
      contact_email_address: `family-${key}-${place}@example.com`,
      passport_no: passport,
      transaction_id: transaction,
      ...Object.fromEntries(shared.map((trait) => [traitFields[trait], own[traitFields[trait]]])),
    });
    const isDeleted = chance(0.1);
    if (isDeleted) {
      await app.call('PUT', routes.api.move, { as: 'admin', body: { orderId: id, updatingStatus: 'Deleted' } });
    }
    ledger.family.push({ passport, transaction: transaction ?? null, counts: !isDeleted });
  };

  const undone = async () => {
    const { body } = await app.call('PUT', routes.api.move, {
      as: 'manager',
      body: { orderId, updatingStatus: 'Refunds' },
    });
    if (body.undo) await app.call('PUT', routes.api.undo, { as: 'manager', body: { token: body.undo.token } });
  };
  const refund = async () => {
    await move('Refunds');
    const given = priced ? pick([undefined, amount, part]) : undefined;
    const { code } = await app.call('PUT', routes.api.markRefunded, {
      as: 'admin',
      body: { orderId, refundAmount: given, refundReference: given && `re-${key}` },
    });
    // without an amount it is what was left
    const sum = given === undefined ? Number(amount) : Number(ledger.refund?.amount ?? 0) + Number(given);
    if (code === 200) ledger.refund = { amount: priced ? sum.toFixed(3) : null };
    await move('Completed');
  };

  // by chances of its own, so that the rest of a life is the same with and without it
  const registers = dice(seed + 13);
  if (registers() < 0.4) {
    const { registered, secrets: unprinted } = await register(app, {
      orderId,
      encoded,
      passport: own.passport_no,
      key,
      chance: (share) => registers() < share,
      pick: (items) => items[Math.floor(registers() * items.length)]!,
    });
    ledger.registered = registered;
    ledger.secrets.push(...unprinted);
  }
  await move('Completed');
  if (chance(0.85)) await upload();
  for (let steps = Math.floor(random() * 5); steps > 0; steps--) {
    const step = pick([
      fetchCard,
      fetchCard,
      fetchCard,
      remark,
      earlier,
      earlier,
      family,
      undone,
      upload,
      refund,
    ] as const);
    if (step === fetchCard && files.length === 0) continue;
    if (step === refund && (ledger.refund || chance(0.6))) continue;
    await step();
  }
  if (files.length > 0 && chance(0.12)) {
    const path = join(app.env.DATA_DIR, 'files', files.at(-1)!.key);
    ledger.file = pick(['cut', 'lost'] as const);
    if (ledger.file === 'lost') await rm(path);
    else await writeFile(path, (await cardPdf('another card')).subarray(0, 400));
  }
  if (encoded === '') throw new Error('An order without an id.');
  return { orderId, ledger };
}

/** One of so many lives ends in a dispute, which keeps the sample short. */
const disputeEvery = 2;

/** Opens a dispute of a life's order by a code of the four networks, and notes what the bank told. */
async function dispute(app: TestApp, seed: number, orderId: number, ledger: Ledger): Promise<number> {
  const random = dice(seed + 7);
  const chance = (share: number) => random() < share;
  const names = Object.keys(codes);
  const name = names[Math.floor(random() * names.length)]!;
  const [network, code] = name.split(' ') as [string, string];
  const isPriced = ledger.amount !== null && chance(0.8);
  const told = {
    caseId: chance(0.8) ? `case-${seed}` : null,
    amount: isPriced ? (chance(0.7) ? ledger.amount : '3') : null,
    currency: isPriced ? ledger.currency : null,
    openedAt: chance(0.5) ? new Date(Date.now() - 60_000).toISOString() : null,
    replyBy: chance(0.7) ? new Date(Date.now() + 9 * 86_400_000).toISOString() : null,
  };
  const { body } = await app.call('POST', '/api/admin/disputes', {
    as: 'manager',
    body: {
      orderId,
      network,
      reason_code: code,
      case_id: told.caseId,
      amount: told.amount,
      currency: told.currency,
      opened_at: told.openedAt,
      reply_by: told.replyBy,
    },
  });
  if (!body.data?.id) throw new Error(`dispute: ${body.message} ${JSON.stringify(body.errors)}`);
  ledger.dispute = { ...told, name: name as keyof typeof codes };
  return body.data.id as number;
}

let policies: Promise<Policy[]> | undefined;
/** The texts of the brand whose orders the lives are. */
function policiesOf(app: TestApp): Promise<Policy[]> {
  policies ??= app.database.query(
    `SELECT kind, version, to_char(valid_from, 'YYYY-MM-DD') AS "from" FROM policies WHERE brand = 'main'`,
  );
  return policies;
}

/**
 * Lives as many orders' lives as there are seeds, makes both packs of each and the one that answers a dispute, and proves
 * every sentence.
 * @returns what could not be proven, with the seed that shows it again
 */
export async function proveLives(app: TestApp, seeds: number[], atOnce = 6): Promise<string[]> {
  // members work from an address of their own, so that customers' addresses stay customers'
  for (const email of ['team@demo.test', 'admin@demo.test', 'manager@demo.test']) {
    await app.call('POST', '/api/admin/admin-login', {
      body: { email, password: 'demo-password' },
      headers: { 'x-forwarded-for': memberAddress },
    });
  }
  const waiting = [...seeds];
  const faults: string[] = [];
  const prove = async (seed: number) => {
    const { orderId, ledger } = await live(app, seed);
    for (const type of [1, 2] as const) {
      const found = faultsOf(await packText(app, orderId, type), ledger, type);
      if (found.length > 0) faults.push(`seed ${seed}, pack ${type}: ${found.join('; ')}`);
    }
    if (seed % disputeEvery > 0) return;
    const id = await dispute(app, seed, orderId, ledger);
    const found = faultsOf(await packText(app, orderId, 1, id), ledger, 'dispute');
    if (found.length > 0) faults.push(`seed ${seed}, ${ledger.dispute!.name}: ${found.join('; ')}`);
  };
  const run = async () => {
    // one that could not be lived is told, and the others still are
    for (let seed = waiting.pop(); seed !== undefined; seed = waiting.pop()) {
      await prove(seed).catch((error: unknown) => faults.push(`seed ${seed}: ${String(error)}`));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return faults;
}

/** The text of a pack before it is printed: its markup without tags, as a reader meets it. */
async function packText(app: TestApp, orderId: number, type: 1 | 2, disputeId?: number): Promise<string> {
  const packs = app.web.get<PacksService>('PacksService');
  const {
    headline: _h,
    arguable: _a,
    readiness: _r,
    ...facts
  } = await packs.details({
    orderId,
    defencePackType: type,
    leftOut: [],
    disputeId,
    leftOutMails: [],
  });
  const stamp = { generated_at: new Date().toISOString(), inputs_sha256: '0'.repeat(64) };
  return plain(html(createElement(DefencePack, { facts, stamp })));
}

function plain(markup: string): string {
  return markup
    .replace(/<style[\s\S]*?<\/style>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;])/g, '$1');
}
