import type { Column } from '@/components/data-table';
import { Link } from '@/components/link';
import { routes } from '@shared/routes';

type CountedOrder = { order_id: number; encoded_id: string; full_name: string };

/** The first columns of a list of what a number of a report counts: the order, with a link to it, and its name. */
export const countedOrder: Column<CountedOrder>[] = [
  {
    key: 'order',
    title: 'Order Id',
    width: 'w-24',
    cell: ({ order_id, encoded_id }) => (
      <Link href={routes.order(encoded_id)} className="underline underline-offset-2">
        {order_id}
      </Link>
    ),
  },
  { key: 'name', title: 'Name', width: 'w-48 max-[1420px]:w-36', cell: ({ full_name }) => <bdi>{full_name}</bdi> },
];
