import type { MigrationInterface, QueryRunner } from 'typeorm';

type Text = { kind: 'terms' | 'refund' | 'disclosure'; version: string; validFrom: string; text: string };

/** Texts that customers buy under, by brand, kept for good, with those of the shipped brands (src/policies). */
export class AddPolicies1764540100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE policies (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        brand text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('terms', 'refund', 'disclosure')),
        version text NOT NULL,
        text text NOT NULL,
        valid_from date NOT NULL,
        sha256 text NOT NULL,
        added_by text,
        create_ts timestamptz NOT NULL DEFAULT now(),
        UNIQUE (brand, kind, version),
        UNIQUE (brand, kind, valid_from)
      );
      CREATE TRIGGER policies_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON policies
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
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

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE policies');
  }
}

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
