import type { ClientBase } from 'pg';
import { disputeCategory, type DisputeNetwork, disputeReasons, networkOfBrand } from '../shared/dispute-reasons.js';
import type { DisputeState } from '../shared/dispute-states.js';
import type { Worker } from './life.js';
import { Random } from './random.js';
import { addReports, stripeReason, stripeStories } from './stripe-reports.js';

type Charged = {
  id: number;
  cardBrand: string | null;
  transactionId: string | null;
  amount: string | null;
  currency: string | null;
  disputedAt: Date | null;
  since: Date;
};

const day = 86_400_000;
/** Who changes disputes that Stripe reports. */
const stripeName = 'Stripe';
/** From this number of orders on, the demonstration has a dispute in every state and due date. */
const enoughOrders = 200;
/** Days until the reply of the disputes that are added for demonstration, from late to far off. */
const dueIn = [-6, -2.5, -0.4, 0.3, 0.8, 1.5, 2.2, 2.9, 4, 5, 6.5, 8, 9, 11, 13, 15, 18, 21, 24, 27];

/**
 * Adds the disputes of new orders: of each that a bank has disputed, and some more that are in every state and due at
 * every distance. The same orders and `now` give the same disputes.
 */
export async function addDisputes(
  session: ClientBase,
  { firstId, orders, now, members }: { firstId: number; orders: number; now: number; members: Worker[] },
): Promise<void> {
  const disputed = await charged(session, 'disputed_at IS NOT NULL', [firstId], 1_000_000);
  const fresh =
    orders < enoughOrders
      ? []
      : await charged(
          session,
          `disputed_at IS NULL AND refund_date IS NULL AND process_status = 'Completed'
             AND processed_at BETWEEN to_timestamp($2::float8 / 1000) - interval '90 days'
             AND to_timestamp($2::float8 / 1000) - interval '12 days'`,
          [firstId, now],
          dueIn.length + stripeStories.length,
        );
  const rows = [
    ...disputed.map((order) => historicalDispute(order, now, members)),
    ...fresh.map((order, index) => demoDispute(order, index, now, members)),
  ];
  for (let at = 0; at < rows.length; at += 2_000) await insert(session, rows.slice(at, at + 2_000));
  for (const [index, story] of stripeStories.entries()) {
    const order = fresh[dueIn.length + index];
    if (!order) continue;
    await session.query(
      "UPDATE orders SET gateway_id = (SELECT id FROM gateways WHERE gateway_name = 'Stripe' LIMIT 1) WHERE id = $1",
      [order.id],
    );
    await addReports(session, rows[disputed.length + dueIn.length + index]!, order, story);
  }
  await session.query(
    `UPDATE orders o SET disputed_at = d.opened_at FROM disputes d
     WHERE d.order_id = o.id AND o.id >= $1 AND o.disputed_at IS NULL`,
    [firstId],
  );
}

/** The newest charged orders that meet a condition. `$1` is the least id; further values follow it. */
async function charged(
  session: ClientBase,
  condition: string,
  values: [firstId: number, ...further: number[]],
  most: number,
): Promise<Charged[]> {
  const { rows } = await session.query<Charged>(
    `SELECT id, card_brand AS "cardBrand", transaction_id AS "transactionId", amount, currency, disputed_at AS "disputedAt",
       coalesce(processed_at, create_ts) AS since
     FROM orders WHERE id >= $1 AND paid_at IS NOT NULL AND ${condition} ORDER BY id DESC LIMIT ${most}`,
    values,
  );
  return rows;
}

/** The dispute of an order whose chargeback a member has noted; an old one is decided. */
function historicalDispute(order: Charged, now: number, members: Worker[]) {
  const random = new Random(order.id, 11);
  const openedAt = order.disputedAt!.getTime();
  const replyBy = openedAt + random.between(14, 24) * day;
  const isOld = replyBy < now;
  const state: DisputeState = isOld ? decided(random) : random.chance(0.4) ? 'submitted' : 'open';
  const isBare = state === 'open' && random.chance(0.3);
  return row(order, random, { state, openedAt, replyBy, source: 'remark', isBare, now, members });
}

