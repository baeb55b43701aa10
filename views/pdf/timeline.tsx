import { formatShortDay, isDayAlone } from '../../src/shared/dates.js';
import { isPartRefund } from '../../src/shared/money.js';
import { deliveryMail, firstDownload } from '../../src/shared/pack-argument.js';
import type { PackFacts } from '../../src/shared/pack-facts.js';
import { isPlacedBefore } from './parts.js';

type Event = { name: string; at: string };

/** What happened and when, in the order of time; only what the records prove (docs/evidence.md#what-a-pack-may-say). */
function eventsOf(facts: PackFacts): Event[] {
  const mail = deliveryMail(facts);
  const events: [name: string, at: string | null | undefined][] = [
    [isPlacedBefore(facts) ? 'recorded' : 'ordered', facts.order.create_ts],
    ['paid', facts.payment.paid_at],
    ['accepted', facts.sale.terms_accepted_at],
    ['registered', facts.registration?.accepted?.at],
    ['entered', facts.registration?.entered?.day],
    ['mailed', mail?.sent_at],
    ['delivered', mail?.delivered_at],
    ['downloaded', firstDownload(facts)?.create_ts],
    isPartRefund(facts.refund.amount, facts.payment.amount)
      ? ['refunded in part', facts.refund.given?.[0]?.at ?? facts.refund.refund_date]
      : ['refunded', facts.refund.refund_date],
    facts.case?.opened_at
      ? ['disputed', facts.case.opened_at]
      : ['dispute noted', facts.case?.recorded_at ?? facts.order.disputed_at],
  ];
  return events
    .flatMap(([name, at]) => (at ? [{ name, at }] : []))
    .toSorted((one, other) => one.at.localeCompare(other.at));
}

const width = 170;
const height = 15;
const line = 5.5;

/** The events on one line, evenly spaced, each with its day and time in UTC. Sizes in millimetres. */
export function Timeline({ facts }: { facts: PackFacts }) {
  const events = eventsOf(facts);
  if (events.length < 2) return null;

  const step = width / events.length;
  const middle = (index: number) => step * (index + 0.5);
  const told = events.map(({ name, at }) => `${name} ${formatShortDay(at)}`).join(', ');
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img can't hold text that stays text in the PDF
    <svg className="timeline" role="img" aria-label={`Timeline: ${told}`} viewBox={`0 0 ${width} ${height}`}>
      <line x1={middle(0)} x2={middle(events.length - 1)} y1={line} y2={line} stroke="#000" strokeWidth="0.4" />
      {events.map(({ name, at }, index) => (
        <g key={name}>
          <circle
            cx={middle(index)}
            cy={line}
            r="1.3"
            fill={name.startsWith('dispute') ? '#fff' : '#000'}
            stroke="#000"
            strokeWidth="0.5"
          />
          <text x={middle(index)} y={2.6} className="event">
            {name}
          </text>
          <text x={middle(index)} y={line + 5}>
            {formatShortDay(at)}
          </text>
          <text x={middle(index)} y={line + 8.6}>
            {isDayAlone(at) ? '' : at.slice(11, 16)}
          </text>
        </g>
      ))}
    </svg>
  );
}
