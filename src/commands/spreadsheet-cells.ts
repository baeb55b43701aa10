import { isCalendarDate } from '../shared/dates.js';

/** The text of a cell, or why it can't be told what was meant. A fault never repeats the cell, which may be personal. */
export type Cell = { value: string; fault?: string };

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;

/**
 * A day as spreadsheets write it, as `YYYY-MM-DD`: `2026/12/20`, `20/12/2026`, `12/20/2026`, `20.12.2026`, also with
 * midnight behind it. What is no day stays as it is.
 * @returns a fault for a day whose month could be another, and for the number by which spreadsheets count days
 */
export function readDay(text: string): Cell {
  const value = text.trim();
  // spreadsheets count from 1900 or from 1904, and a file doesn't say which
  if (/^\d{5}(?:[.,]\d+)?$/.test(value))
    return { value, fault: 'This is the number by which a spreadsheet counts days. Write the day as YYYY-MM-DD.' };

  const day = value.replace(/ 0?0:00(?::00)?$/, '');
  const [, year = '', month = '', date = ''] = yearFirst.exec(day) ?? [];
  const [, one = '', other = '', lastYear = ''] = yearLast.exec(day) ?? [];
  const readings = [spelled(year, month, date), spelled(lastYear, other, one), spelled(lastYear, one, other)];
  const [found, another] = new Set(readings.filter(isCalendarDate));
  if (another !== undefined)
    return { value, fault: 'The day and the month of this date can be taken for each other. Write it as YYYY-MM-DD.' };
  return { value: found ?? value };
}

function spelled(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `TRUE` and `FALSE` in the case that the schemas take. */
export function readFlag(text: string): Cell {
  const value = text.trim();
  return { value: /^(?:true|false)$/i.test(value) ? value.toLowerCase() : value };
}

/** Any other cell; a fault for a number in scientific form, which has lost its last digits. */
export function readText(text: string): Cell {
  if (!/^\s*[+-]?\d+(?:[.,]\d+)?E[+-]\d+\s*$/i.test(text)) return { value: text };
  const fault = 'A spreadsheet has shortened this number to a form like 1.23E+10. Format the column as text.';
  return { value: text, fault };
}
