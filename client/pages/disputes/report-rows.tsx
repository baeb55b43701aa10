import { countedOrder } from '@/components/counted-order';
import { daysCounted } from '@/components/counted-query';
import { CountedRows } from '@/components/counted-rows';
import type { Column } from '@/components/data-table';
import { formatListTime } from '@shared/dates';
import { disputeNetworks } from '@shared/dispute-reasons';
import { disputeStates } from '@shared/dispute-states';
import { money } from '@shared/money';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

type Row = Pages['disputes/report-rows']['rows'][number];

const columns: Column<Row>[] = [
  ...countedOrder,
  {
    key: 'opened',
    title: 'Opened',
    note: 'UTC',
    width: 'w-44 max-[1420px]:w-42',
    cell: ({ opened_at }) => formatListTime(opened_at),
  },
  {
    key: 'reason',
    title: 'Reason',
    width: 'w-56 max-[1420px]:w-44',
    cell: ({ network, reason_code, reason_title }) => {
      const reason = [network && disputeNetworks[network].label, reason_code, reason_title].filter(Boolean).join(' · ');
      return reason ? <span title={reason}>{reason}</span> : '–';
    },
  },
  { key: 'case', title: 'Case', width: 'w-44 max-[1420px]:w-38', cell: ({ case_id }) => case_id ?? '–' },
  { key: 'state', title: 'State', width: 'w-24 max-[1420px]:w-22', cell: ({ state }) => disputeStates[state].label },
  {
    key: 'amount',
    title: 'Amount',
    width: 'w-28 max-[1420px]:w-26',
    kind: 'number',
    cell: ({ amount, currency }) => money(amount, currency) ?? '–',
  },
];

/** The disputes that a number of the report counts, the newest first. */
export default function ReportRows({ name, rows, total, query, limit }: Pages['disputes/report-rows']) {
  return (
    <CountedRows
      hint={`Disputes that were opened ${daysCounted(query)}, in UTC.`}
      report={{ label: 'Dispute Report', href: routes.disputeReport }}
      rowKey={({ id }) => id}
      size={limit}
      path={routes.disputeReportRows}
      {...{ name, columns, rows, total, query }}
    />
  );
}
