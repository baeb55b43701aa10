/** Titles, as shops and airlines put them before or behind a name. In the middle such letters are initials. */
export const titles: ReadonlySet<string> = new Set(['MR', 'MRS', 'MS', 'MISS', 'MSTR', 'DR', 'PROF']);
/** What people and forms write where there is no name. `FNU` and `LNU`: first, last name unknown, as visas of the USA say. */
const standIns = new Set(['FNU', 'LNU', 'NONE', 'NULL', 'UNKNOWN', 'XXX', 'XXXX', 'XXXXX']);
const saysNone = /\bN\/A\b|\bNO ?(?:(?:LAST|FIRST|GIVEN|FAMILY|SUR) ?)?NAME\b|^N ?A$|(?:^|\s)NIL$/;
/** Signs alone where a name begins or ends: `SUHARTO -`. */
const signsAlone = /^[^\p{L}\s]+(?:\s|$)|(?:^|\s)[^\p{L}\s]+$/u;
/** A title that an airline's booking writes onto the last name behind the stroke: `SMITH/JOHNMR`. */
const writtenOn = /\/\s*\p{L}[\p{L} ]+(?:MR|MRS|MSTR|MISS)$/u;

/** Whether a name has a title in it, or words for a name that is missing. The authority takes them for names. */
export function hasTitle(name: string): boolean {
  const text = name.normalize('NFKC').toUpperCase().replaceAll('.', ' ').trim();
  const words = text.split(/[^\p{L}\p{M}]+/u).filter(Boolean);
  const isTitled = words.length > 1 && [words[0]!, words.at(-1)!].some((word) => titles.has(word));
  return (
    isTitled ||
    signsAlone.test(name.trim()) ||
    words.some((word) => standIns.has(word)) ||
    saysNone.test(text) ||
    writtenOn.test(text)
  );
}
