const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** Months that Malay and Indonesian write otherwise. */
const malay: Record<string, number> = { MAC: 3, MEI: 5, OGO: 8, AGU: 8, OKT: 10, DIS: 12, DES: 12 };

/** A day in any spelling of cards; each way of writing has its groups. */
const written =
  /(?<![\dA-Z])(?:(\d{4})[/. -](\d{1,2})[/. -](\d{1,2})|(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})|(\d{1,2})[ -]?([A-Z]{3})[A-Z]{0,6}[ ,-]{1,3}(\d{4}|\d{2})|([A-Z]{3})[A-Z]{0,6} (\d{1,2}),? (\d{4})|((?:19|20)\d\d)(\d\d)(\d\d)|(\d{4})年(\d{1,2})月(\d{1,2}))(?!\d)/g;

/** What a day on a card is of: an arrival, or something else. Some cards name it in two languages. */
const label =
  /DATE OF [A-Z]{1,20}|DATE D['’]ARRIVÉE|(?<![A-Z])[A-Z]{1,20} DATE\b|\bARRIVAL\b(?=[^\S\n]{0,9}(?:[:：]|\n))|\b(?:DEPARTURE|EXPIRY|BIRTH|DOB)\b|TARIKH [A-Z]{1,20}|FECHA DE [A-Z]{1,20}|ANKUNFTSDATUM|(?:到达|抵达|入境|到達|抵達|出生|离境|離境|有效)日期|ДАТА [А-Я]{1,20}|تاريخ \S{1,20}/gu;
/** What a labelled day is of. */
type DayOf = 'arrival' | 'departure' | 'birth' | 'expiry' | 'other';
const kinds: readonly [DayOf, RegExp][] = [
  ['arrival', /ARRIV|KETIBAAN|TIBA\b|LLEGADA|ANKUNFT|到达|抵达|入境|到達|抵達|ПРИБЫТИЯ|ВЪЕЗДА|الوصول/u],
  ['departure', /DEPART|BERLEPAS|SALIDA|离境|離境/u],
  ['birth', /BIRTH|\bDOB\b|LAHIR|NACIMIENTO|出生/u],
  ['expiry', /EXPIR|LUPUT/u],
];

function kindOf(words: string): DayOf {
  return kinds.find(([, is]) => is.test(words))?.[0] ?? 'other';
}

type Found = { at: number; end: number } & ({ days: string[] } | { of: DayOf });

/**
 * The days that a card has behind labels, each with every day that it may mean: 02/03 may be in March or in February. A
 * day is of the label before it in its line, else of the labels above it, in their order.
 * @param upper the text of the card in capitals
 */
export function daysIn(upper: string): { of: DayOf; days: string[] }[] {
  const found: Found[] = [
    ...[...upper.matchAll(label)].map(({ index: at, 0: words }) => ({
      at,
      end: at + words.length,
      of: kindOf(words),
    })),
    ...[...upper.matchAll(written)].map((match) => ({
      at: match.index,
      end: match.index + match[0].length,
      days: daysOf(match),
    })),
  ].toSorted((one, other) => one.at - other.at);

  const labelled: { of: DayOf; days: string[] }[] = [];
  let waiting: Exclude<Found, { days: string[] }>[] = [];
  for (const one of found) {
    if ('days' in one) {
      const last = waiting.at(-1);
      const isOfLine = last !== undefined && !upper.slice(last.end, one.at).includes('\n');
      const its = isOfLine ? last : waiting[0];
      waiting = isOfLine ? [] : waiting.slice(1);
      if (its && one.days.length > 0) labelled.push({ of: its.of, days: one.days });
      continue;
    }
    const last = waiting.at(-1);
    // the same label in a second language
    const isSame = last !== undefined && /^\s{0,3}[/|(]?\s{0,3}$/.test(upper.slice(last.end, one.at).slice(0, 10));
    if (last && isSame && (last.of === one.of || /[/|(]/.test(upper.slice(last.end, one.at)))) {
      waiting[waiting.length - 1] = { ...one, of: last.of === 'other' ? one.of : last.of };
    } else waiting.push(one);
  }
  return labelled;
}

function daysOf(match: RegExpMatchArray): string[] {
  const [, y1, m1, d1, a2, b2, y2, d3, n3, y3, n4, d4, y4, y5, m5, d5, y6, m6, d6] = match;
  const year = y1 ?? y2 ?? y3 ?? y4 ?? y5 ?? y6 ?? '';
  const pairs = [
    [m1, d1],
    [b2, a2],
    [a2, b2],
    [n3, d3],
    [n4, d4],
    [m5, d5],
    [m6, d6],
  ].flatMap(([month, date]) => (month && date ? [[monthOf(month), Number(date)] as const] : []));
  const whole = Number(year.length === 2 ? `20${year}` : year);
  const days = pairs.flatMap(([month, date]) => {
    const day = new Date(Date.UTC(whole, month - 1, date));
    return month >= 1 && day.getUTCMonth() === month - 1 && day.getUTCDate() === date
      ? [day.toISOString().slice(0, 10)]
      : [];
  });
  return [...new Set(days)];
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : (malay[text] ?? months.indexOf(text) + 1);
}
