import { withoutMarks } from '../../shared/plain-name.js';

/** The most letters that a line of the address takes. */
const lineLength = 100;

/**
 * A text of the journey or the address in the letters that the form takes: A to Z, 0 to 9, blanks and `/ - @ ( ) , '`.
 * Other signs become those with the same meaning (`&` → `AND`, `No. 12` → `NO 12`); lines are joined by commas. Letters of
 * other scripts stay, so that the form's refusal of them is seen.
 */
export function journeyText(text: string): string {
  return withoutMarks(text.replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' ').normalize('NFKC'))
    .replace(/&| \+ /g, ' AND ')
    .replace(/[’‘`´]/g, "'")
    .replace(/[–—−_]/g, '-')
    .replace(/[[{【]/g, '(')
    .replace(/[\]}】]/g, ')')
    .replace(/[\\|⁄]/g, '/')
    .replace(/(?<=\d):(?=\d)/g, ' ')
    .replace(/[;:、\n\r]+/g, ', ')
    .replace(/(?<=\d)\.(?=\d)/g, '-')
    .replace(/\.(?=[A-Z]\.)|(?<=\.[A-Z])\./g, '')
    .replace(/[^\p{L}\p{N}/@(),' -]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,)])/g, '')
    .replace(/,(?:\s*,)+/g, ',')
    .replace(/^[ ,]{1,4}|[ ,]{1,4}$/g, '');
}

/**
 * The two lines of the form's address, each of at most 100 letters. Where the second is empty and the first too long, it is
 * split at a comma or, failing that, at a blank. `lost` says that not all of it fits.
 */
export function addressLines(address: string, address2: string): { line1: string; line2: string; lost: boolean } {
  const [whole, second] = [journeyText(address), journeyText(address2)];
  if (second !== '' || whole.length <= lineLength) {
    const line1 = cut(whole);
    const line2 = cut(second);
    return { line1, line2, lost: line1 !== whole || line2 !== second };
  }

  const at = splitOf(whole);
  const rest = whole.slice(at).replace(/^[ ,]{1,4}/, '');
  const line2 = cut(rest);
  return { line1: whole.slice(0, at).replace(/[ ,]{1,4}$/, ''), line2, lost: line2 !== rest };
}

/** Where the first line ends: at the last comma that leaves the rest room in the second, else at the last blank. */
function splitOf(text: string): number {
  const head = text.slice(0, lineLength + 1);
  const comma = head.lastIndexOf(',');
  if (comma > 0 && text.length - comma <= lineLength + 2) return comma;
  return Math.max(head.lastIndexOf(' '), 0) || lineLength;
}

/** What of a text fits a line, in whole words. */
function cut(text: string): string {
  if (text.length <= lineLength) return text;
  const blank = text.slice(0, lineLength + 1).lastIndexOf(' ');
  return text.slice(0, blank > 0 ? blank : lineLength).replace(/[ ,]{1,4}$/, '');
}
