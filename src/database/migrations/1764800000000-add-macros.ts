import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What members do again and again, under a name (docs/orders.md#macros), with those that every installation has. */
export class AddMacros1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE macros (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        -- null: everybody's
        member_id integer REFERENCES members,
        name text NOT NULL,
        remark text NOT NULL,
        flags text[] NOT NULL,
        move text,
        question text,
        create_ts timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX macros_of_member ON macros (member_id, lower(name));
      CREATE UNIQUE INDEX macros_of_everybody ON macros (lower(name)) WHERE member_id IS NULL`);
    await runner.query(
      `INSERT INTO macros (name, remark, flags, move, question)
       SELECT name, remark, flags, move, question
       FROM json_to_recordset($1) AS m (name text, remark text, flags text[], move text, question text)`,
      [JSON.stringify(shipped)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE macros');
  }
}

const shipped = [
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
