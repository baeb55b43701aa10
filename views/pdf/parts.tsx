import type { ReactNode } from 'react';
import { formatEst, formatUtc } from '../../src/shared/dates.js';

/** Text that somebody typed, isolated from the direction of the text around it. */
export function Typed({ children }: { children: string }) {
  return <bdi dir="auto">{children}</bdi>;
}

/** A time in UTC and EST, one above the other. */
export function Moment({ at }: { at: string }) {
  return [formatEst(at), formatUtc(at)].map((time) => (
    <div key={time}>
      {time.slice(0, 10)} <span className="clock">{time.slice(11)}</span>
    </div>
  ));
}

/** The same as a value among facts; null when it is not on record. */
export function clocks(at: string | null): ReactNode {
  return at && <Moment at={at} />;
}

/** A time within a sentence, in UTC and EST; the date once where it is the same in both. */
export function Both({ at }: { at: string }) {
  const [est, utc] = [formatEst(at), formatUtc(at)];
  const sameDay = est.slice(0, 10) === utc.slice(0, 10);
  return (
    <>
      <span className="clock">{est}</span> / <span className="clock">{sameDay ? utc.slice(11) : utc}</span>
    </>
  );
}

export function NoneOnRecord() {
  return <p>None on record</p>;
}

/** A list of names and values; an empty or missing value is shown as not on record. */
export function Facts({ rows }: { rows: [name: string, value: ReactNode][] }) {
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
export function cardName({ card_brand, card_last4 }: { card_brand: string | null; card_last4: string | null }): string {
  return [card_brand, card_last4 && `ending ${card_last4}`].filter(Boolean).join(' ');
}

/** A text cut to what page one has room for; an exhibit has the whole. */
export function brief(text: string): string;
export function brief(text: string | null): string | null;
export function brief(text: string | null): string | null {
  const characters = Array.from(text ?? '');
  return characters.length > 48 ? `${characters.slice(0, 47).join('')}…` : text;
}

/** `1 download`, `3 downloads`. */
export function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}
