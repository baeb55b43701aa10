import { monthName } from '@shared/dates';
import type { ReportLine, ReportRatio } from '@shared/dispute-report';
import { visaLimitPercent } from '@shared/dispute-report-tables';

/** The parts of a month's bar from the bottom up, with the colour of each. */
const ends = [
  { column: 'won', label: 'Won', fill: 'var(--color-good)' },
  { column: 'lost', label: 'Lost', fill: 'var(--color-danger)' },
  { column: 'accepted', label: 'Accepted', fill: 'var(--color-control)' },
  { column: 'submitted', label: 'Submitted', fill: 'var(--color-accent)' },
  { column: 'waiting', label: 'Waiting', fill: 'var(--color-caution)' },
] as const;

const [width, height, foot] = [520, 190, 36];

/** The room that a month's name and a number take, in units of the picture; on phones its text is larger. */
const room = { month: { screen: 32, phone: 52 }, number: { screen: 24, phone: 40 } };

/** Shows as many texts of a row of `count` as have room next to each other. */
function textClass(kind: keyof typeof room, index: number, count: number): string {
  const isHidden = (needed: number) => {
    const every = Math.ceil((count * needed) / width);
    // the first that is shown is not cut off by the edge
    return index % every !== Math.floor(every / 2);
  };
  const onPhones = isHidden(room[kind].phone) ? 'max-md:hidden' : '';
  return `text-xs max-md:text-xl ${isHidden(room[kind].screen) ? 'hidden' : ''} ${onPhones}`;
}

/** The months, with the year below the first and each January that are shown. */
function MonthNames({ months }: { months: string[] }) {
  const step = width / months.length;
  return months.map((month, index) => (
    <text
      key={month}
      y={height + 14}
      textAnchor="middle"
      className={`fill-ink-soft ${textClass('month', index, months.length)}`}
    >
      <tspan x={(index + 0.5) * step}>{monthName(month)}</tspan>
      {(index === 0 || month.endsWith('-01')) && (
        <tspan x={(index + 0.5) * step} dy="1.2em">
          {month.slice(0, 4)}
        </tspan>
      )}
    </text>
  ));
}

/** Each month as a bar of its disputes by how they ended. The table by month says the same to screen readers. */
export function EndsPicture({ lines, months }: { lines: ReportLine[]; months: string[] }) {
  if (lines.length === 0) return <p className="text-ink-faint">No records found</p>;
  const most = Math.max(...lines.map(({ disputes }) => disputes));
  const step = width / months.length;
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${height + foot}`} aria-hidden className="w-full max-w-2xl">
        {lines.map((line) => {
          const index = months.indexOf(line.value);
          let top = height;
          return (
            <g key={line.value}>
              {ends.map(({ column, fill }) => {
                const part = (line[column] / most) * (height - 30);
                top -= part;
                return (
                  <rect
                    key={column}
                    x={index * step + step * 0.15}
                    y={top}
                    width={step * 0.7}
                    height={part}
                    fill={fill}
                  />
                );
              })}
              <text
                x={(index + 0.5) * step}
                y={top - 5}
                textAnchor="middle"
                className={`fill-ink ${textClass('number', index, months.length)}`}
              >
                {line.disputes}
              </text>
            </g>
          );
        })}
        <MonthNames months={months} />
      </svg>
      <figcaption className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft">
        {ends.map(({ label, fill }) => (
          <span key={label} className="inline-flex items-center gap-1.5">
            <svg aria-hidden viewBox="0 0 10 10" className="size-2.5">
              <rect width="10" height="10" fill={fill} />
            </svg>
            {label}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** The percentage of each month, and Visa's limit as a line. The table below says the same to screen readers. */
export function RatioPicture({ months }: { months: ReportRatio[] }) {
  const known = months.filter(({ percent }) => percent !== null);
  if (known.length === 0) return null;
  const most = Math.max(visaLimitPercent * 1.4, ...known.map(({ percent }) => percent!));
  const y = (percent: number) => height - (percent / most) * (height - 10);
  const step = width / months.length;
  return (
    <svg viewBox={`0 0 ${width} ${height + foot}`} aria-hidden className="w-full max-w-2xl">
      {months.map(({ month, percent }, index) => (
        <rect
          key={month}
          x={index * step + step * 0.3}
          y={y(percent ?? 0)}
          width={step * 0.4}
          height={height - y(percent ?? 0)}
          fill={(percent ?? 0) >= visaLimitPercent ? 'var(--color-danger)' : 'var(--color-good)'}
        />
      ))}
      <MonthNames months={months.map(({ month }) => month)} />
      <line
        x1="0"
        x2={width}
        y1={y(visaLimitPercent)}
        y2={y(visaLimitPercent)}
        className="stroke-danger"
        strokeDasharray="6 4"
      />
      <text x="4" y={y(visaLimitPercent) - 5} className="fill-danger text-xs max-md:text-xl">
        Visa’s limit, {visaLimitPercent} %
      </text>
    </svg>
  );
}
