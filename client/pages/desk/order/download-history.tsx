import { Button } from '@/components/button';
import type { Column } from '@/components/data-table';
import { EmptyHistory } from '@/components/empty-state';
import { Field, inlineField } from '@/components/field';
import { Section } from '@/components/section';
import { Time } from '@/components/time';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { HistoryTable } from '@/pages/desk/order/history-table';
import { OtherAddress } from '@/pages/desk/order/other-address';
import { formatEstDownload } from '@shared/dates';
import { whyNoCard } from '@/pages/desk/order/why-no-mail';
import { useCardMailing } from '@/pages/desk/order/use-card-sending';
import type { OrderWithHistories } from '@shared/answers/desk';
import type { DownloadEntry } from '@shared/answers/documents';
import { routes } from '@shared/routes';
import type { FormEvent } from 'react';

const actors: Record<DownloadEntry['actor'], string> = { customer: '', staff: 'by staff', machine: 'by a machine' };

const columns: Column<DownloadEntry>[] = [
  { key: '#', title: '#', width: 'w-10', drop: 640, cell: (_download, index) => index + 1 },
  { key: 'order_id', title: 'Order ID', width: 'w-20', drop: 640, cell: ({ order_id }) => order_id },
  {
    key: 'create_ts',
    title: 'Date & Time',
    note: 'EST',
    width: 'w-54',
    cell: ({ create_ts }) => <Time at={create_ts} format={formatEstDownload} />,
  },
  {
    key: 'file',
    title: 'Downloaded File',
    width: 'w-36',
    cell: ({ order_id, file1, actor, complete }) => (
      <span className="block py-1.5">
        <a
          href={routes.document(order_id, file1)}
          target="_blank"
          rel="noreferrer"
          className="block truncate text-accent hover:underline"
        >
          {file1}
        </a>
        <span className="block text-sm text-ink-faint empty:hidden">
          {[actors[actor], complete ? '' : 'not complete'].filter(Boolean).join(', ')}
        </span>
      </span>
    ),
  },
  {
    key: 'ip',
    title: 'IP Address & Location',
    width: 'w-38',
    cell: ({ ip, timezone }) => (
      <span className="block py-1.5">
        <span className="block truncate" title={ip}>
          {ip}
        </span>
        <span className="block truncate text-sm text-ink-faint empty:hidden">{timezone}</span>
      </span>
    ),
  },
];

/** Who downloaded the card and from where, and the button that mails the link to it. */
export function DownloadHistory({ order, open }: { order: OrderWithHistories; open: boolean }) {
  return (
    <Section
      title="Download History"
      count={order.downloadHistory.length}
      none={
        order.downloadHistory.length === 0 && (
          <EmptyHistory>Downloads of the card by the customer appear here.</EmptyHistory>
        )
      }
    >
      {order.downloadHistory.length > 0 && (
        <HistoryTable
          caption="Download History"
          columns={columns}
          rows={order.downloadHistory}
          rowKey={({ create_ts, ip, file1 }) => `${create_ts} ${ip} ${file1}`}
        />
      )}
      {open && !whyNoCard(order, order.uploadDoc[0]) && <SendLink order={order} />}
    </Section>
  );
}

/** Mails the link to the visitor's page to an address (docs/screens.md#screens). */
function SendLink({ order }: { order: OrderWithHistories }) {
  const mailCard = useCardMailing(order, routes.api.sendDownloadLink);
  const form = useCheckedForm(async () => (await import('@shared/mail')).sendDownloadLink, {
    email: order.contact_email_address,
  });

  function onSend(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.sendDownloadLink, {
      also: { orderId: order.encoded_id },
      by: mailCard,
    });
  }

  return (
    <form id={form.id} noValidate onSubmit={onSend} data-print="never" className="mt-2 grid max-w-xl gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <Field
          id="link-email"
          type="email"
          label="Mail the download link to"
          className={inlineField}
          {...form.field('email')}
        />
        <Button type="submit" busy={form.busy}>
          Sent Mail
        </Button>
      </div>
      <OtherAddress typed={form.data.email} own={order.contact_email_address} />
    </form>
  );
}
