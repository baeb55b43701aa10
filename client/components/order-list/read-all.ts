import { callApi } from '@/hooks/call-api';
import { allRowsLimit, pageSizes } from '@shared/limits';

/**
 * All rows of a list that is no queue, read page by page, at most 10,000.
 * @param path of the API, with the list's query
 * @throws Error with the server's message when it refuses
 */
export async function readAll<Row>(path: string, query: Record<string, string> = {}): Promise<Row[]> {
  const limit = pageSizes.at(-1)!;
  const rows: Row[] = [];
  for (let page = 1; rows.length < allRowsLimit; page += 1) {
    const asked = new URLSearchParams({ ...query, page: String(page), limit: String(limit) });
    const { status, message, data } = await callApi<Row[]>('get', `${path}?${asked}`);
    if (status !== 1) throw new Error(message);
    rows.push(...data);
    if (data.length < limit) break;
  }
  return rows;
}
