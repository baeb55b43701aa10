/** One row of CSV (RFC 4180), its line ending included. */
export function csvRow(fields: string[]): string {
  return `${fields.map(cell).join(',')}\r\n`;
}

/** What a spreadsheet would take for a formula gets an apostrophe in front: customers and shops choose their words. */
function cell(value: string): string {
  const text = value.replace(formula, "'");
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Where a cell may begin with a formula: at the start, and behind what some spreadsheets take for a separator or a quote. */
const formula = /^(?=[\t\r\n])|(?:^|(?<=[;|\t\r\n"]))(?= {0,3}[=+\-@＝＋－＠])/g;
