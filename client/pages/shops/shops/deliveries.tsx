import { buttonClass } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { EmptyState, emptyText } from '@/components/empty-state';
import { Link } from '@/components/link';
import { Time } from '@/components/time';
import { SendAgain } from '@/pages/shops/shops/send-again';
import type { DeliveryEntry } from '@shared/answers/shops';
import { formatListTime } from '@shared/dates';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import type { ShopsQuery } from '@shared/shops';
import { type DeliveryState, deliveryStates, webhookEvents } from '@shared/webhooks';

const labels: Record<DeliveryState, string> = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' };
const tones: Record<DeliveryState, string> = { waiting: 'tone-amber', delivered: 'tone-green', failed: 'tone-rose' };

type DeliveriesProps = Pick<Pages['shops/shops'], 'deliveries' | 'nextDelivery' | 'query'>;

/** The address of the screen as it is asked for. */
export function shopsPath(asked: ShopsQuery): string {
  const parts = Object.entries(asked).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return parts.length > 0 ? `${routes.shops}?${new URLSearchParams(parts)}` : routes.shops;
}

/** The newest deliveries to all endpoints, by state. */
export function Deliveries({ deliveries, nextDelivery, query }: DeliveriesProps) {
  const { state, after } = query;
  return (
    <>
      <nav aria-label="States" className="flex flex-wrap gap-1 pb-3">
        {[undefined, ...deliveryStates].map((one) => (
          <Link
            key={one ?? 'all'}
            href={shopsPath({ state: one, after })}
            preserveScroll
            aria-current={one === state ? 'page' : undefined}
            className="inline-flex min-h-control items-center rounded-md px-2.5 text-ink-soft hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
          >
            {one ? labels[one] : 'All'}
          </Link>
        ))}
      </nav>
      <DataTable
        caption="Last deliveries"
        columns={columnsFor(query)}
        rows={deliveries}
        rowKey={({ id }) => id}
        empty={
          <EmptyState text={emptyText(state !== undefined)}>
            What happens to the orders of a shop with an endpoint is listed here.
          </EmptyState>
        }
      />
      {(query.before || nextDelivery) && (
        <nav aria-label="Pages of deliveries" className="flex flex-wrap gap-3 pt-3">
          {query.before && (
            <Link href={shopsPath({ state, after })} preserveScroll className={buttonClass()}>
              Newest
            </Link>
          )}
          {nextDelivery && (
            <Link href={shopsPath({ state, after, before: nextDelivery })} preserveScroll className={buttonClass()}>
              Older
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

function columnsFor(query: ShopsQuery): Column<DeliveryEntry>[] {
  return [
    {
      key: 'time',
      title: 'Happened',
      note: 'UTC',
      width: 'w-46 max-[1420px]:w-42',
      cell: ({ occurred_at: at }) => <Time at={at} format={formatListTime} />,
    },
    { key: 'event', title: 'Event', width: 'w-28 max-[1420px]:w-24', cell: ({ event }) => webhookEvents[event] },
    {
      key: 'order',
      title: 'Order Id',
      width: 'w-24 max-[1420px]:w-22',
      cell: ({ order_id: id, encoded_id: encoded }) => (
        <Link href={routes.order(encoded)} className="font-medium text-accent hover:underline">
          {id}
        </Link>
      ),
    },
    {
      key: 'shop',
      title: 'Shop',
      width: 'w-40 max-[1420px]:w-22',
      drop: 800,
      cell: ({ shop }) => <bdi title={shop}>{shop}</bdi>,
    },
    {
      key: 'state',
      title: 'State',
      width: 'w-28 max-[1420px]:w-26',
      cell: (delivery) => <State state={delivery.state} />,
    },
    {
      key: 'answer',
      title: 'Last answer',
      width: 'w-36 max-[1420px]:w-28',
      drop: 880,
      cell: (delivery) => <LastAnswer {...delivery} />,
    },
    { key: 'tries', title: 'Tries', width: 'w-14', kind: 'number', drop: 880, cell: ({ tries }) => tries },
    {
      key: 'action',
      title: 'Action',
      width: 'w-44 max-[1420px]:w-40',
      kind: 'actions',
      cell: (delivery) => (
        <span className="row-actions">
          <Link href={shopsPath({ ...query, delivery: delivery.id })} className="row-action">
            View
            <span className="sr-only"> delivery {delivery.id}</span>
          </Link>
          <SendAgain delivery={delivery} />
        </span>
      ),
    },
  ];
}

/** What a delivery came to. */
export function State({ state }: { state: DeliveryState }) {
  return <span className={`tag ${tones[state]}`}>{labels[state]}</span>;
}

function LastAnswer({ tries, code }: DeliveryEntry) {
  if (code !== null) return `HTTP ${code}`;
  return <span className="text-ink-faint">{tries === 0 ? 'Not sent yet' : 'No answer'}</span>;
}