/** A dispute for demonstration: one that the shop told of, due at some distance; the last ones are Stripe's. */
function demoDispute(order: Charged, index: number, now: number, members: Worker[]) {
  const random = new Random(order.id, 12);
  const due = dueIn[index];
  const story = stripeStories[index - dueIn.length];
  const state: DisputeState = story?.state ?? (index % 7 === 6 ? 'inquiry' : 'open');
  const replyBy = now + (due ?? random.between(3, 15)) * day;
  const openedAt = Math.max(order.since.getTime() + day, Math.min(replyBy - 20 * day, now - day / 2));
  if (!story) return row(order, random, { state, openedAt, replyBy, source: 'shop', isBare: false, now, members });

  // Stripe tells whole seconds
  const [opened, due_by] = [openedAt, replyBy].map((time) => Math.floor(time / 1000) * 1000) as [number, number];
  const told = { state, openedAt: opened, replyBy: due_by, source: 'stripe', isBare: false, now, members } as const;
  const dispute = row(order, random, told);
  const isAnswered = story.statuses.includes('under_review');
  return {
    ...dispute,
    submitted_at: isAnswered ? dispute.submitted_at : null,
    submitted_by: isAnswered ? stripeName : null,
    changed_by: stripeName,
    note: `Stripe names the reason ${stripeReason(dispute.category)}.`,
  };
}

function decided(random: Random): DisputeState {
  const drawn = random.next();
  return drawn < 0.55 ? 'won' : drawn < 0.86 ? 'lost' : 'accepted';
}

type Told = {
  state: DisputeState;
  openedAt: number;
  replyBy: number;
  source: 'remark' | 'shop' | 'stripe';
  isBare: boolean;
  now: number;
  members: Worker[];
};

function row(order: Charged, random: Random, { state, openedAt, replyBy, source, isBare, now, members }: Told) {
  const network = networkOfBrand(order.cardBrand);
  const reasonCode = isBare ? null : codeOf(network, random);
  const by = random.pick(members).name;
  const submittedAt = Math.min(openedAt + random.within(1, 9) * day, now);
  const isSubmitted = state === 'submitted' || state === 'won' || state === 'lost';
  const isOver = state === 'won' || state === 'lost' || state === 'accepted';
  const outcomeAt = Math.min(submittedAt + random.within(20, 45) * day, now);
  return {
    order_id: order.id,
    network,
    reason_code: reasonCode,
    category: disputeCategory(network, reasonCode),
    case_id: isBare ? null : `dp_${random.hex(14)}`,
    arn: isBare ? null : random.digits('2469216518200############').slice(0, 23),
    amount: isBare ? null : order.amount,
    currency: isBare ? null : order.currency,
    opened_at: iso(openedAt),
    reply_by: isBare ? null : iso(replyBy),
    state,
    source,
    submitted_at: isSubmitted ? iso(submittedAt) : null,
    submitted_by: isSubmitted ? by : null,
    outcome_at: isOver ? iso(outcomeAt) : null,
    note: null as string | null,
    changed_by: by,
    changed_at: iso(isOver ? outcomeAt : isSubmitted ? submittedAt : openedAt),
    create_ts: iso(openedAt),
  };
}

function codeOf(network: DisputeNetwork | null, random: Random): string {
  const codes = disputeReasons.filter((reason) => reason.network === network);
  // Most disputes of this trade say fraud, not received or not as described.
  const usual = codes.filter(({ category }) => ['fraud', 'not received', 'not as described'].includes(category));
  if (codes.length === 0) return random.digits('4##');
  return random.pick(random.chance(0.75) ? usual : codes).code;
}

async function insert(session: ClientBase, rows: ReturnType<typeof row>[]): Promise<void> {
  const names = Object.keys(rows[0]!).join(', ');
  await session.query(
    `INSERT INTO disputes (${names}) SELECT ${names} FROM json_populate_recordset(NULL::disputes, $1)`,
    [JSON.stringify(rows)],
  );
  await session.query(
    `INSERT INTO activity (order_id, actor, action, "to", note, create_ts)
     SELECT order_id, changed_by, 'dispute.opened', 'open', coalesce(case_id, 'without details'), opened_at::timestamptz
     FROM json_to_recordset($1) AS given (order_id integer, changed_by text, case_id text, opened_at text)`,
    [JSON.stringify(rows)],
  );
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
