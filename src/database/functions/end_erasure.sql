-- Ends an erasure: a row of the activity says what was done, with the hash over all rows of the activity that lost
-- words (docs/people.md#the-chain-of-the-audit). From then on nothing more may be changed in the name of this erasure.
-- Called by erase_by_age, erase_person and end_person_request.
CREATE OR REPLACE FUNCTION end_erasure(erasure integer, action text, by text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  told bigint;
BEGIN
  INSERT INTO activity (order_id, actor, action, note)
  SELECT e.order_id, by, end_erasure.action, (
    SELECT count(*) || ' rows of the activity lost words, SHA-256 ' || encode(sha256(convert_to(
      string_agg(a.activity_id || ' ' || a.sha256, E'\n' ORDER BY a.activity_id), 'UTF8')), 'hex')
    FROM erased_activity a WHERE a.erasure_id = e.id HAVING count(*) > 0)
  FROM erasures e WHERE e.id = erasure RETURNING id INTO told;
  UPDATE erasures SET activity_id = told WHERE id = erasure;
  PERFORM set_config('retention.erasure', '', true);
END;
$$;
