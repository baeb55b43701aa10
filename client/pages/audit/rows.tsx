import { type Column, DataTable, idOfBelow } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { ExportLink } from '@/components/export-link';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { Time } from '@/components/time';
import { Alarms } from '@/pages/audit/rows/alarms';
import { clockOf, countOf, EqualRows, OrderLink } from '@/pages/audit/rows/equal-rows';
import { Filter, pathOf } from '@/pages/audit/rows/filter';
import { Steps, Views } from '@/pages/audit/rows/views';
import type { AuditEntry } from '@shared/answers/audit';
import { actionName } from '@shared/activity-actions';
import { changedWords } from '@shared/changed-fields';
import { formatListTime } from '@shared/dates';
import { linesOf } from '@shared/equal-rows';
import { auditRowsShown } from '@shared/limits';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';

/** One row, or the rows that a line says once. */
type Line = AuditEntry[];

/** The oldest row's id: newer equal rows may come to the line. */
const keyOf = (line: Line) => line.at(-1)!.id;

/** Who did what, and who saw what, newest first (docs/people.md#audit). */
export default function Rows({ rows, alarms, next, members, query }: Pages['audit/rows']) {
  const [opened, setOpened] = useState<number[]>([]);
  if (alarms) return <Alarms alarms={alarms} next={next} query={query} />;

  const lines = query.order ? rows.map((row) => [row]) : linesOf(rows);
  const isOpen = (line: Line) => opened.includes(keyOf(line));
  const toggle = (line: Line) =>
    setOpened(isOpen(line) ? opened.filter((key) => key !== keyOf(line)) : [...opened, keyOf(line)]);
  const rowsOf = (line: Line) => isOpen(line) && <EqualRows label={nameOf(line)} rows={line} />;
  const isCut = (line: Line) => rows.length === auditRowsShown && line === lines.at(-1);
  return (
    <>
      <PageTitle title="Audit" hint="Who did what, and who saw what. No row is ever changed or removed.">
        <ExportLink href={pathOf(routes.auditCsv, query)}>CSV</ExportLink>
        <RefreshButton />
      </PageTitle>
      <Views alarms={false} />
      <Filter key={JSON.stringify(query)} members={members} query={query} />
      <DataTable
        caption="Audit"
        columns={columnsOf({ isOpen, isCut, toggle })}
        rows={lines}
        rowKey={keyOf}
        below={{ isOpen, content: rowsOf }}
        empty={<EmptyState text="No records found" />}
      />
      <Steps next={next} query={query} />
    </>
  );
}

type Folding = {
  isOpen: (line: Line) => boolean;
  isCut: (line: Line) => boolean;
  toggle: (line: Line) => void;
};

function columnsOf({ isOpen, isCut, toggle }: Folding): Column<Line>[] {
  return [
    {
      key: 'time',
      title: 'Time',
      note: 'UTC',
      width: 'w-48 @max-[960px]:w-44',
      cell: ([row]) => <Time at={row!.create_ts} format={formatListTime} />,
    },
    {
      key: 'actor',
      title: 'Who',
      width: 'w-40 @max-[960px]:w-32',
      cell: ([row]) => <bdi className="break-words">{row!.actor}</bdi>,
    },
    {
      key: 'action',
      title: 'Action',
      width: 'w-64 @max-[960px]:w-60',
      cell: (line) =>
        line.length === 1 ? (
          nameOf(line)
        ) : (
          <button
            type="button"
            aria-expanded={isOpen(line)}
            aria-controls={idOfBelow(keyOf(line))}
            onClick={() => toggle(line)}
            className="group -ml-1 rounded-xs px-1 text-left hover:text-accent"
          >
            {nameOf(line)} · {countOf(line, isCut(line))}
            <ChevronRight aria-hidden className="ml-1 inline size-4 text-ink-faint group-aria-expanded:rotate-90" />
          </button>
        ),
    },
    {
      key: 'order',
      title: 'Order Id',
      width: 'w-24',
      drop: 800,
      cell: (line) => line.length === 1 && <OrderLink {...line[0]!} />,
    },
    {
      key: 'what',
      title: 'What',
      width: '',
      kind: 'detail',
      cell: (line) => <What line={line} />,
    },
  ];
}

function nameOf([row]: Line): string {
  return actionName(row!.action);
}

/** What an amendment changed, from, to and note of a row in one line; of equal rows since when. */
function What({ line }: { line: Line }) {
  const { from, to, note, changes } = line[0]!;
  const change = [from, to].filter(Boolean).join(' → ');
  const [last, first] = [line[0]!, line.at(-1)!].map(({ create_ts: at }) => clockOf(at));
  const since = first !== last && `since ${first}`;
  const what = [changes && changedWords(changes), change, note, since].filter(Boolean).join(' · ');
  return (
    what && (
      <span title={what} className="wraps leading-4.5">
        {what}
      </span>
    )
  );
}
