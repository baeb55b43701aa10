import type { ReactNode } from 'react';
import { wordsOf } from '../../src/shared/charges.js';
import { formatLocalClocks, formatMoment, formatMomentSeconds, isDayAlone } from '../../src/shared/dates.js';
import type { PackFacts } from '../../src/shared/pack-facts.js';

/** Pictures that an exhibit shows, as what an `img` loads, by the SHA-256 of their files. */
export type Pictures = Readonly<Record<string, string>>;

/** The content of an exhibit. */
export type Content = (props: { facts: PackFacts; pictures?: Pictures }) => ReactNode;

/** Text that somebody typed, isolated from the direction of the text around it. */
export function Typed({ children }: { children: string }) {
  return <bdi dir="auto">{children}</bdi>;
}

/** A time in an exhibit: UTC, and below it EST and Kuala Lumpur; a day that is known without a time is alone. */
export function Moment({ at }: { at: string }) {
  return (
    <>
      <div className="clock">{formatMomentSeconds(at)}</div>
      {!isDayAlone(at) && <div className="clock small">{formatLocalClocks(at)}</div>}
    </>
  );
}

/** The same as a value among facts; null when it is not on record. */
export function clocks(at: string | null): ReactNode {
  return at && <Moment at={at} />;
}

/** A time within a sentence, in UTC. */
export function At({ time }: { time: string }) {
  return <span className="clock">{formatMoment(time)}</span>;
}

export function NoneOnRecord() {
  return <p>None on record</p>;
}

export type FactRow = [name: string, value: ReactNode];

/** A list of names and values; an empty or missing value is shown as not on record. */
export function Facts({ rows }: { rows: FactRow[] }) {
  return (
    <table className="facts">
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{isAbsent(value) ? <span className="quiet">None on record</span> : dressed(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isAbsent(value: ReactNode): boolean {
  return value === null || value === undefined || value === '';
}

function dressed(value: ReactNode): ReactNode {
  return typeof value === 'string' ? <Typed>{value}</Typed> : value;
}

/** `Visa ending 4242`; '' when neither is on record. */
/** What became of each other charge of the order; none where there is none. */
export function otherCharges({ other_charges: others = [] }: PackFacts): FactRow[] {
  return others.map((one) => [
    'Also charged',
    <>
      {wordsOf(one, formatMoment)}
      {one.transaction_id && (
        <>
          ; transaction <Typed>{one.transaction_id}</Typed>
        </>
      )}
    </>,
  ]);
}

export function cardName({ card_brand, card_last4 }: { card_brand: string | null; card_last4: string | null }): string {
  return [card_brand, card_last4 && `ending ${card_last4}`].filter(Boolean).join(' ');
}

/** Whether the order was placed before we recorded it, because it was paid before. Then nobody told when it was placed. */
export function isPlacedBefore({ order, payment }: Pick<PackFacts, 'order' | 'payment'>): boolean {
  return payment.paid_at !== null && payment.paid_at < order.create_ts;
}

/** A text cut to what page one has room for, in characters; an exhibit has the whole. */
export function brief(text: string, most?: number): string;
export function brief(text: string | null, most?: number): string | null;
export function brief(text: string | null, most = 44): string | null {
  const characters = Array.from(text ?? '');
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}

/** `1 download`, `3 downloads`. */
export function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}

/** `card, device and email`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Rows keep their numbers, so that what is left out can be seen; the first and the last are always there. */
export function Omitted({
  number,
  one,
  rows,
}: {
  number: number | undefined;
  one: string;
  rows: { number: number }[];
}) {
  if (!number) return null;
  const last = rows.at(-1)!.number;
  return (
    <p>
      Left out for length: {count(number, one)} on record, of {last}. The first, the last and every match are listed.
    </p>
  );
}
