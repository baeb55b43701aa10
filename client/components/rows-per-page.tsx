import { allRowsLimit, pageSizes } from '@shared/limits';

/** How many rows a page has: 10 to 500, or All, which is the most that a screen loads (docs/screens.md#lists-and-search). */
export function RowsPerPage({ limit, onChange }: { limit: number; onChange: (limit: number) => void }) {
  return (
    <label className="flex items-center gap-2 whitespace-nowrap text-ink-faint">
      Rows per page
      <select
        name="limit"
        value={limit > pageSizes.at(-1)! ? allRowsLimit : limit}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-h-control cursor-pointer rounded-md border border-control bg-surface px-1.5 text-ink tabular-nums"
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
        <option value={allRowsLimit}>All</option>
      </select>
    </label>
  );
}
