import type { Column } from '@/components/data-table';
import { Link } from '@/components/link';
import { RowLooks } from '@/components/looks';
import { routes } from '@shared/routes';

type Known = { order_id: number; encoded_id: string; full_name: string };
type Widths = { order: string; name: string };

/**
 * The columns by which a list names its orders: the number, which leads to the order's page, and the traveller's name.
 * @param part of the order's page that the number leads to, such as `#disputes`
 */
export function orderAndName(widths: Widths, part = ''): Column<Known>[] {
  return [
    {
      key: 'order',
      title: 'Order Id',
      width: widths.order,
      cell: ({ order_id, encoded_id }) => (
        <span className="flex items-center gap-1">
          <Link href={routes.order(encoded_id) + part} className="font-medium text-accent hover:underline">
            {order_id}
          </Link>
          <RowLooks orderId={order_id} />
        </span>
      ),
    },
    {
      key: 'name',
      title: 'Name',
      width: widths.name,
      cell: ({ full_name }) => <bdi title={full_name}>{full_name}</bdi>,
    },
  ];
}

/** The column with the way to the order's page. */
export function viewOrder(width: string, part = ''): Column<Known> {
  return {
    key: 'action',
    title: 'Action',
    width,
    kind: 'actions',
    cell: ({ encoded_id, order_id }) => (
      <Link href={routes.order(encoded_id) + part} className="row-action">
        View<span className="sr-only"> order {order_id}</span>
      </Link>
    ),
  };
}
