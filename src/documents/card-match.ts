import type { CardVerdict } from '../shared/answers/documents.js';
import { formatShortDay } from '../shared/dates.js';
import { checkDigit } from '../shared/mrz.js';
import { nationalityCode } from '../platform/nationality-codes.js';
import { isSameState } from '../shared/zone-differences.js';
import { daysIn } from './card-days.js';
import { titles } from '../shared/name-titles.js';
import { spelled, type Spelling, spellings } from '../shared/plain-name.js';

/** What a card is compared with: days are `YYYY-MM-DD`, the nationality is a code. What is null is not compared. */
export type Traveller = {
  passport: string;
  name: string;
  arrival: string;
  departure?: string | null;
  birth?: string | null;
  expiry?: string | null;
  nationality?: string | null;
  sex?: string | null;
};

/** In what a card differs from its order. */
type Difference = 'passport' | 'arrival' | 'name' | 'more';

/** A verdict and what it rests on; `note` is a sentence without personal data beyond the ends of passport numbers and days. */
export type CardMatch = { verdict: CardVerdict; note: string; in?: Difference };

/**
 * Compares the text of a card with the order it is for (docs/form.md#the-card-must-be-this-orders). It agrees when it
 * holds the order's passport number and no other traveller's; it differs when it names another passport number,
 * another day of arrival, another name, or behind its label another day, nationality or sex; it is unreadable when it
 * names no passport number.
 * @param text the text of all pages and of what is attached to them; empty for a picture
 */
export function matchCard(text: string, traveller: Traveller): CardMatch {
  const { passport, name, arrival } = traveller;
  const own = compact(passport);
  const upper = text.toUpperCase();
  const named = [...labelled(upper, own), ...machineRead(upper)];
  const other = named.find((number) => number !== own);
  if (other !== undefined)
    return differs('passport', `This card is for passport …${other.slice(-4)}, the order is for …${own.slice(-4)}.`);
  if (named.length === 0 && !holds(upper, own))
    return { verdict: 'unreadable', note: 'We could not read this card. Compare it yourself.' };

  const days = daysIn(upper);
  const arrivals = days.flatMap(({ of, days: one }) => (of === 'arrival' ? [one] : []));
  const otherDay = arrivals.find((days) => !days.includes(arrival));
  if (otherDay)
    return differs(
      'arrival',
      `This card is for an arrival on ${formatShortDay(otherDay[0])}, the order is for ${formatShortDay(arrival)}.`,
    );
  if (namesAnother(text, name)) return differs('name', 'This card is for another name than the order.');

  const others = othersIn(upper, days, traveller);
  if (others.length > 0)
    return differs('more', `This card has another ${others.join(' and another ')} than the order.`);

  const missing = [
    !holdsName(text, name) && 'name',
    arrivals.length === 0 && !holdsDay(upper, arrival) && 'arrival date',
  ].filter(Boolean);
  const rest = missing.length > 0 ? ` The ${missing.join(' and the ')} could not be found in it.` : '';
  return { verdict: 'agrees', note: `The passport number on this card is the order’s.${rest}` };
}

/**
 * Compares a card with its order, and with what was submitted where that is another: a sentence says which of the two it is.
 * @param submitted null when nothing was
 */
export function compareCard(text: string, traveller: Traveller, submitted: Traveller | null): CardMatch {
  const match = matchCard(text, traveller);
  if (!submitted || match.verdict === 'unreadable') return match;
  const sent = matchCard(text, submitted);
  if (sent.verdict === match.verdict && sent.in === match.in) return match;
  const rest =
    sent.verdict === 'agrees'
      ? 'It is as it was submitted; the order was amended since.'
      : 'It is not what was submitted.';
  return { ...match, note: `${match.note} ${rest}` };
}

function differs(what: Difference, note: string): CardMatch {
  return { verdict: 'differs', note, in: what };
}

