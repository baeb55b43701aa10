import { holdsName, matchCard, type Traveller } from '../documents/card-match.js';

/** What a mail of the authority says; `pin` is undefined when it names none, or more than one. */
type AuthorityMail = { pin: string | undefined; names: string[] };

/** A label of the PIN (`MDAC PIN`, `PIN Code`), and behind it the PIN: 4 to 12 letters and digits, at least one digit among them. */
const pinLabel =
  /\bPIN(?:\s{1,5}(?:CODE|NUMBER|NO\.?))?\s{0,5}(?:\/[^\n:]{1,30})?\s{0,5}(?:IS\b|[:：=])\s{0,20}(?=[A-Z]{0,11}\d)([A-Z0-9]{4,12})(?![A-Z0-9])/giu;

const nameLabel =
  /^[^\S\n]{0,20}(?:FULL\s|TRAVELLER(?:'S|’S)?\s)?NAME\s{0,5}(?:\/[^\n:]{1,30})?[:：][^\S\n]{0,20}(\S[^\n]{0,120})$/gimu;

/** Reads PIN and names out of the text of a mail. */
export function readAuthorityMail(text: string): AuthorityMail {
  const pins = new Set([...text.matchAll(pinLabel)].map(([, pin]) => pin!));
  return {
    pin: pins.size === 1 ? [...pins][0] : undefined,
    names: [...text.matchAll(nameLabel)].map(([, name]) => name!.trim()),
  };
}

/** The sentence that says why a member should look at the mail; undefined when it is about this traveller. */
export function reasonToLook({ names }: AuthorityMail, text: string, traveller: Traveller): string | undefined {
  const { verdict } = matchCard(text, traveller);
  if (verdict === 'differs') return 'It names another passport than the order.';
  if (names.some((name) => !holdsName(name, traveller.name))) return 'It names another traveller than the order.';
  if (verdict === 'unreadable' && names.length === 0) return 'It names neither the order’s passport nor its traveller.';
  return undefined;
}

/**
 * A PIN behind its word, also where a forwarding programme put quotes, stars, cells or lines between the two. What is no
 * PIN may be hidden too; what is one must be.
 */
const hiddenPin =
  /(?<![\p{L}\p{N}])PIN(?:[^\p{L}\p{N}]{1,40}(?:MDAC|CODE|KOD|NUMBER|NOMBOR|NUM|NO|IS|ANDA|IALAH|ADALAH|FOR|PIN)(?![\p{L}\p{N}])){0,5}[^\p{L}\p{N}]{1,40}((?=[A-Z]{0,11}\d)[A-Z0-9]{4,12})(?![A-Z0-9])/giu;

/** The PINs that a text gives away: those behind the word, and the known ones wherever they stand. */
export function pinsIn(text: string, known: readonly string[]): string[] {
  const labelled = [pinLabel, hiddenPin].flatMap((label) => [...text.matchAll(label)].map(([, pin]) => pin!));
  return [...new Set([...labelled, ...known.filter((pin) => asWord(pin).test(text))])];
}

/** What stands for a PIN that is hidden. */
export const hiddenSign = '••••';

/** The text without these PINs, for the thread and for packs. The time does not grow with their number. */
export function withoutPins(text: string, pins: readonly string[]): string {
  const hidden = new Set(pins.map((pin) => pin.toUpperCase()));
  return text.replace(words, (word) => (hidden.has(word.toUpperCase()) ? hiddenSign : word));
}

/** What may be a PIN. */
const words = /(?<![A-Z0-9])[A-Z0-9]{4,12}(?![A-Z0-9])/gi;

function asWord(pin: string): RegExp {
  return new RegExp(`(?<![A-Z0-9])${pin}(?![A-Z0-9])`, 'i');
}
