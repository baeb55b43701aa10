import { DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { PageTitle } from '@/components/page-title';
import { Pagination } from '@/components/pagination';
import { RefreshButton } from '@/components/refresh-button';
import { useStaff } from '@/hooks/use-can';
import { useLive } from '@/hooks/use-live';
import { useThrottled } from '@/hooks/use-throttled';
import { listedColumns } from '@/pages/standing/parts/listed-columns';
import { router } from '@inertiajs/react';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { useMemo } from 'react';

/** Customers whose card mail did not bring the card, nearest arrival first (docs/product.md#customers-without-their-card). */
export default function WithoutCard({ rows, total, page, limit }: Pages['standing/without-card']) {
  const staff = useStaff();
  const reload = useThrottled(() => router.reload({ only: ['rows', 'total', 'undelivered'] }), 1_000);
  useLive({ onCards: reload, onMissed: () => ['rows', 'total', 'undelivered'] });
  const columns = useMemo(() => listedColumns(staff), [staff]);
  return (
    <>
      <PageTitle
        title="Without Card"
        count={total}
        hint="The last mail with the card failed, bounced, was complained about, or has waited for ten minutes."
      >
        <RefreshButton />
      </PageTitle>
      <DataTable
        caption="Customers without their card"
        columns={columns}
        rows={rows}
        rowKey={({ encoded_id }) => encoded_id}
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
