import { buttonClass } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { Facts } from '@/components/facts';
import { Link } from '@/components/link';
import { Section } from '@/components/section';
import { Minute, Time } from '@/components/time';
import { shopsPath, State } from '@/pages/shops/shops/deliveries';
import type { DeliveryDetail } from '@shared/answers/shops';
import { formatListTime } from '@shared/dates';
import type { Pages } from '@shared/pages';

type Answer = DeliveryDetail['answers'][number];

const columns: Column<Answer>[] = [
  { key: 'number', title: 'Try', width: 'w-12', cell: ({ number }) => number },
  {
    key: 'at',
    title: 'Sent',
    note: 'UTC',
    width: 'w-46',
    cell: ({ at }) => <Time at={at} format={formatListTime} />,
  },
  {
    key: 'code',
    title: 'Answer',
    width: 'w-28',
    cell: ({ code, ms }) => (code !== null ? `HTTP ${code}` : ms === null ? 'Not known' : 'None'),
  },
  {
    key: 'ms',
    title: 'Took',
    width: 'w-20',
    kind: 'number',
    cell: ({ ms }) => ms !== null && `${ms.toLocaleString('en')} ms`,
  },
  {
    key: 'text',
    title: 'What it said',
    width: 'w-96 max-[1420px]:w-48',
    kind: 'detail',
    cell: ({ answer }) => (
      <span title={answer ?? undefined} dir="auto" translate="no">
        {answer}
      </span>
    ),
  },
];

type DeliveryProps = { delivery: DeliveryDetail; query: Pages['shops/shops']['query'] };

/** One delivery: the request as it is sent each time, and what came of each try. */
export function Delivery({ delivery, query }: DeliveryProps) {
  const { id, shop, url, webhook_id: webhookId, body, occurred_at: at, due_at: due, answers } = delivery;
  return (
    <Section title={`Delivery ${id}`}>
      <div className="grid gap-4">
        <Facts
          of={{
            Shop: <bdi>{shop}</bdi>,
            State: <State state={delivery.state} />,
            Address: url,
            'webhook-id': webhookId,
            Happened: <Minute at={at} />,
            ...(delivery.state === 'waiting' && { 'Next try': <Minute at={due} /> }),
          }}
        />
        <figure>
          <figcaption className="mb-1 text-ink-faint">Body</figcaption>
          <pre translate="no" className="rounded-md bg-sunken p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
            {JSON.stringify(JSON.parse(body), null, 2)}
          </pre>
        </figure>
        {answers.length > 0 ? (
          <DataTable
            caption={`Tries of delivery ${id}`}
            columns={columns}
            rows={answers}
            rowKey={({ number }) => number}
            empty={null}
          />
        ) : (
          <p className="text-ink-soft">It was not sent yet.</p>
        )}
        <Link
          href={shopsPath({ ...query, delivery: undefined })}
          className={buttonClass('secondary', 'justify-self-start')}
        >
          Close
        </Link>
      </div>
    </Section>
  );
}