/** What a card has behind its label otherwise than the order, beyond passport, arrival and name. */
function othersIn(upper: string, days: ReturnType<typeof daysIn>, traveller: Traveller): string[] {
  const { departure, birth, expiry, nationality, sex } = traveller;
  const isOther = (of: string, own: string | null | undefined) =>
    Boolean(own) && days.some((day) => day.of === of && !day.days.includes(own!));
  const states = valuesBehind(upper, nationalityLabel).flatMap((said) => nationalityCode(said) ?? []);
  const sexes = valuesBehind(upper, sexLabel).flatMap((said) => sexOf[said] ?? []);
  return [
    isOther('departure', departure) && 'day of departure',
    isOther('birth', birth) && 'date of birth',
    isOther('expiry', expiry) && 'day of expiry',
    nationality && states.some((code) => !isSameState(code, nationality)) && 'nationality',
    sex && sex !== 'X' && sexes.some((one) => one !== sex) && 'sex',
  ].filter((what) => typeof what === 'string');
}

const nationalityLabel = /^[^\S\n]*(?:NATIONALITY|CITIZENSHIP|(?:KE)?WARGANEGARA(?:AN)?|国籍|國籍)/gmu;
const sexLabel = /^[^\S\n]*(?:SEX|GENDER|JANTINA|性别|性別)/gmu;
/** The words that cards have for a sex. */
const sexOf: Readonly<Record<string, string>> = {
  M: 'M', MALE: 'M', LELAKI: 'M', 男: 'M', F: 'F', FEMALE: 'F', PEREMPUAN: 'F', 女: 'F',
}; // prettier-ignore

