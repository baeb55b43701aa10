import { DialogLater } from '@/components/dialog-later';
import { EmptyState } from '@/components/empty-state';
import { MacroQuestion } from '@/components/macro-question';
import { PageTitle } from '@/components/page-title';
import { PageFooter } from '@/components/pagination';
import { RefreshButton } from '@/components/refresh-button';
import { useLive } from '@/hooks/use-live';
import { useThrottled } from '@/hooks/use-throttled';
import { Call } from '@/pages/call-sheet/list/call';
import { type Calls, type ShownCall, useCalls } from '@/pages/call-sheet/list/use-calls';
import { readQuietly } from '@/writes/read-again';
import { kualaLumpurToday } from '@shared/dates';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { useEffect, useState } from 'react';

const news = ['rows', 'total'];

/** The customers to call, nearest arrival first and passed ones last; one of them is open (docs/orders.md#the-call-sheet). */
export default function List(props: Pages['call-sheet/list']) {
  const { page, limit, total } = props;
  const reload = useThrottled(() => readQuietly(news), 1_000);
  const isShown = ({ id }: { id: number }) => props.rows.some(({ order_id }) => order_id === id);
  useLive({
    onChanges: reload,
    onCards: reload,
    // how a call ended may be a remark alone
    onHappenings: (happenings) => happenings.some(isShown) && reload(),
    onMissed: () => news,
  });
  const calls = useCalls(props);
  const { asking, send, leave } = calls;
  const now = useClock();
  const today = kualaLumpurToday(now);
  return (
    <>
      <PageTitle
        title="Call Sheet"
        count={total}
        hint="Customers to contact, the nearest arrival first. A key from 1 to 5 says how the call ended."
      >
        <RefreshButton />
      </PageTitle>
      <output className="sr-only">{calls.open?.became && `Order ${calls.open.order_id}: ${calls.open.became}`}</output>
      <Rows label="Customers to call" rows={calls.rows.filter(({ doa }) => doa >= today)} {...{ now, calls }} />
      <Rows
        label="Arrival has passed"
        hasHeading
        rows={calls.rows.filter(({ doa }) => doa < today)}
        {...{ now, calls }}
      />
      {calls.rows.length === 0 && (
        <EmptyState text="No data available in table">No customer waits for a call.</EmptyState>
      )}
      {total > limit && (
        <PageFooter
          {...{ page, limit, total }}
          shown={props.rows.length}
          href={(number) => `${routes.callSheet}?page=${number}`}
        />
      )}
      {asking && (
        <DialogLater open onClose={leave} title={asking.name}>
          <MacroQuestion
            macro={asking.macro}
            to={asking.row.contact_email_address}
            busy={asking.busy}
            tone="primary"
            onSend={(text) => void send(text)}
            onLeave={leave}
          />
        </DialogLater>
      )}
    </>
  );
}

type RowsProps = { label: string; hasHeading?: boolean; rows: ShownCall[]; now: Date; calls: Calls };

/** Rows under a heading; the first ones need none. */
function Rows({ label, hasHeading = false, rows, now, calls }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <>
      {hasHeading && <h2 className="px-6 pt-6 pb-2 font-semibold text-ink-soft max-md:px-4">{label}</h2>}
      <ol aria-label={label} className="border-y border-line">
        {rows.map((row) => (
          <Call key={row.encoded_id} {...{ row, now, calls }} />
        ))}
      </ol>
    </>
  );
}

/** The time, to the half minute. */
function useClock(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const tick = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(tick);
  }, []);
  return now;
}
