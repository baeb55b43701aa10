import { Looks } from '@/components/looks';
import { Copyable } from '@/components/copyable';
import { Deadline } from '@/components/deadline';
import { Journey } from '@/pages/desk/order/journey';
import { WayBack } from '@/pages/desk/order/way-back';
import { CardOutcome } from '@/components/card-outcome';
import { StandingChip } from '@/components/standing-chip';
import { StatusBadge } from '@/components/status-badge';
import type { OrderWithHistories } from '@shared/answers/desk';
import { formatShortDay } from '@shared/dates';
import { money } from '@shared/money';
import { type QueueName, queueRows } from '@shared/order-queues';
import { partOf } from '@shared/refunds';
import { alarmingStandings, outcomeLabels } from '@shared/standing';
import { statusRows } from '@shared/order-statuses';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { ExternalLink } from 'lucide-react';

/** Who travels, the order's id, status and deadline, and how far it is. */
export function OrderHeader({
  order,
  open,
  outcome,
  visitorPath,
  list,
}: Pick<Pages['desk/order'], 'order' | 'open' | 'outcome' | 'visitorPath' | 'list'>) {
  const { delivered } = statusRows[order.process_status];
  const cardless = !order.uploadDoc[0] || order.uploadDoc[0].outdated;
  return (
    <header className="px-6 pt-5 pb-5 max-md:px-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-ink-faint" data-print="never">
        <WayBack list={list ?? queueOf(order)} />
        <a
          href={visitorPath}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
        >
          The customer’s page
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      </div>
      <h1 className="mt-2 text-2xl font-semibold tracking-tight">
        {order.full_name ? <Copyable text={order.full_name} className="wraps" /> : 'No name on record'}
      </h1>
      <p className="mt-0.5 text-ink-soft tabular-nums">
        Order <Copyable text={String(order.order_id)} className="font-medium text-ink" />
        {[order.processing_mode, money(order.amount, order.currency)].filter(Boolean).map((fact) => ` · ${fact}`)}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Looks orderId={order.order_id} />
        <StatusBadge status={order.process_status} />
        {order.card_due && <StandingChip order={order} always />}
        {outcome && <Tag tone="tone-neutral">Card: {outcomeLabels[outcome.outcome]}</Tag>}
        {order.disputed_at && <Tag tone="tone-rose">Chargeback</Tag>}
        {order.refund_date && <Tag tone="tone-rose">Refunded {formatShortDay(order.refund_date)}</Tag>}
        {!order.refund_date && Number(order.refund_amount) > 0 && (
          <Tag tone="tone-amber">Given back: {partOf(order.refund_amount, order.amount, order.currency)}</Tag>
        )}
        {delivered && cardless && <Tag tone="tone-amber">No card uploaded</Tag>}
        <Deadline order={order} cardless={cardless} />
        {open && (outcome || alarmingStandings.includes(order.standing)) && (
          <CardOutcome order={order} said={outcome} className="row-action" />
        )}
      </div>
      <Journey order={order} />
    </header>
  );
}

function Tag({ tone, children }: { tone: string; children: React.ReactNode }) {
  return <span className={`tag ${tone}`}>{children}</span>;
}

/** The queue of the order's status, for an order that was opened from no list. */
function queueOf({ process_status, encoded_id }: OrderWithHistories): Pages['desk/order']['list'] {
  const isIt = ({ filter }: (typeof queueRows)[QueueName]) => 'status' in filter && filter.status === process_status;
  const queue = Object.values(queueRows).find(isIt);
  if (!queue) return null;
  return { title: queue.menu, path: `${routes.queue(queue.path)}#row-${encoded_id}`, previous: null, next: null };
}
