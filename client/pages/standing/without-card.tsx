import { EmptyState } from '@/components/empty-state';
import { readAll } from '@/components/order-list/read-all';
import { TickedTable } from '@/components/order-list/ticked-table';
import { PageTitle } from '@/components/page-title';
import { Pagination } from '@/components/pagination';
import { RefreshButton } from '@/components/refresh-button';
import { useStaff } from '@/hooks/use-can';
import { useLive } from '@/hooks/use-live';
import { useThrottled } from '@/hooks/use-throttled';
import { hrefFrom, isDelivered, keyOf } from '@/pages/standing/parts/board-rows';
import { listedColumns } from '@/pages/standing/parts/listed-columns';
import { readQuietly } from '@/writes/read-again';
import { otherLists } from '@shared/order-queues';
import type { LiveChange } from '@shared/live';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { useMemo } from 'react';

/** Customers whose card mail did not bring the card, nearest arrival first (docs/mail.md#customers-without-their-card). */
export default function WithoutCard({ rows, total, page, limit }: Pages['standing/without-card']) {
  const staff = useStaff();
  const reload = useThrottled(() => readQuietly(['rows', 'total', 'undelivered']), 1_000);
  const onChanges = (changes: LiveChange[]) => {
    if (changes.some(({ id }) => rows.some(({ order_id }) => order_id === id))) reload();
  };
  useLive({ onCards: reload, onMarks: reload, onChanges, onMissed: () => ['rows', 'total', 'undelivered'] });
  const here = page > 1 ? `${routes.withoutCard}?page=${page}` : routes.withoutCard;
  const columns = useMemo(() => listedColumns(staff, here), [staff, here]);
  return (
    <>
      <PageTitle
        title="Without Card"
        count={total}
        hint="The last mail with the card failed, bounced, was complained about, or has waited for ten minutes."
      >
        <RefreshButton />
      </PageTitle>
      <TickedTable
        name={`${staff.id} ${routes.withoutCard}`}
        page={page}
        caption="Customers without their card"
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        bulk={otherLists.withoutCard}
        hrefOf={hrefFrom(here)}
        total={total}
        readAll={() => readAll(routes.api.ordersWithoutCard)}
        leaves={isDelivered}
        empty={<EmptyState text="No data available in table">Every card that was mailed has left.</EmptyState>}
      />
      {total > limit && (
        <div className="flex justify-end px-6 pt-3 max-md:px-4">
          <Pagination
            page={page}
            pages={Math.ceil(total / limit)}
            href={(number) => `${routes.withoutCard}?page=${number}`}
          />
        </div>
      )}
    </>
  );
}
