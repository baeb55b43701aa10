import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds the orders of a mailbox by any spelling of its address. An order whose address is spelled as `mailbox_of` spells it is
 * found by the address, so these indexes have the few others.
 */
export class FindOrdersByMailbox1767608000000 implements MigrationInterface {
  readonly transaction = false;

  /** An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(mailboxOf);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_mailbox');
    await runner.query(
      `CREATE INDEX CONCURRENTLY orders_mailbox ON orders (mailbox_of(contact_email_address))
       WHERE mailbox_of(contact_email_address) <> lower(contact_email_address)`,
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_other_mailbox');
    await runner.query(
      `CREATE INDEX CONCURRENTLY orders_other_mailbox ON orders (mailbox_of(email))
       WHERE mailbox_of(email) <> lower(email) AND lower(email) <> lower(contact_email_address)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_mailbox, orders_other_mailbox');
    await runner.query('DROP FUNCTION mailbox_of');
  }
}

/** As `mailboxOf` in src/shared/mailbox.ts; test/visitor/lost-numbers.test.ts compares the two. */
const mailboxOf = `
  CREATE OR REPLACE FUNCTION mailbox_of(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT coalesce(nullif(CASE provider WHEN 'gmail.com' THEN replace(local, '.', '') WHEN 'yandex.ru' THEN replace(local, '.', '-')
      WHEN 'proton.me' THEN translate(local, '._-', '') ELSE local END, '') || '@' || provider, whole)
    FROM (
      SELECT whole, split_part(regexp_replace(whole, '@[^@]*$', ''), '+', 1) AS local, CASE
        WHEN domain ~ '^(gmail|googlemail)\\.com$' THEN 'gmail.com'
        WHEN domain ~ '^(outlook|hotmail|live|msn)\\.[a-z.]{2,6}$' OR domain ~ '^fastmail\\.(com|fm)$' THEN domain
        WHEN domain ~ '^(icloud|me|mac)\\.com$' THEN 'icloud.com'
        WHEN domain ~ '^(ya\\.ru|yandex\\.(ru|com|by|kz|ua|uz|com\\.tr|az|com\\.am|com\\.ge|ee|lt|lv|md|tj|tm|fr|co\\.il))$' THEN 'yandex.ru'
        WHEN domain ~ '^(proton\\.me|protonmail\\.com|pm\\.me)$' THEN 'proton.me' END AS provider
      FROM (SELECT lower(btrim(address)) AS whole, substring(lower(btrim(address)) FROM '@([^@]*)$') AS domain) parts) parts)`;
