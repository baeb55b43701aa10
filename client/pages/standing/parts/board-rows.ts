import type { ListedRow } from '@shared/board';
import type { LiveCard, LiveMark } from '@shared/live';
import { fromAdmin, routes } from '@shared/routes';

export const keyOf = ({ encoded_id }: ListedRow) => encoded_id;

/** Whether the order leaves the board, because its card is there. */
export function isDelivered(news: LiveCard | LiveMark): boolean {
  return 'due' in news && !news.due;
}

/** The address of an order that is opened from a board. @param path the board's address */
export function hrefFrom(path: string) {
  return ({ encoded_id }: Pick<ListedRow, 'encoded_id'>) => routes.orderOf(encoded_id, fromAdmin(path));
}
