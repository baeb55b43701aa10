-- What happened on each day and month in Kuala Lumpur, counted once (docs/orders.md#statistics). Triggers mark the days
-- whose counts change, and a job counts those again from the rows: so nothing is added up twice.

-- The counts of a day: of all orders, and of those with each value of a dimension. recount_statistics writes it, each
-- dimension's rows next to each other, so that a period by country reads the pages of countries alone.
CREATE TABLE daily_statistics (
  dimension text NOT NULL, -- all, member, country, brand, gateway or mode
  day date NOT NULL,
  value text NOT NULL, -- empty for all
  received integer NOT NULL,
  taken integer NOT NULL,
  submitted integer NOT NULL,
  cards integer NOT NULL,
  completed integer NOT NULL,
  -- of the arrivals of the day: whether the first card was sent before the arrival, unknown without a mail on record
  in_time integer NOT NULL,
  late integer NOT NULL,
  unknown integer NOT NULL,
  refunds integer NOT NULL,
  bounces integer NOT NULL,
  -- minutes from when it could be submitted, of each order that was submitted or got its card on the day. The shortest
  -- first, so that a median is found without sorting
  submit_minutes integer[] NOT NULL,
  card_minutes integer[] NOT NULL,
  PRIMARY KEY (dimension, day, value)
);

-- The sums of a month's days, so that a long period reads few rows. sum_statistic_months adds a month when all its days
-- are counted, and a day that is counted again takes its month away.
CREATE TABLE monthly_statistics (
  dimension text NOT NULL, -- as in daily_statistics
  month date NOT NULL, -- its first day
  value text NOT NULL,
  received integer NOT NULL,
  taken integer NOT NULL,
  submitted integer NOT NULL,
  cards integer NOT NULL,
  completed integer NOT NULL,
  in_time integer NOT NULL,
  late integer NOT NULL,
  unknown integer NOT NULL,
  refunds integer NOT NULL,
  bounces integer NOT NULL,
  submit_minutes integer[] NOT NULL, -- the shortest first
  card_minutes integer[] NOT NULL,
  PRIMARY KEY (dimension, month, value)
);

-- A day that was counted.
CREATE TABLE statistic_days (
  day date PRIMARY KEY
);

-- A day whose counts have changed since. mark_days adds it, once for each change, and recount_statistics removes the
-- marks before it reads: what is committed later leaves a new one.
CREATE TABLE statistic_marks (
  day date NOT NULL
);
CREATE INDEX statistic_marks_day ON statistic_marks (day);

-- A month that was summed.
CREATE TABLE statistic_months (
  month date PRIMARY KEY -- its first day
);
