import { Button } from '@/components/button';
import { DialogLater } from '@/components/dialog-later';
import { DisputeBadge } from '@/components/dispute-badge';
import { Facts } from '@/components/facts';
import { isPressing, ReplyBy } from '@/components/reply-by';
import { Section } from '@/components/section';
import { Compelling } from '@/pages/desk/order/disputes/compelling';
import { Claims } from '@/pages/desk/order/disputes/claims';
import { DisputeForm } from '@/pages/desk/order/disputes/dispute-form';
import { Fold } from '@/components/fold';
import { DisputeSteps } from '@/pages/desk/order/disputes/dispute-steps';
import { useMainStep } from '@/pages/desk/order/main-step';
import { Proofs } from '@/pages/desk/order/disputes/proofs';
import { Versions } from '@/pages/desk/order/disputes/versions';
import { useCan } from '@/hooks/use-can';
import type { DisputeCase } from '@shared/answers/disputes';
import type { OrderWithHistories } from '@shared/answers/desk';
import { formatShortDay, formatUtcMinute } from '@shared/dates';
import { categoryRows, disputeNetworks } from '@shared/dispute-reasons';
import { disputeStates } from '@shared/dispute-states';
import { isPartRefund, money } from '@shared/money';
import { partOf } from '@shared/refunds';
import type { Pages } from '@shared/pages';
import { Reply, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

type DisputesProps = { order: OrderWithHistories; cases: NonNullable<Pages['desk/order']['cases']> };

/** The banks' cases about this order, what their answers can show, and every pack that was made (docs/disputes.md#disputes). */
export function Disputes({ order, cases: { disputes, versions, stripe } }: DisputesProps) {
  const [editing, setEditing] = useState<{ dispute: DisputeCase | null; open: boolean }>();
  const mayWork = useCan()('disputes.work');
  const { main } = useMainStep(order);
  if (disputes.length === 0 && versions.length === 0 && !mayWork) return null;

  // one button of the page is filled: the order's own next step, else that of the first dispute that waits
  const first = main === undefined ? disputes.find(({ state }) => disputeStates[state].waits) : undefined;
  const edit = (dispute: DisputeCase | null) => setEditing({ dispute, open: true });
  const close = () => setEditing((last) => last && { ...last, open: false });
  return (
    <>
      <Section
        title="Disputes"
        count={disputes.length}
        action={mayWork && <Button onClick={() => edit(null)}>Add Dispute</Button>}
      >
        {disputes.map((dispute) => (
          <Case
            key={dispute.id}
            {...{ dispute, order, versions, stripe }}
            isMain={dispute === first}
            onEdit={() => edit(dispute)}
          />
        ))}
        {versions.length > 0 && (
          <div className="border-b border-line">
            <Fold title="Versions of the packs" says={versions.length}>
              <Versions versions={versions} disputes={disputes} />
            </Fold>
          </div>
        )}
      </Section>
      {editing && (
        <DialogLater
          open={editing.open}
          onClose={close}
          title={editing.dispute ? 'Details of the Dispute' : 'Add Dispute'}
        >
          <DisputeForm
            key={`${editing.dispute?.id} ${editing.dispute?.version}`}
            order={order}
            dispute={editing.dispute}
            onDone={close}
          />
        </DialogLater>
      )}
    </>
  );
}

type CaseProps = {
  dispute: DisputeCase;
  order: OrderWithHistories;
  /** Whether its likely step is what comes next on the page. */
  isMain: boolean;
  onEdit: () => void;
} & Pick<DisputesProps['cases'], 'versions' | 'stripe'>;

/** One case: what is needed now, and folded what is known of it. */
function Case({ dispute, order, versions, stripe, isMain, onEdit }: CaseProps) {
  const { state, details_missing } = dispute;
  const { waits, over } = disputeStates[state];
  const mayWork = useCan()('disputes.work');
  return (
    <article
      aria-label={`Dispute ${dispute.case_id ?? dispute.id}`}
      className="mb-3 overflow-hidden rounded-md border border-line"
    >
      <Title dispute={dispute} />
      <div className="grid gap-3 px-4 py-3 empty:hidden max-md:px-3">
        {waits && <MoneyGivenBack order={order} />}
        {details_missing.length > 0 && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-caution-soft px-3 py-2 text-caution">
            <span>Details missing: {details_missing.join(', ')}</span>
            {mayWork && (
              <button type="button" onClick={onEdit} className="font-medium underline underline-offset-2">
                Add the details
              </button>
            )}
          </p>
        )}
        {waits && <Verdict {...dispute.advice} />}
        {mayWork && <DisputeSteps {...{ dispute, order, versions, stripe, isMain, onEdit }} />}
      </div>
      <div className="px-4 max-md:px-3">
        {!over && <Question dispute={dispute} />}
        <Claims of={stripe.claims.filter(({ dispute_id }) => dispute_id === dispute.id)} />
        <Fold title={`Case ${dispute.case_id ?? ''}`.trim()} says={opened(dispute)}>
          <Details dispute={dispute} />
        </Fold>
      </div>
    </article>
  );
}

