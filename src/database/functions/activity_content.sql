-- Every column of a row of the activity as one text. The chain of hashes covers it
-- (docs/people.md#the-chain-of-the-audit): called by src/audit/chain.queries.ts, and by refuse_change_but_erasing for
-- what an erasure leaves of a row.
CREATE OR REPLACE FUNCTION activity_content(a activity) RETURNS text LANGUAGE sql STABLE
RETURN jsonb_build_array(a.id, a.order_id, a.member_id, a.actor, a.action, a."from", a."to", a.note,
  (extract(epoch FROM a.create_ts) * 1000000)::bigint, a.changes)::text;
