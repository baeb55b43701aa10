-- Every function, trigger, view, index, constraint and column that the database has, with the MD5 of its definition.
-- src/database/apply-functions.ts keeps what it had after the last `npm run db:migrate` in `known_definitions`; the check
-- of the data compares the two (docs/operations.md#the-integrity-check).
CREATE OR REPLACE VIEW living_definitions AS
WITH of_extensions AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
  tables AS (
    SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')
      AND oid NOT IN (SELECT objid FROM of_extensions WHERE classid = 'pg_class'::regclass)
  )
SELECT 'function' AS kind, p.oid::regprocedure::text AS name, md5(pg_get_functiondef(p.oid)) AS md5
FROM pg_proc p
WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
  AND p.oid NOT IN (SELECT objid FROM of_extensions WHERE classid = 'pg_proc'::regclass)
UNION ALL
SELECT 'trigger', t.tgname || ' on ' || t.tgrelid::regclass, md5(concat(pg_get_triggerdef(t.oid), t.tgenabled))
FROM pg_trigger t JOIN tables ON tables.oid = t.tgrelid WHERE NOT t.tgisinternal
UNION ALL
SELECT 'view', c.oid::regclass::text, md5(pg_get_viewdef(c.oid))
FROM pg_class c JOIN tables USING (oid) WHERE c.relkind = 'v'
UNION ALL
SELECT 'index', i.indexrelid::regclass::text, md5(concat(pg_get_indexdef(i.indexrelid), i.indisvalid))
FROM pg_index i JOIN tables ON tables.oid = i.indrelid
UNION ALL
SELECT 'constraint', k.conname || ' on ' || k.conrelid::regclass, md5(pg_get_constraintdef(k.oid))
FROM pg_constraint k JOIN tables ON tables.oid = k.conrelid
UNION ALL
SELECT 'column', a.attrelid::regclass || '.' || a.attname,
  md5(concat(format_type(a.atttypid, a.atttypmod), a.attidentity, pg_get_expr(d.adbin, d.adrelid)))
FROM pg_attribute a JOIN tables ON tables.oid = a.attrelid
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attnum > 0 AND NOT a.attisdropped;
