import type { Order } from '../database/order.entity.js';

/** Where the order's page is, under which host the event has its id, and when it is written. */
type Around = { link: string; host: string; now: Date };

/**
 * The day of arrival as an event of a calendar (RFC 5545). It is a whole day without a time zone, so that it is the same
 * day wherever the calendar is read. The same order has the same event, which takes the place of one that was added before.
 */
export function arrivalCalendar(
  { id, fullName, doa }: Pick<Order, 'id' | 'fullName' | 'doa'>,
  { link, host, now }: Around,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Arrival card//Order//EN',
    'CALSCALE:GREGORIAN',
    'X-WR-TIMEZONE:Asia/Kuala_Lumpur',
    'BEGIN:VEVENT',
    `UID:arrival-${id}@${host}`,
    `DTSTAMP:${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${plainDate(doa)}`,
    `DTEND;VALUE=DATE:${plainDate(dayAfter(doa))}`,
    `SUMMARY:${escaped(`Arrival in Malaysia: ${fullName}`)}`,
    `DESCRIPTION:${escaped(`Order ${id}\n${link}`)}`,
    'LOCATION:Malaysia',
    `URL:${link}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function plainDate(day: string): string {
  return day.replaceAll('-', '');
}

/** @param day YYYY-MM-DD */
function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** A text as a value: `\\`, `;` and `,` with a backslash, a line break as `\\n`, no other control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (letter) => `\\${letter}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** A line of at most 75 bytes; the rest goes on in lines that begin with a blank. No character is cut. */
function folded(line: string): string {
  let [out, bytes] = ['', 0];
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (bytes + length > 75) {
      out += '\r\n ';
      bytes = 1;
    }
    out += character;
    bytes += length;
  }
  return out;
}
