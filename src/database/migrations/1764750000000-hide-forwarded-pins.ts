import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A PIN of the authority, behind its word, as `src/inbound/authority-mail.ts` finds it. */
const pin =
  '(\\mPIN\\M(?:[^[:alnum:]]{1,40}(?:MDAC|CODE|KOD|NUMBER|NOMBOR|NUM|NO|IS|ANDA|IALAH|ADALAH|FOR|PIN)\\M){0,5}[^[:alnum:]]{1,40})(?=[a-z]{0,11}[0-9])[a-z0-9]{4,12}(?![a-z0-9])';

/** Takes the PIN out of mails that customers forwarded before they were read for it. The raw mails keep it. */
export class HideForwardedPins1764750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE inbound_mails SET subject = regexp_replace(subject, $1, '\\1••••', 'gi'),
         text = regexp_replace(text, $1, '\\1••••', 'gi'), has_html = false
       WHERE kind IN ('customer', 'automatic') AND (subject ~* $1 OR text ~* $1)`,
      [pin],
    );
  }

  /** What was hidden is in the raw mails. */
  async down(): Promise<void> {}
}
