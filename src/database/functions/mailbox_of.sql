-- One spelling for all spellings of a mailbox, as `mailboxOf` in src/shared/mailbox.ts;
-- test/visitor/lost-numbers.test.ts compares the two. Called by src/database/of-mailbox.ts, src/database/siblings.ts,
-- src/disputes/proofs.queries.ts, src/disputes/report.queries.ts, and the indexes orders_mailbox and
-- orders_other_mailbox. An order whose address is spelled as here is found by the address, so these indexes have the
-- few others. A body by RETURN is bound to its functions when it is made: an index is built without a search path.
CREATE OR REPLACE FUNCTION mailbox_of(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(nullif(CASE provider
    WHEN 'gmail.com' THEN replace(local, '.', '')
    WHEN 'yandex.ru' THEN replace(local, '.', '-')
    WHEN 'proton.me' THEN translate(local, '._-', '')
    ELSE local END, '') || '@' || provider, whole)
  FROM (
    SELECT whole, split_part(regexp_replace(whole, '@[^@]*$', ''), '+', 1) AS local, CASE
      WHEN domain ~ '^(gmail|googlemail)\.com$' THEN 'gmail.com'
      WHEN domain ~ '^(outlook|hotmail|live|msn)\.[a-z.]{2,6}$' OR domain ~ '^fastmail\.(com|fm)$' THEN domain
      WHEN domain ~ '^(icloud|me|mac)\.com$' THEN 'icloud.com'
      WHEN domain ~ '^(ya\.ru|yandex\.(ru|com|by|kz|ua|uz|com\.tr|az|com\.am|com\.ge|ee|lt|lv|md|tj|tm|fr|co\.il))$'
        THEN 'yandex.ru'
      WHEN domain ~ '^(proton\.me|protonmail\.com|pm\.me)$' THEN 'proton.me' END AS provider
    FROM (SELECT lower(btrim(address)) AS whole, substring(lower(btrim(address)) FROM '@([^@]*)$') AS domain) parts
  ) parts
);
