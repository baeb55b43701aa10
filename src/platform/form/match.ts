import { withoutMarks } from '../../shared/plain-name.js';

/** What a text means in a list of the form: `code` when that is sure, else the nearest rows, at most three, nearest first. */
export type Match = { code: string } | { near: string[] };

/** One word for a text that is written in several ways: capitals without marks, blanks and punctuation. `K.L.` → `KL`. */
export function keyOf(text: string): string {
  return withoutMarks(text)
    .replace(/&/g, 'AND')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The words of a text, as `keyOf` writes them. Letters with dots between them are one: `K.L.`. */
export function wordsOf(text: string): string[] {
  return withoutMarks(text)
    .replace(/&/g, ' AND ')
    .replace(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,}\p{L}?(?![\p{L}\p{N}])/gu, (letters) => letters.replaceAll('.', ''))
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** A sure match of one code; of several, or none, the nearest. */
export function matchOf(codes: Iterable<string>): Match {
  const [one, ...others] = new Set(codes);
  if (one === undefined) return { near: [] };
  return others.length === 0 ? { code: one } : { near: [one, ...others].slice(0, 3) };
}

/** Spelling → what it means, from a table of `code: spelling | spelling` lines. Spellings are kept as `keyOf` writes them. */
export function spellings(table: string): ReadonlyMap<string, readonly string[]> {
  const meant = new Map<string, string[]>();
  for (const line of table.trim().split('\n')) {
    const [code, texts] = line.split(':') as [string, string];
    for (const key of new Set(texts.split('|').map(keyOf)))
      meant.set(key, [...new Set([...(meant.get(key) ?? []), code.trim()])]);
  }
  return meant;
}

/** A code whose spelling resembles a text: how many slips they differ by, and how long the spelling is. */
type Resembling = { code: string; slips: number; length: number };

/**
 * The codes whose spelling resembles a key, nearest first: one slip in four to six letters, two in more.
 * @param known spelling as `keyOf` writes it → codes
 */
export function resembling(key: string, known: Iterable<readonly [string, readonly string[]]>): Resembling[] {
  const found = new Map<string, Resembling>();
  for (const [spelling, codes] of known) {
    const most = Math.min(slipsIn(key), slipsIn(spelling));
    if (most === 0 || Math.abs(spelling.length - key.length) > most) continue;
    const slips = slipsBetween(key, spelling, most);
    for (const code of codes)
      if (slips <= most && slips < (found.get(code)?.slips ?? Infinity))
        found.set(code, { code, slips, length: spelling.length });
  }
  return [...found.values()].toSorted((a, b) => a.slips - b.slips);
}

/** The code that a slip was made in: one slip in a name of seven letters or more, and nothing else resembles it. */
export function slipOf(key: string, resembles: readonly Resembling[]): Match {
  const [first, ...others] = resembles;
  const isLong = first !== undefined && Math.min(key.length, first.length) >= 7;
  if (isLong && first.slips === 1 && others.length === 0) return { code: first.code };
  return { near: resembles.slice(0, 3).map(({ code }) => code) };
}

function slipsIn(key: string): number {
  return key.length < 4 ? 0 : key.length < 7 ? 1 : 2;
}

/** How many letters are missing, too many, others, or exchanged with their neighbour; more than `most` is infinite. */
function slipsBetween(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row: number[] = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    if (Math.min(...row) > most) return Infinity;
    before = last;
    last = row;
  }
  return last[b.length]!;
}
