-- How many orders each queue has: the sums of `n`. A move between two queues is one row of `queue_moves`, and not two
-- of `queue_tally`, until src/orders/tallies.queries.ts folds it. Read by src/orders/lists.queries.ts and
-- src/system/data-checks.queries.ts.
CREATE OR REPLACE VIEW queue_counts AS
SELECT process_status, process_month, n FROM queue_tally
UNION ALL SELECT to_status, to_month, 1 FROM queue_moves
UNION ALL SELECT from_status, from_month, -1 FROM queue_moves;
