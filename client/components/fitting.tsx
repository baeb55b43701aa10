/** The widths of a list, in pixels, below which a column may be left out. Each has its rules in client/styles/table.css. */
export const listWidths = [640, 720, 800, 880, 960, 1040, 1100, 1240, 1400] as const;
export type ListWidth = (typeof listWidths)[number];

/** The room that the list's own scrollbar may take, in pixels. */
const scrollbar = 15;

/**
 * Says of columns from which width of the list on each has room. All columns of `going` are there in a list that is wide
 * enough for all columns; a narrower one leaves out the first of `going`, a still narrower one the first two, and so on.
 * @param columns each with the least width that it needs, in pixels
 * @param ticks the width of the column with the ticks, or 0
 */
export function fitted<One extends { key: string; min: number }>(
  columns: readonly One[],
  going: readonly string[],
  ticks: number,
): (One & { drop?: ListWidth })[] {
  let needed = columns.reduce((sum, { min }) => sum + min, ticks + scrollbar);
  const drops = new Map<string, ListWidth>();
  for (const key of going) {
    if (needed <= listWidths[0]) break;
    drops.set(key, listWidths.find((width) => width >= needed) ?? listWidths.at(-1)!);
    needed -= columns.find((column) => column.key === key)?.min ?? 0;
  }
  return columns.map((column) => {
    const drop = drops.get(column.key);
    return drop ? { ...column, drop } : column;
  });
}

type Columns = readonly { drop?: ListWidth }[];

type NotFittingProps = { columns: Columns; whole: boolean; onWhole: (whole: boolean) => void };

/**
 * The line above a list that is too narrow for its columns: how many are left out, and the button that shows them. It is
 * in the page at every width, and the styles show the sentence that is true, so that it is right before any script runs.
 */
export function NotFitting({ columns, whole, onWhole }: NotFittingProps) {
  const [widest, ...others] = dropsOf(columns);
  if (!widest) return null;
  return (
    <p data-print="never" className={`not-fitting until-${widest}`}>
      <span className={only(widest, others[0])}>1 column doesn’t fit</span>
      {others.map((width, index) => (
        <span key={`${index} ${width}`} className={only(width, others[index + 1])}>
          {index + 2} columns don’t fit
        </span>
      ))}
      {' · '}
      <button
        type="button"
        aria-expanded={whole}
        onClick={() => onWhole(!whole)}
        className="rounded-xs font-medium text-accent underline underline-offset-2"
      >
        {whole ? 'Hide' : 'Show'}
      </button>
    </p>
  );
}

/** The classes of what is true of lists that are narrower than `below`, but not than `from`. */
function only(below: ListWidth, from: ListWidth | undefined): string {
  return from ? `until-${below} drop-${from}` : `until-${below}`;
}

/** The class of a list that shows all its columns, and so scrolls sideways where it is narrow. */
export function wholeClass(columns: Columns): string {
  const [widest] = dropsOf(columns);
  return widest ? `whole whole-${widest}` : '';
}

/** The widths at which columns have no room any more, the widest first. */
function dropsOf(columns: Columns): ListWidth[] {
  return columns.flatMap(({ drop }) => drop ?? []).toSorted((a, b) => b - a);
}
