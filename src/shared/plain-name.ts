/** Letters that no mark is taken off, and how passports spell them (ICAO 9303, part 3). */
export const unmarked: Readonly<Record<string, string>> = {
  Ø: 'O',
  Æ: 'AE',
  Œ: 'OE',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  Ħ: 'H',
  Ŧ: 'T',
  Ŋ: 'N',
};

/** A text in capitals without marks: `José Łukasz` → `JOSE LUKASZ`. Letters of other scripts stay. */
export function withoutMarks(text: string): string {
  const letters = Array.from(text.normalize('NFC').toUpperCase(), (letter) => unmarked[letter] ?? letter);
  return letters.join('').normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}

/** A name as the authority's form takes it: capitals A to Z, one blank between words. Letters of other scripts stay. */
export function plainName(name: string): string {
  return withoutMarks(name)
    .replace(/['’`´.]/g, '')
    .replace(/[-–,/]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
