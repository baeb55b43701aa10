import { describe, expect, test } from '@jest/globals';
import { isToMember } from '../../../src/shared/mail-kinds.js';
import { whatsappText } from '../../../views/mail/letters.js';
import { alternative, kinds, mailOf, main, order } from './mails.js';

describe.each(kinds)('a mail of kind %s', (kind) => {
  test('says the same in HTML and in plain text', () => {
    const { letter, html, text } = mailOf(kind);
    const said = [
      letter.heading,
      ...(letter.name === null ? [] : [letter.name]),
      ...letter.paragraphs,
      ...letter.facts.flatMap(({ label, value }) => [label, value]),
      letter.button.label,
      letter.button.href,
      ...(letter.advice?.items ?? []),
      ...(letter.refundPolicy === null ? [] : [letter.refundPolicy]),
    ];
    expect(said.length).toBeGreaterThan(5);
    for (const one of said) {
      expect(text).toContain(one);
      expect(html).toContain(one);
    }
  });

  test('loads nothing and runs nothing', () => {
    const { html } = mailOf(kind);
    expect(html).not.toMatch(/<(img|link|script|iframe|object|form|video)\b|url\(|@import|\bsrc=|\bon\w+=/i);
    expect(html.length).toBeLessThan(20_000);
  });

  test('is one HTML document that names its language, its colours and what the mailbox previews', () => {
    const { html, letter } = mailOf(kind);
    expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr"><head>/i);
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain(`<title>${letter.subject}</title>`);
    expect(html.slice(html.indexOf('<body'), html.indexOf('<h1'))).toContain(letter.preheader);
    expect(html).not.toMatch(/[\r\n]/);
  });

  test('says who sends it, and that they are a third party', () => {
    for (const brand of [main, alternative]) {
      const { html, text } = mailOf(kind, { brand });
      for (const one of [
        brand.name,
        ...brand.footer.lines,
        brand.seller.name,
        `© ${brand.footer.year} ${brand.name}`,
      ]) {
        expect(html).toContain(one);
        expect(text).toContain(one);
      }
      expect(html).toContain(brand.colour);
    }
  });

  test('has a subject of one plain line', () => {
    const { letter } = mailOf(kind, {
      order: isToMember(kind) || kind === 'order-numbers' ? null : { ...order, fullName: 'x\r\nBcc: y@z.example' },
    });
    expect(letter.subject).toMatch(/^[\x20-\x7e]{10,78}$/);
  });
});

describe('a name', () => {
  const greeting = (fullName: string) => mailOf('approval', { order: { ...order, fullName } });

  test.each([
    '李小龍',
    'محمد عبد الرحمن',
    'தமிழ் செல்வன்',
    'สมชาย ใจดี',
    'नरेन्द्र',
    'Kumar a/l Raman',
    'Nguyễn Thị Ánh',
    'Zoë 🎉',
  ])('in any script stays as it is: %s', (name) => {
    const { html, text } = greeting(name);
    expect(html).toContain(`Dear <bdi>${name}</bdi>,`);
    expect(text).toContain(`Dear ${name},`);
  });

  test('is text, whatever it holds', () => {
    const { html, text } = greeting(`<script>alert("1")</script> O'Neil & <b>Söhne</b>`);
    expect(html).toContain(
      'Dear <bdi>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; O&#x27;Neil &amp; &lt;b&gt;Söhne&lt;/b&gt;</bdi>,',
    );
    expect(html).not.toContain('<script');
    expect(text).toContain(`Dear <script>alert("1")</script> O'Neil & <b>Söhne</b>,`);
  });

  test('stays on one line and turns nothing around', () => {
    const { text } = greeting('Ann\r\nYour account is blocked\u2028now\u0000 \u202Eevil\u202C \u2066x\u2069');
    expect(text).toContain('Dear Ann Your account is blocked now evil x,');
  });

  test('is no link, whatever it looks like', () => {
    const { html, text } = greeting('win at https://evil.example/a or evil.example or me@evil.example');
    for (const body of [html, text]) expect(body).not.toMatch(/https:\/\/evil|evil\.example|me@evil/);
    expect(text.replaceAll('\u200b', '')).toContain('win at https://evil.example/a or evil.example or me@evil.example');
  });
});

test('an invoice without a number or an amount leaves them out', () => {
  const { letter } = mailOf('invoice', { number: undefined, amount: undefined });
  expect(letter.subject).toBe('Invoice for order 100123');
  expect(letter.facts.map(({ label }) => label)).toEqual(['Order number', 'Name', 'Arrival in Malaysia']);
});

test('a mail about an order needs one', () => {
  expect(() => mailOf('approval', { order: null })).toThrow('A mail of kind approval needs an order');
});

test('WhatsApp tells the order, where the card is, and attaches nothing', () => {
  const text = whatsappText({ brand: alternative, order, link: 'https://desk.example/track-order/MjAwMjQ2' });
  expect(text).toContain('Hello Ann Example, this is Malaysia Arrival Help.');
  expect(text).toContain('order 100123');
  expect(text).toContain('https://desk.example/track-order/MjAwMjQ2');
  expect(text).not.toContain('attached');
});

test('the approval and the invoice say what the card statement shows, the amount, the refund policy and the third party', () => {
  const charge = { amount: 'USD 49.00', statement: 'CARD*ARRIVAL' };
  const { text } = mailOf('approval', { charge });
  for (const words of [
    'USD 49.00',
    'CARD*ARRIVAL',
    'as a third party',
    'https://malaysia-arrival-card.example/refunds',
  ])
    expect(text).toContain(words);
  expect(mailOf('invoice', { charge }).text).toContain('On your card statement: CARD*ARRIVAL');
  expect(mailOf('approval').text).not.toContain('On your card statement');
  // after the letter, so that it is not in the middle of good news
  for (const kind of ['approval', 'invoice'] as const)
    expect(mailOf(kind).text.split('Do you have a question?')[1]).toContain('Refund policy: https://');
  expect(mailOf('approval', { brand: alternative }).text).not.toContain('Refund policy');
});

test.each([
  ['1', '0', '1 traveller arrives within 24 hours without a card.'],
  ['1', '1', '1 traveller arrives within 24 hours without a card, and the arrival of 1 has begun.'],
  ['2', '0', '2 travellers arrive within 24 hours without their card.'],
  ['2', '3', '2 travellers arrive within 24 hours without their card, and the arrival of 3 has begun.'],
  ['0', '1', 'the arrival of 1 traveller without a card has begun.'],
  ['0', '2', 'the arrival of 2 travellers without their card has begun.'],
])('the alarm of an evening with %s at risk and %s late counts them rightly', (number, amount, sentence) => {
  const { letter } = mailOf('orders-at-risk', { number, amount });
  expect(letter.paragraphs[0]).toBe(`At 18:00 in Kuala Lumpur, ${sentence}`);
});

test('the alarm of one arrival speaks of one order', () => {
  const orders = [{ id: 100123, doa: '2026-03-04' }];
  const { letter } = mailOf('orders-at-risk', { number: '1', amount: undefined, how: undefined, orders });
  expect(letter.subject).toBe('One order arrives within 12 hours without a card');
  expect(letter.paragraphs).toEqual([
    'The card of this order is not delivered, and its traveller arrives within 12 hours.',
    'The board shows the order until its card is delivered, or until somebody says what became of it.',
  ]);
});
