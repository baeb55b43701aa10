import { useSettings } from '@/hooks/use-settings';
import { numberOf } from '@/pages/statistics/overview/numbers';
import { formatShortDay } from '@shared/dates';
import type { StatisticLine } from '@shared/statistics';
import { inWords, type StatisticColumn, statisticColumns } from '@shared/statistics-tables';
import { useEffect, useRef, useState } from 'react';

/** The colours and dashes of a chart's lines, in their order. */
const looks = [
  { colour: 'text-accent', dash: [] },
  { colour: 'text-caution', dash: [6, 4] },
  { colour: 'text-good', dash: [2, 3] },
] as const;

type Props = { lines: StatisticLine[]; drawn: readonly StatisticColumn[]; title: string };

/**
 * Some numbers over days, as lines. The table next to it says the same to screen readers. The library draws it once the page
 * is shown; its legend shows the numbers under the pointer.
 */
export function Chart({ lines, drawn, title }: Props) {
  const { place, legend, pointed, failed } = useDrawing({ lines, drawn });
  const line = pointed === null ? undefined : lines[pointed];
  return (
    <figure aria-label={`Chart: ${title}`} className="min-w-0">
      <div ref={place} aria-hidden className="h-64 w-full overflow-hidden text-ink-soft" />
      {failed && <p className="text-ink-faint">The chart could not be loaded. The table has its numbers.</p>}
      <figcaption
        ref={legend}
        className="mt-1 flex min-h-10 flex-wrap content-start items-baseline gap-x-4 text-sm text-ink-soft"
      >
        {drawn.map((column, index) => (
          <Series key={column} {...{ column, line }} look={looks[index]!} />
        ))}
        {line && formatShortDay(line.value)}
      </figcaption>
    </figure>
  );
}

/** Draws into `place`, in the colours of `legend`. `pointed` is the index of the line under the pointer. */
function useDrawing({ lines, drawn }: Pick<Props, 'lines' | 'drawn'>) {
  const place = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const scheme = useScheme();

  useEffect(() => {
    let remove: (() => void) | undefined;
    let gone = false;
    async function show() {
      nameLanguage();
      const { draw } = await import('@/pages/statistics/overview/draw');
      if (gone || !place.current || !legend.current) return;
      const swatches = [...legend.current.querySelectorAll('svg')];
      remove = draw(place.current, {
        labels: lines.map(({ value }) => formatShortDay(value)),
        unit: statisticColumns[drawn[0]!].unit,
        series: drawn.map((column, index) => ({
          values: lines.map((line) => numberOf(line, column)),
          colour: getComputedStyle(swatches[index]!).color,
          dash: [...looks[index]!.dash],
        })),
        onPoint: setPointed,
      });
    }
    show().catch(() => setFailed(true));
    return () => {
      gone = true;
      remove?.();
    };
  }, [lines, drawn, scheme]);

  return { place, legend, pointed, failed };
}

type SeriesProps = {
  column: StatisticColumn;
  /** The line under the pointer. */
  line: StatisticLine | undefined;
  look: (typeof looks)[number];
};

/** A column in the legend: how it is drawn, its title, and its number under the pointer. */
function Series({ column, line, look }: SeriesProps) {
  const n = line && numberOf(line, column);
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <svg aria-hidden viewBox="0 0 24 10" className={`h-2.5 w-6 ${look.colour}`}>
        <line x2="24" y1="5" y2="5" stroke="currentColor" strokeWidth="3" strokeDasharray={look.dash.join(' ')} />
      </svg>
      {statisticColumns[column].title}
      {n !== undefined && <b className="font-semibold text-ink">{n === null ? '–' : inWords(n, column)}</b>}
    </span>
  );
}

/**
 * The library formats numbers in the browser's language as it loads, and fails at one that `Intl` refuses, such as
 * `en-US@posix` of a browser without a locale.
 */
function nameLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}

/** The shown colour scheme: the member's, else the browser's. A canvas does not follow it by itself. */
function useScheme(): string {
  const { theme } = useSettings();
  const [dark, setDark] = useState(false);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const read = () => setDark(query.matches);
    read();
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return `${theme} ${dark}`;
}
