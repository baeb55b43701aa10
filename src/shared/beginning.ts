/** The first letters of a text, in one line. @param most how many; a longer text ends in `…` */
export function beginningOf(text: string, most: number): string {
  const letters = Array.from(text.replace(/\s+/g, ' ').trim());
  return letters.length > most ? `${letters.slice(0, most).join('').trimEnd()}…` : letters.join('');
}
