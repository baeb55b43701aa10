import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { axisTimes } from '@/pages/statistics/overview/axis-time';

export type Drawing = {
  /** The names of the places along the chart. */
  labels: string[];
  unit: 'minutes' | 'percent' | undefined;
  series: { values: (number | null)[]; colour: string; dash: number[] }[];
  /** Called with the place under the pointer, or null. */
  onPoint: (index: number | null) => void;
};

const height = 256;

/** Draws lines into an element and follows its width. @returns what removes it */
export function draw(element: HTMLElement, drawing: Drawing): () => void {
  const places = Array.from({ length: drawing.labels.length }, (_, at) => at);
  const chart = new uPlot(
    optionsOf(element, drawing),
    [places, ...drawing.series.map(({ values }) => values)],
    element,
  );
  const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
  observer.observe(element);
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}

function optionsOf(element: HTMLElement, { labels, unit, series, onPoint }: Drawing): uPlot.Options {
  const style = getComputedStyle(element);
  const font = `12px ${style.fontFamily}`;
  const axis = { stroke: style.color, font, ticks: { show: false }, grid: { stroke: faint(style.color), width: 1 } };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [-0.5, Math.max(labels.length, 1) - 0.5] },
      y: { range: (_chart, _min, max) => [0, unit === 'percent' ? 100 : Math.max(1, (max ?? 0) * 1.08)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 30,
        splits: (chart) => ticks(labels.length, (chart.width - 56) / 92),
        values: (_chart, splits) => splits.map((at) => labels[at] ?? ''),
      },
      {
        ...axis,
        size: 56,
        incrs: unit === undefined ? whole : unit === 'percent' ? [10, 20, 25, 50] : wholeTimes,
        values: (_chart, splits) =>
          unit === 'minutes' ? axisTimes(splits) : splits.map((n) => n.toLocaleString('en') + (unit ? ' %' : '')),
      },
    ],
    series: [
      {},
      ...series.map(({ colour, dash }) => ({
        stroke: colour,
        width: 2,
        dash,
        points: { show: labels.length <= 40, size: 5, fill: colour },
      })),
    ],
    hooks: { setCursor: [(chart) => onPoint(chart.cursor.idx ?? null)] },
  };
}

/** The places that get a name: so many that the names don't touch. */
function ticks(places: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(places / Math.max(1, most)));
  return Array.from({ length: Math.ceil(places / step) }, (_, index) => index * step);
}

const whole = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6];
/** In minutes: up to an hour, of a day, of days. */
const wholeTimes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 1440, 2880, 4320, 7200, 14_400, 28_800, 72_000, 144_000];

function faint(colour: string): string {
  return colour.replace(/^rgba?\((\d+), (\d+), (\d+).*$/, 'rgba($1, $2, $3, 0.18)');
}