/** What is behind a label that begins a line, to the end of the line; else the next line. */
function valuesBehind(upper: string, label: RegExp): string[] {
  return [...upper.matchAll(label)].map(({ index, 0: words }) => {
    const rest = upper.slice(index + words.length, index + words.length + reach);
    const [beside = '', below = ''] = rest.replace(/^\s{0,3}[/(][^\n:：]{1,40}(?=[:：\n])/u, '').split(/\r?\n/);
    const said = beside.replace(/^[\s:：]+/u, '').trim();
    return said || below.trim();
  });
}

function compact(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Whether the number stands in the text as a word of its own; blanks within it are ignored. */
function holds(upper: string, number: string): boolean {
  return number !== '' && asWord(number).test(upper);
}

function asWord(number: string): RegExp {
  return new RegExp(`(?<![A-Z0-9])${Array.from(number).join('[\\s-]*')}(?![A-Z0-9])`);
}

/** A label of a passport number; not that of a passport's expiry or place of issue. */
const label =
  /(?:PASSPORT|PASPORT|PASPOR|TRAVEL DOCUMENT|PASSEPORT|PASAPORTE|REISEPASS|护照|護照|ПАСПОРТ\p{L}*|جواز السفر)\s*(?:\/[^\n:]{1,40})?(?:NO\b|NUMBER|NUM\b|NR\b|N[°º]|#|№|NOMBOR|NOMOR|号码|號碼|НОМЕР|[:：\n])/gu;

/** How far behind a label its value may stand, in characters. */
const reach = 120;

/**
 * A passport number: a word of 6 to 12 letters and digits with at least four digits in it. A word with a slash, dot or dash beside it is
 * part of a date or an address; eight digits that begin with a year are a date.
 */
const numberWord =
  /(?<![A-Z0-9/.@-])(?!(?:19|20)\d{6}(?![A-Z0-9]))(?=(?:[A-Z]*\d){4})[A-Z0-9]{6,12}(?![A-Z0-9/@-]|\.\w)/;

/**
 * The passport numbers that stand behind a label, and before a form feed, which begins a form field (raster.ts). The order's own wins over any other word behind the same label; what
 * stands behind the next label is that one's.
 */
function labelled(upper: string, own: string): string[] {
  const labels = [...upper.matchAll(label)];
  return labels.flatMap(({ index, 0: words }, place) => {
    const begin = index + words.length;
    const next = labels[place + 1]?.index ?? upper.length;
    const [behind = ''] = upper.slice(begin, Math.min(begin + reach, next)).split('\f', 1);
    if (holds(behind, own)) return [own];
    return numberWord.exec(behind)?.[0] ?? [];
  });
}

/** The second line of a passport's machine-readable zone (ICAO 9303, part 4): number, check digit, nationality, birth date … */
const zone = /([A-Z0-9<]{9})(\d)[A-Z<]{3}\d{7}[MFX<]\d{7}/g;

function machineRead(upper: string): string[] {
  return [...upper.replace(/[^\S\n]/g, '').matchAll(zone)]
    .filter(([, number, digit]) => checkDigit(number!) === Number(digit))
    .map(([, number]) => number!.replaceAll('<', ''));
}

/**
 * Whether each word of the name stands in the text, in any order, in the letters of a machine-readable zone. A name with
 * a hyphen may stand as one word or as two.
 */
export function holdsName(text: string, name: string): boolean {
  // In a machine-readable zone, document type and issuing state stand before the name without a blank.
  const parted = text.replace(/\bP[A-Z<][A-Z<]{3}(?=[A-Z]+<)/g, ' ');
  return spellings.some((spelling) => {
    const words = new Set(wordsOf(parted, spelling));
    const own = name
      .split(/\s+/)
      .map((word) => wordsOf(word, spelling))
      .filter((parts) => parts.length > 0);
    return own.length > 0 && own.every((parts) => words.has(parts.join('')) || parts.every((part) => words.has(part)));
  });
}

/** A name behind its label, in the same line or in the next one. */
const nameLabel =
  /^[^\S\n]{0,20}(?:FULL\s|TRAVELLER(?:'S|’S)?\s)?NAME[^\S\n]{0,5}(?:\/[^\n:]{1,30})?(?:[:：][^\S\n]{0,20}([^\n]{1,120})|[:：]?[^\S\n]{0,5}\r?\n([^\n:：]{1,120}))$/gimu;
/** What stands in place of a name's value where labels and values are in columns. */
const isLabel =
  /\b(?:PASSPORT|DATE|NATIONALITY|COUNTRY|SEX|GENDER|NUMBER|NO|EMAIL|PHONE|STATUS|ARRIVAL|BIRTH|PLACE|PIN)\b|\d/i;

/**
 * Whether a name behind a label is of somebody else: the order's does not stand in the text, and the label's has a word that the
 * order's has not. A name in another script than the order's can't be compared.
 */
function namesAnother(text: string, name: string): boolean {
  if (holdsName(text, name) || !/^[\p{Script=Latin}\P{L}]+$/u.test(name)) return false;
  const own = new Set(spellings.flatMap((spelling) => wordsOf(name, spelling)));
  const joined = [...own].join('');
  return [...text.matchAll(nameLabel)].some(([, beside, below]) => {
    const said = (beside ?? below ?? '').trim();
    if (!/^[\p{Script=Latin}\P{L}]+$/u.test(said) || isLabel.test(said)) return false;
    return wordsOf(said, spellings[0]!).some((word) => !titles.has(word) && !own.has(word) && !joined.includes(word));
  });
}

function wordsOf(text: string, spelling: Spelling): string[] {
  return spelled(text, spelling)
    .replace(/['’]/g, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** Whether a day stands in the text, in one of the spellings of arrival cards. */
function holdsDay(upper: string, day: string): boolean {
  const [year = '', month = '', date = ''] = day.split('-');
  const [d, m] = [`0?${Number(date)}`, `0?${Number(month)}`];
  const word = `${months[Number(month) - 1]}[A-Z]*`;
  return new RegExp(
    `(?<!\\d)(?:${d}[/. -]${m}[/. -]${year}|${year}[/. -]${m}[/. -]${d}|${d}[ -]${word}[ ,-]+${year}|${word} ${d},? ${year})(?!\\d)`,
  ).test(upper);
}