/** Warns that the money, or a part of it, may leave twice. */
function MoneyGivenBack({ order }: Pick<Pages['desk/order'], 'order'>) {
  const { refund_date: closed, refund_amount: given, amount, currency } = order;
  const isPart = isPartRefund(given, amount) || closed === null;
  if (closed === null && given === null) return null;
  return (
    <p className="rounded-md bg-danger-soft px-3 py-2 text-danger">
      {isPart
        ? `${partOf(given, amount, currency)} was given back: that part may leave twice. Answer for the rest.`
        : `The order was refunded on ${formatUtcMinute(closed)}: the money may leave twice. Answer with “credit already issued”.`}
    </p>
  );
}

type Of = { dispute: DisputeCase };

/** Which case it is, how much is at stake, and until when the bank waits; soft red when that is nearly over. */
function Title({ dispute }: Of) {
  const { network, reason_code, reason_title, category, state, amount, currency, reply_by } = dispute;
  const { waits } = disputeStates[state];
  const reason = [network && disputeNetworks[network].label, reason_code].filter(Boolean).join(' ');
  return (
    <header
      suppressHydrationWarning
      className={`border-b border-line px-4 py-2 max-md:px-3 ${isPressing(reply_by, state) ? 'bg-danger-soft' : 'bg-sunken'}`}
    >
      <div className="flex items-baseline gap-x-3">
        <div className="min-w-0 flex-1">
          <h3 className="inline font-semibold">
            {[reason || 'Reason not known', money(amount, currency)].filter(Boolean).join(' · ')}
          </h3>
          {reply_by ? '\u00a0· reply by ' : waits && '\u00a0· '}
          <ReplyBy at={reply_by} state={state} />
        </div>
        <DisputeBadge state={state} />
      </div>
      <p className="text-sm text-ink-soft">{reason_title ?? categoryRows[category].label}</p>
    </header>
  );
}

/** What the bank's letter gives, and what became of the dispute. */
function Details({ dispute }: Of) {
  return (
    <Facts
      of={{
        'Case id': dispute.case_id,
        ARN: dispute.arn,
        Opened: formatShortDay(dispute.opened_at),
        ...(dispute.submitted_at && {
          Submitted: [
            `${formatShortDay(dispute.submitted_at)} by ${dispute.submitted_by}`,
            dispute.submitted_pack_id && `version ${dispute.submitted_pack_id}`,
          ]
            .filter(Boolean)
            .join(', '),
        }),
        ...(dispute.outcome_at && { Decided: formatShortDay(dispute.outcome_at) }),
        ...(dispute.note && { Note: <bdi className="whitespace-pre-line">{dispute.note}</bdi> }),
      }}
    />
  );
}

function opened({ opened_at: at }: DisputeCase): string | undefined {
  return at ? `opened ${formatShortDay(at)}` : undefined;
}

/** What the bank asks, and what the answer can show; folded, with how much of it is on record. */
function Question({ dispute: { asks, proofs, compelling, record } }: Of) {
  return (
    <Fold title={`The bank asks: ${asks}`} says={onRecord(proofs)}>
      <Proofs proofs={proofs} />
      {compelling && <Compelling of={compelling} />}
      {record && (
        <p className="mt-2 text-ink-soft">
          Decided disputes of this kind: {record.won} won, {record.lost} lost.
        </p>
      )}
    </Fold>
  );
}

/** `1 of 2 on record, 3 of 4 that also help`. */
function onRecord(proofs: DisputeCase['proofs']): string {
  const count = (isNeeded: boolean, words: string) => {
    const group = proofs.filter(({ needed }) => needed === isNeeded);
    return group.length > 0 && `${group.filter(({ found }) => found).length} of ${group.length} ${words}`;
  };
  return [count(true, 'on record'), count(false, 'that also help')].filter(Boolean).join(', ');
}

/** What the answer is worth, with its reasons behind *Why*. */
function Verdict({ fight, sentence, reasons }: DisputeCase['advice']) {
  const Icon = fight ? Reply : TriangleAlert;
  const says = (
    <>
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${fight ? 'text-ink-soft' : 'text-caution'}`} />
      <span className="min-w-0 font-medium">{sentence}</span>
    </>
  );
  if (reasons.length === 0) return <p className="flex gap-2">{says}</p>;
  return (
    <details>
      <summary className="flex w-fit gap-2 rounded-xs">
        {says}
        <span className="text-ink-soft underline underline-offset-2">Why</span>
      </summary>
      <ul className="mt-1 list-disc pl-11 text-ink-soft">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}
