import type { ClientBase } from 'pg';
import { sha256Of } from '../platform/sha256.js';
import type { Storage } from '../platform/storage.js';
import type { StripeEvidence } from '../shared/answers/evidence.js';
import { type Brand, brandOf } from '../shared/brands.js';
import { nationalityName } from '../shared/countries.js';
import type { PackFacts } from '../shared/pack-facts.js';
import { lastFour } from '../shared/separate.js';
import type { StripeAnswerState } from '../shared/stripe-cases.js';
import type { Worker } from './life.js';
import { samplePack } from './sample-cards.js';

/** How far the answer to a dispute is at Stripe, by the state of the dispute, and what Stripe said last. */
const answers: Record<string, { state: StripeAnswerState; failure?: string }> = {
  inquiry: { state: 'failed', failure: 'Stripe: The file can’t be read. Please upload it again.' },
  open: { state: 'staged' },
  submitted: { state: 'submitted' },
  won: { state: 'submitted' },
  lost: { state: 'submitted' },
};

/** A dispute of Stripe's, and of its order what a pack tells of every order. Times in `case` are PostgreSQL's. */
type Disputed = {
  id: number;
  state: string;
  orderId: number;
  stagedAt: Date;
  submittedAt: Date | null;
  passport: string;
  orderedAt: Date;
  case: NonNullable<PackFacts['case']>;
} & Pick<PackFacts['order'], 'full_name' | 'contact_email_address' | 'landing_domain'> &
  Pick<PackFacts['payment'], 'transaction_id' | 'amount' | 'currency' | 'card_brand' | 'card_last4' | 'gateway_name'> &
  Pick<PackFacts['application'], 'nationality' | 'doa' | 'dod'>;

/**
 * Adds what Stripe has of the disputes that it reports, of new orders: for each a version of a pack, marked as a sample,
 * and the answer that it was staged or submitted with.
 */
export async function addStripeAnswers(
  session: ClientBase,
  { firstId, members, brands, storage }: { firstId: number; members: Worker[]; brands: Brand[]; storage: Storage },
): Promise<void> {
  const by = members[0]!.name;
  for (const dispute of await reported(session, firstId)) {
    const facts = factsOf(dispute, brandOf(brands, dispute.landing_domain));
    const pack = await addPack(session, dispute, { facts, by, storage });
    await addAnswer(session, dispute, { facts, by, pack });
    await noteSteps(session, dispute, { by, pack });
  }
}

async function reported(session: ClientBase, firstId: number): Promise<Disputed[]> {
  const { rows } = await session.query<Disputed>(
    `SELECT d.id, d.state, o.id AS "orderId", d.submitted_at AS "submittedAt", o.passport_no AS passport,
       coalesce(d.submitted_at - interval '9 minutes', d.opened_at + interval '6 hours') AS "stagedAt",
       o.create_ts AS "orderedAt", o.full_name, o.contact_email_address, o.landing_domain, o.transaction_id, o.amount,
       o.currency, g.gateway_name, o.card_brand, o.card_last4, o.nationality, o.doa::text, o.dod::text,
       json_build_object('case_id', d.case_id, 'arn', d.arn, 'network', d.network, 'reason_code', d.reason_code,
         'reason_title', NULL, 'category', d.category, 'amount', d.amount::text, 'currency', d.currency,
         'opened_at', d.opened_at, 'recorded_at', d.create_ts, 'reply_by', d.reply_by) AS case
     FROM disputes d JOIN orders o ON o.id = d.order_id LEFT JOIN gateways g ON g.id = o.gateway_id
     WHERE d.source = 'stripe' AND o.id >= $1 AND (d.submitted_at IS NOT NULL OR d.state IN ('inquiry', 'open'))
     ORDER BY d.id`,
    [firstId],
  );
  return rows;
}

function iso(time: string): string {
  return new Date(time).toISOString();
}

/** The facts of a pack that tells of the order and its payment alone. */
function factsOf(dispute: Disputed, { seller, name, contact, footer }: Brand): PackFacts {
  const { full_name, contact_email_address, landing_domain, nationality, doa, dod } = dispute;
  const { transaction_id, amount, currency, card_brand, card_last4, gateway_name } = dispute;
  const create_ts = dispute.orderedAt.toISOString();
  return {
    pack_type: 1,
    case: {
      ...dispute.case,
      opened_at: dispute.case.opened_at && iso(dispute.case.opened_at),
      recorded_at: iso(dispute.case.recorded_at),
      reply_by: dispute.case.reply_by && iso(dispute.case.reply_by),
    },
    seller: { ...seller, brand: name, contact: contact.email },
    order: {
      ...nulls('processed_at', 'disputed_at'),
      order_id: dispute.orderId,
      create_ts,
      full_name,
      contact_email_address,
      landing_domain,
      earlier_addresses: [],
      service: 'Standard',
      card_outdated: false,
    },
    payment: {
      ...nulls('merchant_name', 'statement_descriptor', 'paid_at'),
      transaction_id,
      amount,
      currency,
      card_brand,
      card_last4,
      paid: true,
      gateway_name,
      checks: [],
    },
    sale: {
      ...nulls('refund_policy', 'terms_version', 'terms_accepted_at', 'purchase_ip', 'purchase_device'),
      ...nulls('device_fingerprint', 'browser_tz', 'signature_name'),
      disclosure: footer.lines[0] ?? null,
    },
    application: {
      full_name,
      passport_last4: lastFour(dispute.passport),
      nationality: nationalityName(nationality),
      doa,
      dod,
    },
    ...nulls('mail_as_sent', 'compelling', 'document'),
    ...empty('policies', 'mails', 'downloads', 'other_downloads', 'separate', 'communication', 'letters'),
    downloaded: { total: 0, current: 0, from_purchase_ip: 0, confirmed: 0, first: null, more: false },
    comparison: {
      at: { ...nulls('tracking', 'download'), purchase: create_ts },
      download: null,
      current: false,
      matches: false,
      rows: [],
    },
    earlier: { anchor: { date: create_ts.slice(0, 10), event: 'order' }, orders: [], groups: [] },
    refund: nulls('refund_date', 'amount', 'reference', 'asked_at', 'noted_at'),
    omitted: {},
  };
}

