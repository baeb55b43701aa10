-- Refuses every change of tables that only grow: no role, the owner included, changes or removes a row of them. Runs
-- before an update, delete or truncate of the hashes of the audit's chain (docs/people.md#audit), of alarms and of
-- policies, and before a truncate of the activity, of the looks at the charge and of the corrections. Of these an erasure
-- may take words out: their rows are guarded by refuse_change_but_erasing and refuse_origin_but_erasing.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END;
$$;

CREATE OR REPLACE TRIGGER activity_not_emptied BEFORE TRUNCATE ON activity FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER activity_hashes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON activity_hashes
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER alarms_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON alarms FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER charge_views_not_emptied BEFORE TRUNCATE ON charge_views FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER corrections_not_emptied BEFORE TRUNCATE ON corrections FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER policies_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON policies FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();
