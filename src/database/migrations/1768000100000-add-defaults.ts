import type { MigrationInterface, QueryRunner } from 'typeorm';

type Text = { kind: 'terms' | 'refund' | 'disclosure'; version: string; validFrom: string; text: string };

/** What every installation begins with: gateways, the first shop, macros, and the policies of the two brands. */
export class AddDefaults1768000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO gateways (gateway_name, is_active) VALUES ('Stripe', true), ('Worldpay', false), ('PayPal', false);
      INSERT INTO stripe_accounts (gateway_id) SELECT id FROM gateways WHERE gateway_name = 'Stripe';
      INSERT INTO shops (id, name) VALUES (1, 'default')`);
    await runner.query(
      `INSERT INTO macros (name, remark, flags, move, mail, question)
       SELECT name, remark, flags, move, CASE WHEN question IS NOT NULL THEN 'question' END, question
       FROM json_to_recordset($1) AS m (name text, remark text, flags text[], move text, question text)`,
      [JSON.stringify(macros)],
    );
    for (const [brand, name, email] of shippedBrands) {
      for (const { kind, version, validFrom, text } of textsOf(name, email)) {
        await runner.query(
          `INSERT INTO policies (brand, kind, version, text, valid_from, sha256)
           VALUES ($1, $2, $3, $4, $5, encode(sha256(convert_to($4, 'UTF8')), 'hex'))`,
          [brand, kind, version, text, validFrom],
        );
      }
    }
  }

  /** Not the policies, which are kept for good. */
  async down(): Promise<void> {
    throw new Error('Nothing is earlier than these rows: drop the database.');
  }
}

const macros = [
  { name: 'No answer', remark: 'Called the customer. Nobody answered.', flags: ['telephone'] },
  {
    name: 'Call again',
    remark: 'Called the customer, who asked to be called again later.',
    flags: ['telephone'],
  },
  {
    name: 'Wrong number',
    remark: 'The telephone number is wrong. Asked the customer for the right one by mail.',
    flags: ['telephone'],
    move: 'Awaiting',
    question:
      'We tried to call you about your arrival card, but the telephone number of your order is not right. Please answer this mail with the number at which we can reach you.',
  },
  {
    name: 'Asked for passport photo',
    remark: 'Asked the customer by mail for a photo of the passport.',
    flags: [],
    move: 'Awaiting',
    question:
      'To finish your arrival card we need a photo of the page of your passport that shows your picture. Please answer this mail with it. All four corners and the two lines at the bottom must be readable.',
  },
  {
    name: 'Refund wanted',
    remark: 'The customer wants a refund.',
    flags: ['statusRefund'],
    move: 'Refunds',
  },
];

const shippedBrands = [
  ['main', 'Malaysia Digital Arrival Card', 'support@malaysia-arrival-card.example'],
  ['alt', 'Malaysia Arrival Help', 'help@arrival-help.example'],
] as const;

function textsOf(name: string, email: string): Text[] {
  return [
    { kind: 'terms', version: '2025-01', validFrom: '2025-01-01', text: terms(name, email, []) },
    {
      kind: 'terms',
      version: '2026-01',
      validFrom: '2026-01-01',
      text: terms(name, email, [
        'The name on the card statement is shown at the checkout and in the receipt.',
        `A customer who does not recognise a charge writes to ${email} and gets an answer within two working days.`,
      ]),
    },
    { kind: 'refund', version: '2025-01', validFrom: '2025-01-01', text: refund(email, 'seven') },
    { kind: 'refund', version: '2026-01', validFrom: '2026-01-01', text: refund(email, 'five') },
    { kind: 'disclosure', version: '2025-01', validFrom: '2025-01-01', text: disclosure(name) },
  ];
}

function terms(name: string, email: string, more: string[]): string {
  return numbered('Terms of sale', [
    `${name} prepares, checks and submits the Malaysia Digital Arrival Card for the traveller named in the order.`,
    'The price is for this service. It is shown before the payment, and it is charged once.',
    'The customer gives correct data and a working email address. The finished card is sent to that address.',
    'The order is submitted when the authority’s window before the arrival opens.',
    'The service is delivered when the finished card was sent to the email address of the order.',
    ...more,
    `Questions are answered at ${email}.`,
  ]);
}

function refund(email: string, days: string): string {
  return numbered('Refund policy', [
    'An order can be cancelled for a full refund until it was submitted to the authority.',
    'An order that was submitted can’t be cancelled, because the service was given.',
    'When the card can’t be delivered through our fault, the whole price is given back.',
    `A refund is asked for at ${email} with the order number. It is paid to the same card within ${days} working days.`,
  ]);
}

function disclosure(name: string): string {
  return [
    `${name} is a private company that helps travellers as a third party. It is not part of any government.`,
    'The arrival card can also be filled in on the website of the authority, without our service and without its price.',
  ].join('\n\n');
}

function numbered(title: string, sentences: string[]): string {
  return [title, ...sentences.map((sentence, index) => `${index + 1}. ${sentence}`)].join('\n\n');
}
