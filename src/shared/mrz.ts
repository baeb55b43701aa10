/** The check digit of ICAO 9303, part 3: weights 7, 3, 1; letters count from A = 10, the filler as 0. */
export function checkDigit(field: string): number {
  const values = Array.from(field, (sign) => (sign === '<' ? 0 : Number.parseInt(sign, 36)));
  return values.reduce((sum, value, at) => sum + value * [7, 3, 1][at % 3]!, 0) % 10;
}

/** What a machine-readable zone says, without fillers; days are YYMMDD, of which parts may be `<`. */
export type Zone = {
  number: string;
  nationality: string;
  birth: string;
  sex: 'M' | 'F' | '<';
  expiry: string;
  /** The words of the name; null where the line with the name was not sent. */
  name: string[] | null;
  /** The given names, then the surname; null where that line was not sent, or may be cut. */
  fullName: string | null;
  /** Whether the name fills its line, so that the rest of it may be missing. */
  isCut: boolean;
};

/** The parts that all three sizes have: the number, birth, sex and expiry, each with its check digit. */
const number = String.raw`(?<number>[A-Z0-9<]{9})(?<numberDigit>[\d<])`;
const birth = String.raw`(?<birth>[\d<]{6})(?<birthDigit>\d)`;
const expiry = String.raw`(?<expiry>\d{6})(?<expiryDigit>\d)`;
const nationality = '(?<nationality>[A-Z][A-Z<]{2})';
const sex = '(?<sex>[MFX<])';

/**
 * The sizes of ICAO 9303 without blanks and line breaks, and what the last check digit is of: a passport (part 4: two lines
 * of 44, or the second alone), an identity card (part 5: three lines of 30), another document (part 6: two lines of 36).
 */
const sizes: { lines: RegExp; whole: (parts: Record<string, string>) => string }[] = [
  {
    lines: new RegExp(
      `^(?:P[A-Z<][A-Z<]{3}(?<name>[A-Z<]{39}))?${number}${nationality}${birth}${sex}${expiry}(?<rest>[A-Z0-9<]{14})(?<restDigit>[\\d<])(?<last>\\d)$`,
    ),
    whole: ({ rest, restDigit, ...parts }) => `${dated(parts)}${rest}${restDigit}`,
  },
  {
    lines: new RegExp(
      `^[ACIP][A-Z0-9<][A-Z<]{3}${number}(?<rest>[A-Z0-9<]{15})${birth}${sex}${expiry}${nationality}(?<more>[A-Z0-9<]{11})(?<last>\\d)(?<name>[A-Z<]{30})$`,
    ),
    whole: ({ number, numberDigit, rest, birth, birthDigit, expiry, expiryDigit, more }) =>
      `${number}${numberDigit}${rest}${birth}${birthDigit}${expiry}${expiryDigit}${more}`,
  },
  {
    lines: new RegExp(
      `^[ACIP][A-Z0-9<][A-Z<]{3}(?<name>[A-Z<]{31})${number}${nationality}${birth}${sex}${expiry}(?<rest>[A-Z0-9<]{7})(?<last>\\d)$`,
    ),
    whole: ({ rest, ...parts }) => `${dated(parts)}${rest}`,
  },
];

function dated({ number, numberDigit, birth, birthDigit, expiry, expiryDigit }: Record<string, string>): string {
  return `${number}${numberDigit}${birth}${birthDigit}${expiry}${expiryDigit}`;
}

/**
 * Reads a machine-readable zone, in any case, with or without line breaks.
 * @returns undefined for what is no zone, or has a wrong check digit
 */
export function readZone(mrz: string): Zone | undefined {
  const text = mrz.toUpperCase().replace(/\s/g, '');
  for (const { lines, whole } of sizes) {
    const parts = lines.exec(text)?.groups;
    if (!parts) continue;
    const number = numberOf(parts);
    const isRight = number !== undefined && areDatesRight(parts) && isDigitOf(whole(parts), parts['last']!);
    return isRight ? zoneOf(number, parts) : undefined;
  }
  return undefined;
}

/** Whether all check digits of a machine-readable zone are right. Anything else is wrong. */
export function isMrzRight(mrz: string): boolean {
  return readZone(mrz) !== undefined;
}

/**
 * The number of the document; undefined with a wrong check digit. In the smaller sizes a number of more than nine signs goes
 * on in the free field behind it, with its check digit at the end.
 */
function numberOf({ number = '', numberDigit = '', rest = '', restDigit }: Record<string, string>): string | undefined {
  if (numberDigit !== '<') return isDigitOf(number, numberDigit) ? unfilled(number) : undefined;
  const [, more, digit] = /^([A-Z0-9]+)(\d)(?:<|$)/.exec(rest) ?? [];
  const isLong = restDigit === undefined && more !== undefined && digit !== undefined;
  return isLong && isDigitOf(number + more, digit) ? unfilled(number + more) : undefined;
}

function areDatesRight({ birth, birthDigit, expiry, expiryDigit, rest, restDigit }: Record<string, string>): boolean {
  return (
    isDigitOf(birth!, birthDigit!) &&
    isDigitOf(expiry!, expiryDigit!) &&
    (restDigit === undefined || (restDigit === '<' ? /^<+$/.test(rest!) : isDigitOf(rest!, restDigit)))
  );
}

function isDigitOf(field: string, digit: string): boolean {
  return checkDigit(field) === Number(digit);
}

function zoneOf(number: string, { nationality, birth, sex, expiry, name }: Record<string, string>): Zone {
  const isCut = name !== undefined && !name.endsWith('<');
  return {
    number,
    nationality: unfilled(nationality!),
    birth: birth!,
    sex: sex === 'X' ? '<' : (sex as Zone['sex']),
    expiry: expiry!,
    name: name?.split('<').filter(Boolean) ?? null,
    fullName: name === undefined || isCut ? null : inOrder(name),
    isCut,
  };
}

/** `ERIKSSON<<ANNA<MARIA<<<` as `ANNA MARIA ERIKSSON`. */
function inOrder(name: string): string {
  const [surname = '', ...given] = name.split('<<');
  return [...given, surname].join('<').split('<').filter(Boolean).join(' ');
}

function unfilled(field: string): string {
  return field.replaceAll('<', '');
}
