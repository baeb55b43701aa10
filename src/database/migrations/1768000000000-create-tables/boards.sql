-- Counts for the menu, the lists and the reports. Triggers write deltas in the transaction of a change, so the sums
-- are exact at every moment, and no two changes wait for one counter's row. A job folds the deltas: folded says that a
-- row is a sum already, so that the fold writes only the keys that have deltas.

-- Orders by queue. tally_new_orders writes it, and the fold, which also takes in queue_moves. It has no index: the fold keeps it small, it is read whole, and a move writes no index of it.
CREATE TABLE queue_tally (
  process_status text NOT NULL,
  process_month text, -- YYYY-MM, null for every status but Future
  n integer NOT NULL,
  folded boolean NOT NULL DEFAULT false
);

-- A move between two queues until the fold: one row, where queue_tally would get two. tally_changed_order writes it.
-- The view queue_counts sums both tables.
CREATE TABLE queue_moves (
  from_status text NOT NULL,
  from_month text, -- as in queue_tally
  to_status text NOT NULL,
  to_month text
);

-- Orders that came in on a day, for the reports. Deleted orders do not count. tally_new_orders and tally_changed_order
-- write it.
CREATE TABLE country_tally (
  day date NOT NULL, -- UTC
  nationality text NOT NULL,
  processing_mode text NOT NULL,
  n integer NOT NULL,
  folded boolean NOT NULL DEFAULT false
);
-- the deltas to fold
CREATE INDEX country_tally_deltas ON country_tally (day) WHERE NOT folded;
-- the reports, read from the index alone
CREATE INDEX country_tally_sum ON country_tally (day, nationality, processing_mode) INCLUDE (n);

-- Orders that a member completed on a day, for the reports. The same functions write it.
CREATE TABLE processed_tally (
  day date NOT NULL, -- UTC
  processed_by text NOT NULL, -- the member's name
  n integer NOT NULL,
  folded boolean NOT NULL DEFAULT false
);
-- the deltas to fold
CREATE INDEX processed_tally_deltas ON processed_tally (day) WHERE NOT folded;
-- the reports, read from the index alone
CREATE INDEX processed_tally_sum ON processed_tally (day, processed_by) INCLUDE (n);

-- Orders of the board by the day on which they come on it, so that the menu need not count cards_due for each page.
-- tally_new_cards and tally_card write it. A row a day fits into a few pages, which are read whole, without an index.
CREATE TABLE board_tally (
  listed_from date NOT NULL, -- as in cards_due
  n integer NOT NULL,
  folded boolean NOT NULL DEFAULT false
);
-- the deltas to fold
CREATE INDEX board_tally_deltas ON board_tally (listed_from) WHERE NOT folded;
