import { Button } from '@/components/button';
import { Field } from '@/components/field';
import { Link } from '@/components/link';
import { ReplyBy } from '@/components/reply-by';
import { Scrolling } from '@/components/scrolling';
import { StatusBadge } from '@/components/status-badge';
import { Time } from '@/components/time';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { useWrite } from '@/hooks/use-write';
import { formatShortDay, formatUtc } from '@shared/dates';
import { disputeStates } from '@shared/dispute-states';
import { inboundKinds } from '@shared/inbound-kinds';
import { money } from '@shared/money';
import { routes } from '@shared/routes';
import type { UnmatchedEntry } from '@shared/unmatched';
import { unmatchedKinds } from '@shared/unmatched-kinds';
import type { FormEvent } from 'react';

type Shown = { entry: UnmatchedEntry };

/** One of them: what came, why it fits no order, and the orders that may be meant. */
export function Entry({ entry }: Shown) {
  const { id, kind, create_ts, why, aside } = entry;
  const { label, tone } = unmatchedKinds[kind];
  return (
    <article aria-labelledby={`entry-${id}`} className="rounded-md border border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={`tag tone-${tone}`}>{label}</span>
        <h2 id={`entry-${id}`} className="min-w-0 font-semibold wrap-anywhere">
          <bdi>{titleOf(entry)}</bdi>
        </h2>
        <span className="text-sm text-ink-faint">
          came <Time at={create_ts} format={formatUtc} />
        </span>
      </div>
      {entry.case && <Case told={entry.case} />}
      {entry.mail && <Mail mail={entry.mail} />}
      <p className="mt-2 text-ink-soft">{why}</p>
      {aside ? (
        <Aside id={id} aside={aside} />
      ) : (
        <>
          <Candidates entry={entry} />
          <div className="mt-3 flex flex-wrap items-start gap-x-6 gap-y-3 border-t border-line pt-3">
            <OtherOrder id={id} />
            <NoOrder id={id} />
          </div>
        </>
      )}
    </article>
  );
}

/** The customer's subject, or the bank's case. */
function titleOf({ case: told, mail }: UnmatchedEntry): string {
  return told ? told.id : mail?.subject || 'No subject';
}

function Case({
  told: { state, reason, amount, currency, reply_by, charges },
}: {
  told: NonNullable<UnmatchedEntry['case']>;
}) {
  return (
    <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
      {state && <span>{disputeStates[state].label}</span>}
      {state && (
        <span>
          Reply by <ReplyBy at={reply_by} state={state} />
        </span>
      )}
      {amount && <span className="tabular-nums">{money(amount, currency)}</span>}
      {reason && <span className="wrap-anywhere">{reason}</span>}
      {charges.length > 0 && <span className="text-ink-soft wrap-anywhere">{charges.join(', ')}</span>}
    </div>
  );
}

function Mail({ mail: { mailbox, sender, text, kind } }: { mail: NonNullable<UnmatchedEntry['mail']> }) {
  return (
    <>
      <p className="mt-1 text-sm text-ink-soft wrap-anywhere">
        <bdi>{sender || 'No sender'}</bdi> to <bdi>{mailbox}</bdi>
        {kind !== 'customer' && ` · ${inboundKinds[kind].label}`}
      </p>
      {text && (
        <Scrolling
          label="Text of the mail"
          dir="auto"
          className="mt-1.5 max-h-40 max-w-prose whitespace-pre-line wrap-anywhere"
        >
          {text}
        </Scrolling>
      )}
    </>
  );
}

/** The orders that may be meant, each with what speaks for it. */
function Candidates({ entry: { id, candidates } }: Shown) {
  const { running, run } = useWrite();
  if (candidates.length === 0) return null;
  const choose = (orderId: number) =>
    void run(String(orderId), { method: 'post', path: routes.api.placeUnmatched(id), body: { orderId } });
  return (
    <ul aria-label="Orders that may be meant" className="mt-2 grid gap-2">
      {candidates.map(({ order_id, encoded_id, full_name, doa, process_status, why }) => (
        <li key={order_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-sunken px-3 py-2">
          <Link href={routes.order(encoded_id)} className="font-medium text-accent hover:underline">
            {order_id}
          </Link>
          <bdi className="min-w-0 wrap-anywhere">{full_name}</bdi>
          <StatusBadge status={process_status} />
          <span className="text-sm text-ink-soft">arrives {formatShortDay(doa)}</span>
          <span className="min-w-0 flex-1 basis-48 text-sm text-ink-soft wrap-anywhere">{why}</span>
          <Button busy={running === String(order_id)} onClick={() => choose(order_id)}>
            Choose<span className="sr-only"> order {order_id}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Another order, by its number. */
function OtherOrder({ id }: { id: number }) {
  const form = useCheckedForm(async () => (await import('@shared/unmatched')).placeUnmatched, { orderId: '' });
  function onPlace(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.placeUnmatched(id));
  }
  return (
    <form id={form.id} noValidate onSubmit={onPlace} className="flex flex-wrap items-end gap-2">
      <Field
        id={`order-of-${id}`}
        label="Number of another order"
        inputMode="numeric"
        {...form.field('orderId')}
        className="w-48"
      />
      <Button type="submit" busy={form.busy}>
        Choose it
      </Button>
    </form>
  );
}

/** Sets it aside, such as spam. */
function NoOrder({ id }: { id: number }) {
  const form = useCheckedForm(async () => (await import('@shared/unmatched')).setAsideUnmatched, { reason: '' });
  function onAside(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.setAsideUnmatched(id));
  }
  return (
    <form id={form.id} noValidate onSubmit={onAside} className="flex flex-wrap items-end gap-2">
      <Field
        id={`reason-of-${id}`}
        label="Why it belongs to no order"
        maxLength={200}
        {...form.field('reason')}
        className="w-56"
      />
      <Button type="submit" busy={form.busy}>
        Set aside
      </Button>
    </form>
  );
}

function Aside({ id, aside: { at, by, reason } }: { id: number; aside: NonNullable<UnmatchedEntry['aside']> }) {
  const { running, run } = useWrite();
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3 border-t border-line pt-3">
      <p className="min-w-0 wrap-anywhere">
        Set aside by {by}, <Time at={at} format={formatUtc} />: <bdi>{reason}</bdi>
      </p>
      <Button
        busy={running === 'back'}
        onClick={() => void run('back', { method: 'post', path: routes.api.takeBackUnmatched(id), body: {} })}
      >
        Take back
      </Button>
    </div>
  );
}
