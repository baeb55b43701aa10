import { Pagination } from '@/components/pagination';
import { RowsPerPage } from '@/components/rows-per-page';
import { allRowsLimit } from '@shared/limits';
import type { Pages } from '@shared/pages';

type Props = Pick<Pages['orders/queue'], 'orders' | 'total' | 'more' | 'among' | 'page' | 'limit'> & {
  isAll: boolean;
  onLimit: (limit: number) => void;
  hrefOf: (page: number) => string;
};

/** Below a list: how many rows are shown of how many, and the ways to others. */
export function ListFooter({ orders, total, more, among, page, limit, isAll, onLimit, hrefOf }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-6 pt-3 max-md:px-4">
      <RowsPerPage limit={limit} onChange={onLimit} />
      <p className="text-ink-faint tabular-nums">
        {isAll ? allShown(total, more) : rangeShown((page - 1) * limit + 1, orders.length, total, more)}
        {among !== null && ` ${amongShown(among)}`}
      </p>
      {!isAll && <Pagination page={page} pages={Math.ceil(total / limit)} href={hrefOf} />}
    </div>
  );
}

function rangeShown(first: number, length: number, total: number, more: boolean): string {
  return `${first.toLocaleString('en')}–${(first + length - 1).toLocaleString('en')} of ${more ? 'more than ' : ''}${total.toLocaleString('en')}`;
}

function amongShown(among: number): string {
  return `Only ${among.toLocaleString('en')} orders of this list were looked through. Narrow it down: three letters in a row, or one more filter.`;
}

function allShown(total: number, more: boolean): string {
  const most = allRowsLimit.toLocaleString('en');
  if (total <= allRowsLimit && !more) return `All ${total.toLocaleString('en')}`;
  return `The first ${most} of ${more ? 'more than ' : ''}${total.toLocaleString('en')}. Search to narrow them down.`;
}
