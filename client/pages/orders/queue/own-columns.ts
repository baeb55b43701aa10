import { changeSettings } from '@/hooks/use-settings';
import { pageSizes } from '@shared/limits';
import type { OrderColumn, QueueName } from '@shared/order-queues';
import type { Settings } from '@shared/settings';

/** Keeps the number of rows per page for every list of the member; All is not kept. */
export function rememberRows(member: number, rows: number): void {
  const size = pageSizes.find((one) => one === rows);
  if (size) void changeSettings(member, { perPage: size });
}

/** Keeps the columns of a list for the member; none are the list's usual ones. */
export function rememberColumns(
  member: number,
  { columns }: Settings,
  queue: QueueName,
  chosen: OrderColumn[],
): Promise<void> {
  return changeSettings(member, { columns: { ...columns, [queue]: chosen } });
}
