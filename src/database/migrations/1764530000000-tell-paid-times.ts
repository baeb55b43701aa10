import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether the time of a payment was told, or is only that of our own intake; and the networks that members signed in
 * from, which outlive their sessions (docs/evidence.md#what-a-pack-may-say).
 */
export class TellPaidTimes1764530000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN paid_time_told boolean');
    await runner.query(`
      CREATE FUNCTION network_of(ip text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
      BEGIN
        RETURN CASE WHEN family(ip::inet) = 6 THEN host(network(set_masklen(ip::inet, 64))) ELSE host(ip::inet) END;
      EXCEPTION WHEN OTHERS THEN
        RETURN ip;
      END $$;
      CREATE TABLE member_networks (network text PRIMARY KEY, create_ts timestamptz NOT NULL DEFAULT now());
      CREATE FUNCTION note_member_network() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.ip <> '' THEN
          INSERT INTO member_networks (network) VALUES (network_of(NEW.ip)) ON CONFLICT DO NOTHING;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER sessions_note_network AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION note_member_network();
      INSERT INTO member_networks (network) SELECT DISTINCT network_of(ip) FROM sessions WHERE ip <> ''
        ON CONFLICT DO NOTHING`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER sessions_note_network ON sessions;
      DROP FUNCTION note_member_network;
      DROP TABLE member_networks;
      DROP FUNCTION network_of`);
    await runner.query('ALTER TABLE orders DROP COLUMN paid_time_told');
  }
}
