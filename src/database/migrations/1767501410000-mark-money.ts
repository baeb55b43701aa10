import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIn } from '../replace-in-function.js';

/**
 * Marks of an order whose money is to be looked at (src/shared/inbox-marks.ts): a refund that the bank returned and nobody gave
 * again, and a payment that came after the order was cancelled (docs/disputes.md#refunds). Triggers end them.
 */
export class MarkMoney1767501410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET LOCAL lock_timeout = '300ms'`);
    await changeMarks(runner, 'ARRAY[', `ARRAY['returned'::text, 'late'::text, `);
    await replaceIn(runner, 'frozen_because', wanted, wanted + orReturned);
    await runner.query(`
      CREATE FUNCTION mark_returned_refund() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM refunds f WHERE f.order_id = NEW.order_id AND f.state = 'failed' AND NOT EXISTS (
          SELECT FROM refunds d WHERE d.order_id = f.order_id AND d.state = 'done' AND d.create_ts > f.state_ts)) THEN
          INSERT INTO inbox_marks (order_id, mark) VALUES (NEW.order_id, 'returned') ON CONFLICT DO NOTHING;
        ELSE
          DELETE FROM inbox_marks WHERE order_id = NEW.order_id AND mark = 'returned';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER refunds_returned AFTER INSERT OR UPDATE OF state ON refunds
        FOR EACH ROW EXECUTE FUNCTION mark_returned_refund();

      CREATE FUNCTION end_late_mark() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM inbox_marks WHERE order_id = NEW.id AND mark = 'late';
        RETURN NULL;
      END $$;
      CREATE TRIGGER orders_late_mark AFTER UPDATE ON orders FOR EACH ROW
        WHEN (OLD.process_status = 'Refunds' AND NEW.process_status <> 'Refunds'
          OR OLD.refund_date IS NULL AND NEW.refund_date IS NOT NULL) EXECUTE FUNCTION end_late_mark()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIn(runner, 'frozen_because', orReturned, '');
    await runner.query(`
      DROP TRIGGER orders_late_mark ON orders;
      DROP TRIGGER refunds_returned ON refunds;
      DROP FUNCTION end_late_mark, mark_returned_refund;
      DELETE FROM inbox_marks WHERE mark IN ('returned', 'late')`);
    await changeMarks(runner, `'returned'::text, 'late'::text, `, '');
  }
}

/** When an order waits for a refund, in the function that says what may not be erased now. */
const wanted = `EXISTS (SELECT FROM orders WHERE id = of_order AND process_status = 'Refunds' AND refund_date IS NULL)`;

const orReturned = `
        OR EXISTS (SELECT FROM inbox_marks WHERE order_id = of_order AND mark = 'returned')`;

/** Changes the list of marks that an order can have. */
async function changeMarks(runner: QueryRunner, before: string, after: string): Promise<void> {
  const rows: { rule: string }[] = await runner.query(
    `SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = 'inbox_marks_mark_check'`,
  );
  const rule = rows[0]!.rule.replace(' NOT VALID', '').replace(before, () => after);
  await runner.query(`ALTER TABLE inbox_marks DROP CONSTRAINT inbox_marks_mark_check,
    ADD CONSTRAINT inbox_marks_mark_check ${rule} NOT VALID`);
}
