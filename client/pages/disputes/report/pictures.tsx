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

const [width, height, foot] = [760, 180, 22];

/** Each month as a bar of its disputes by how they ended. The table by month says the same to screen readers. */
export function EndsPicture({ lines }: { lines: ReportLine[] }) {
  if (lines.length === 0) return <p className="text-ink-faint">No records found</p>;
  const most = Math.max(...lines.map(({ disputes }) => disputes));
  const step = width / lines.length;
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${height + foot}`} aria-hidden className="w-full max-w-3xl">
        {lines.map((line, index) => {
          let top = height;
          return (
            <g key={line.value}>
              {ends.map(({ column, fill }) => {
                const part = (line[column] / most) * (height - 20);
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
              <text x={(index + 0.5) * step} y={top - 5} textAnchor="middle" className="fill-ink text-xs">
                {line.disputes}
              </text>
              <text x={(index + 0.5) * step} y={height + 15} textAnchor="middle" className="fill-ink-soft text-xs">
                {line.value}
              </text>
            </g>
          );
        })}
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
    <svg viewBox={`0 0 ${width} ${height + foot}`} aria-hidden className="w-full max-w-3xl">
      {months.map(({ month, percent }, index) => (
        <g key={month}>
          <rect
            x={index * step + step * 0.3}
            y={y(percent ?? 0)}
            width={step * 0.4}
            height={height - y(percent ?? 0)}
            fill={(percent ?? 0) >= visaLimitPercent ? 'var(--color-danger)' : 'var(--color-good)'}
          />
          <text x={(index + 0.5) * step} y={height + 15} textAnchor="middle" className="fill-ink-soft text-xs">
            {month}
          </text>
        </g>
      ))}
      <line
        x1="0"
        x2={width}
        y1={y(visaLimitPercent)}
        y2={y(visaLimitPercent)}
        className="stroke-danger"
        strokeDasharray="6 4"
      />
      <text x="4" y={y(visaLimitPercent) - 5} className="fill-danger text-xs">
        Visa’s limit, {visaLimitPercent} %
      </text>
    </svg>
  );
}
