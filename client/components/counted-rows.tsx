import { buttonClass } from '@/components/button';
import { addressWith } from '@/components/counted-query';
import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { Link } from '@/components/link';
import { NewerOlder } from '@/components/newer-older';
import { PageTitle } from '@/components/page-title';

type CountedRowsProps<Row> = {
  name: string;
  hint: string;
  /** The report that has the number. */
  report: { label: string; href: string };
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  total: number;
  /** How many rows a page has. */
  size: number;
  /** The address of this list, and its query. */
  path: string;
  query: { page: number } & Record<string, string | number | undefined>;
};

/** The screen of what a number of a report counts, page by page. */
export function CountedRows<Row>({
  name,
  hint,
  report,
  columns,
  rows,
  rowKey,
  total,
  size,
  path,
  query,
}: CountedRowsProps<Row>) {
  return (
    <>
      <PageTitle title={name} count={total} hint={hint}>
        <Link href={report.href} className={buttonClass()}>
          {report.label}
        </Link>
      </PageTitle>
      <DataTable
        caption={name}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        empty={<EmptyState text="No records found" />}
      />
      <NewerOlder {...{ page: query.page, size, total }} pathOf={(page) => addressWith(path, { ...query, page })} />
    </>
  );
}