function nulls<Name extends string>(...names: Name[]): Record<Name, null> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
}

function empty<Name extends string>(...names: Name[]): Record<Name, []> {
  return Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, []>;
}

type Made = { facts: PackFacts; by: string };
/** A stored pack: the hashes of its bytes and of its facts. */
type StoredPack = { id: number; sha256: string; inputs: string };

async function addPack(
  session: ClientBase,
  { id, orderId, stagedAt, case: { case_id, arn } }: Disputed,
  { facts, by, storage }: Made & { storage: Storage },
): Promise<StoredPack> {
  const bytes = await samplePack(id, [
    ['Response to dispute', case_id ?? ''],
    ['ARN', arn ?? ''],
    ['Order', String(orderId)],
    ['Transaction', facts.payment.transaction_id ?? ''],
  ]);
  const sha256 = sha256Of(bytes);
  const inputs = sha256Of(JSON.stringify(facts));
  const storageKey = `packs/sample-${sha256}.pdf`;
  await storage.put(storageKey, bytes, 'application/pdf');
  const { rows } = await session.query<{ id: number }>(
    `INSERT INTO packs (order_id, type, input_sha256, facts, dispute_id, state, storage_key, sha256, size, pages, made_by,
       create_ts, ready_at)
     VALUES ($1, 1, $2, $3, $4, 'ready', $5, $6, $7, 1, $8, $9, $9) RETURNING id`,
    [orderId, inputs, facts, id, storageKey, sha256, bytes.length, by, minutesBefore(stagedAt, 6)],
  );
  return { id: rows[0]!.id, sha256, inputs };
}

async function addAnswer(
  session: ClientBase,
  { id, state: disputeState, stagedAt, submittedAt }: Disputed,
  { facts, by, pack }: Made & { pack: StoredPack },
): Promise<void> {
  const { state, failure } = answers[disputeState]!;
  const evidence: StripeEvidence = {
    customer_name: facts.order.full_name,
    customer_email_address: facts.order.contact_email_address,
    product_description: [facts.order.landing_domain, facts.sale.disclosure].filter(Boolean).join(': '),
  };
  const sha256 = sha256Of(`${JSON.stringify(evidence)} ${pack.sha256}`);
  const files = state === 'failed' ? {} : { uncategorized_file: `file_${sha256.slice(0, 24)}` };
  await session.query(
    `INSERT INTO stripe_answers (dispute_id, pack_id, evidence, files, sha256, state, failure, staged_by, staged_at,
       submitted_by, submitted_at, asked_at, create_ts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $6 <> 'failed' THEN $9::timestamptz END,
       CASE WHEN $10::timestamptz IS NOT NULL THEN $8 END, $10, coalesce($10, $9), $9)`,
    [id, pack.id, evidence, files, sha256, state, failure, by, stagedAt, submittedAt],
  );
}

async function noteSteps(
  session: ClientBase,
  { id, orderId, stagedAt, submittedAt, case: { case_id } }: Disputed,
  { by, pack: { id: packId, inputs } }: { by: string; pack: StoredPack },
): Promise<void> {
  const note = `Dispute ${case_id}: version ${packId}`;
  const steps: [action: string, from: string | null, to: string, at: Date | null, note?: string][] = [
    ['pack.made', null, `the response to dispute ${case_id}`, minutesBefore(stagedAt, 6), inputs],
    ['dispute.staged', null, 'Stripe', stagedAt],
    ['dispute.submitting', null, 'Stripe', submittedAt && minutesBefore(submittedAt, 1)],
    ['dispute.moved', 'open', 'submitted', submittedAt],
  ];
  for (const [action, from, to, at, other] of steps.filter(([, , , when]) => when !== null)) {
    await session.query(
      `INSERT INTO activity (order_id, actor, action, "from", "to", note, create_ts) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [orderId, by, action, from, to, other ?? note, at],
    );
  }
  await session.query(
    'UPDATE disputes SET submitted_pack_id = $2, submitted_by = $3 WHERE id = $1 AND submitted_at IS NOT NULL',
    [id, packId, by],
  );
}

function minutesBefore(time: Date, minutes: number): Date {
  return new Date(time.getTime() - minutes * 60_000);
}
