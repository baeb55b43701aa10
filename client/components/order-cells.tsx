import type { Column } from '@/components/data-table';
import { Link } from '@/components/link';
import { inboxSign } from '@/components/inbox-sign';
import { RowLooks } from '@/components/looks';

type Known = { order_id: number; encoded_id: string; full_name: string; wrote?: boolean };
type Widths = { order: string; name: string };
/** The address of the order's page, as the list leads there. */
type HrefOf<Row> = (row: Row) => string;

/**
 * The columns by which a list names its orders: the number, which leads to the order's page, and the traveller's name.
 * @param hrefOf where the number leads to: the order's page, by an address that leads back to the row
 */
export function orderAndName<Row extends Known>(widths: Widths, hrefOf: HrefOf<Row>): Column<Row>[] {
  return [
    {
      key: 'order',
      title: 'Order Id',
      width: widths.order,
      cell: (row) => (
        <span className="flex items-center gap-1">
          <Link href={hrefOf(row)} className="font-medium text-accent hover:underline">
            {row.order_id}
          </Link>
          <RowLooks orderId={row.order_id} />
        </span>
      ),
    },
    {
      key: 'name',
      title: 'Name',
      width: widths.name,
      cell: ({ full_name, wrote }) => (
        <span title={full_name} className="wraps">
          {wrote && inboxSign('wrote')}
          <bdi>{full_name}</bdi>
        </span>
      ),
    },
  ];
}

/** The column with the way to the order's page. */
export function viewOrder<Row extends Known>(width: string, hrefOf: HrefOf<Row>): Column<Row> {
  return {
    key: 'action',
    title: 'Action',
    width,
    kind: 'actions',
    cell: (row) => (
      <Link href={hrefOf(row)} className="row-action">
        View<span className="sr-only"> order {row.order_id}</span>
      </Link>
    ),
  };
}
