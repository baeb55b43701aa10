import { stringify } from 'csv-stringify/sync';

/**
 * Rows as CSV (RFC 4180), line endings included. Cells hold text by customers and shops, so a cell that a spreadsheet
 * would run as a formula gets an apostrophe in front.
 */
export function csvRows(rows: string[][]): string {
  return stringify(rows, {
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /[;\r\n]/,
    cast: { string: (value) => value.replace(innerFormula, "'") },
  });
}

/**
 * Formulas that `escape_formulas` misses: after blanks, and after characters that some spreadsheets take for a separator
 * or the end of a quote.
 */
const innerFormula = /(?:^(?= )|(?<=[;|\t\r\n"]))(?= {0,3}[=+\-@＝＋－＠])/g;
