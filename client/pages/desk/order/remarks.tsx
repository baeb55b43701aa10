import { type Column, idOfBelow } from '@/components/data-table';
import { EmptyHistory } from '@/components/empty-state';
import { Section } from '@/components/section';
import { HistoryTable } from '@/pages/desk/order/history-table';
import { remarkFlags } from '@shared/remark-flags';
import type { RemarkEntry } from '@shared/remarks';
import { useState } from 'react';

/** The team's remarks, newest first, each with its words and flags, which Hide folds (docs/screens.md#screens). */
export function Remarks({ remarks }: { remarks: RemarkEntry[] }) {
  const [folded, setFolded] = useState<number[]>([]);
  const isOpen = ({ id }: RemarkEntry) => !folded.includes(id);
  const toggle = ({ id }: RemarkEntry) =>
    setFolded(folded.includes(id) ? folded.filter((one) => one !== id) : [...folded, id]);
  return (
    <Section
      title="Comment History"
      count={remarks.length}
      none={remarks.length === 0 && <EmptyHistory>What you note about this order appears here.</EmptyHistory>}
    >
      {remarks.length > 0 && (
        <HistoryTable
          caption="Comment History"
          columns={columnsOf(isOpen, toggle)}
          rows={remarks}
          rowKey={keyOf}
          below={{ isOpen, content: wordsOf }}
        />
      )}
    </Section>
  );
}

const wordsOf = (remark: RemarkEntry) => <Words {...remark} />;
const keyOf = ({ id }: RemarkEntry) => `remark-${id}`;

function columnsOf(
  isOpen: (remark: RemarkEntry) => boolean,
  toggle: (remark: RemarkEntry) => void,
): Column<RemarkEntry>[] {
  return [
    { key: 'number', title: '#', width: 'w-10', drop: 640, cell: (_remark, index) => index + 1 },
    { key: 'order', title: 'Order ID', width: 'w-20', drop: 640, cell: ({ order_id: id }) => id },
    {
      key: 'time',
      title: 'Date & Time',
      note: 'EST',
      width: 'w-44',
      cell: ({ create_ts: at, us_date: date, us_time: time }) => (
        <time dateTime={at}>
          {date} {time}
        </time>
      ),
    },
    { key: 'team', title: 'Team', width: 'w-44', cell: ({ remark_name: name }) => <bdi>{name}</bdi> },
    {
      key: 'action',
      title: 'Action',
      width: 'w-24',
      kind: 'actions',
      cell: (remark, index) => (
        <button
          type="button"
          aria-expanded={isOpen(remark)}
          aria-controls={idOfBelow(keyOf(remark))}
          onClick={() => toggle(remark)}
          className="row-action"
        >
          {isOpen(remark) ? 'Hide' : 'Show'}
          <span className="sr-only"> comment {index + 1}</span>
        </button>
      ),
    },
  ];
}

/** A remark and its flags. */
function Words(remark: RemarkEntry) {
  return (
    <>
      <p dir="auto" className="max-w-prose whitespace-pre-line break-words">
        {remark.remark}
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-faint">
        {remarkFlags.map(({ label, reads }) => (
          <li key={reads}>
            {label} <span className={remark[reads] ? 'font-semibold text-ink' : ''}>{remark[reads] || 'N'}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
