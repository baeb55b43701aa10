/** The check digit of ICAO 9303, part 3: weights 7, 3, 1; letters count from A = 10, the filler as 0. */
export function checkDigit(field: string): number {
  const values = Array.from(field, (sign) => (sign === '<' ? 0 : Number.parseInt(sign, 36)));
  return values.reduce((sum, value, at) => sum + value * [7, 3, 1][at % 3]!, 0) % 10;
}

/** The second line of a passport's machine-readable zone (ICAO 9303, part 4), with blanks and line breaks left out. */
const line =
  /^(?:P[A-Z<][A-Z<]{3}[A-Z<]{39})?([A-Z0-9<]{9})(\d)[A-Z<]{3}(\d{6})(\d)[MFX<](\d{6})(\d)([A-Z0-9<]{14})([\d<])(\d)$/;

/**
 * Whether all check digits of a passport's machine-readable zone are right. Takes both lines or the second alone, with or
 * without line breaks. Anything else is wrong.
 */
export function isMrzRight(mrz: string): boolean {
  const read = line.exec(mrz.toUpperCase().replace(/\s/g, ''));
  if (!read) return false;

  const [, number, numberDigit, birth, birthDigit, expiry, expiryDigit, personal, personalDigit, last] =
    read as unknown as string[];
  const isDigit = (field: string, digit: string) => checkDigit(field) === Number(digit);
  const isEmpty = /^<+$/.test(personal!);
  const whole = `${number}${numberDigit}${birth}${birthDigit}${expiry}${expiryDigit}${personal}${personalDigit}`;
  return (
    isDigit(number!, numberDigit!) &&
    isDigit(birth!, birthDigit!) &&
    isDigit(expiry!, expiryDigit!) &&
    (personalDigit === '<' ? isEmpty : isDigit(personal!, personalDigit!)) &&
    isDigit(whole, last!)
  );
}
