import { Head } from '@inertiajs/react';
import { OrdersTable } from '../../../orders-table.jsx';

export default function Orders({ orders }) {
  return (
    <>
      <Head title="Completed Orders" />
      <OrdersTable orders={orders} />
    </>
  );
}
