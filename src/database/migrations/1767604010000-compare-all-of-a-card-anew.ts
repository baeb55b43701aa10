import type { MigrationInterface, QueryRunner } from 'typeorm';

const trigger = (columns: string[]) => {
  const row = (side: string) => columns.map((column) => `${side}.${column}`).join(', ');
  return `
    DROP TRIGGER orders_card_verdicts ON orders;
    CREATE TRIGGER orders_card_verdicts AFTER UPDATE ON orders FOR EACH ROW
      WHEN ((${row('OLD')}) IS DISTINCT FROM (${row('NEW')})) EXECUTE FUNCTION forget_card_verdicts()`;
};

/** A card that came by mail is compared anew when anything that it is compared with was amended (card-match.ts). */
export class CompareAllOfACardAnew1767604010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      trigger(['passport_no', 'full_name', 'doa', 'dod', 'dob', 'passport_expiry', 'nationality', 'sex']),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(trigger(['passport_no', 'full_name', 'doa']));
  }
}
