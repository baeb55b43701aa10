import { readOrders } from '../../orders.js';
import { OrdersTable } from '../../orders-table.jsx';

export const meta = () => [{ title: 'Completed Orders' }];

export async function loader() {
  return { orders: await readOrders() };
}

export default function Orders({ loaderData }) {
  return <OrdersTable orders={loaderData.orders} />;
}
