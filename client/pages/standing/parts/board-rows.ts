import { callApi } from '@/hooks/call-api';
import type { ListedRow } from '@shared/board';
import type { LiveCard, LiveMark } from '@shared/live';
import { allRowsLimit, pageSizes } from '@shared/limits';

export const keyOf = ({ encoded_id }: ListedRow) => encoded_id;

/** Whether the order leaves the board, because its card is there. */
export function isDelivered(news: LiveCard | LiveMark): boolean {
  return 'due' in news && !news.due;
}

/**
 * All orders of a board, read page by page, at most 10,000.
 * @param path of the API, with the board's query
 * @throws Error with the server's message when it refuses
 */
export async function readAll(path: string, query: Record<string, string> = {}): Promise<ListedRow[]> {
  const limit = pageSizes.at(-1)!;
  const rows: ListedRow[] = [];
  for (let page = 1; rows.length < allRowsLimit; page += 1) {
    const asked = new URLSearchParams({ ...query, page: String(page), limit: String(limit) });
    const { status, message, data } = await callApi<ListedRow[]>('get', `${path}?${asked}`);
    if (status !== 1) throw new Error(message);
    rows.push(...data);
    if (data.length < limit) break;
  }
  return rows;
}
