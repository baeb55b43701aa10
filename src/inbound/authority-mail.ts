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
  const { verdict, in: what } = matchCard(text, traveller);
  if (what === 'passport') return 'It names another passport than the order.';
  if (what === 'arrival') return 'It names another day of arrival than the order.';
  if (what === 'name' || names.some((name) => !holdsName(name, traveller.name)))
    return 'It names another traveller than the order.';
  if (verdict === 'unreadable' && names.length === 0) return 'It names neither the order’s passport nor its traveller.';
  return undefined;
}

/**
 * A PIN behind its word, also where a forwarding programme put quotes, stars, cells or lines between the two. What is no
 * PIN may be hidden too; what is one must be.
 */
const hiddenPin =
  /(?<![\p{L}\p{N}])PIN(?:[^\p{L}\p{N}]{1,40}(?:MDAC|CODE|KOD|NUMBER|NOMBOR|NUM|NO|IS|ANDA|IALAH|ADALAH|FOR|PIN)(?![\p{L}\p{N}])){0,5}[^\p{L}\p{N}]{1,40}((?=[A-Z]{0,11}\d)[A-Z0-9]{4,12})(?![A-Z0-9])/giu;

type Read = {
  /** What a member could read of the mail. */
  pieces: string[];
  /** Whether it is a mail in the authority's name. */
  isAuthoritys: boolean;
  /** The authority's addresses, and its domains as `@domain`. */
  senders: readonly string[];
  /** The PINs of the order that are on record. */
  known: readonly string[];
};

/**
 * The PINs that a mail gives away. In the authority's name: what is behind the word. In other mails what is behind it in
 * words of the authority that they forward or quote, or where it is called the MDAC's; else it may be anything, as an
 * Indian postal code. In every mail those that are on record.
 */
export function pinsIn({ pieces, isAuthoritys, senders, known }: Read): string[] {
  const given = pieces.flatMap((piece) =>
    isAuthoritys
      ? labelled(piece)
      : [...quotesOf(piece, senders).flatMap(labelled), ...labelled(piece).filter(isCalledMdacs)],
  );
  const pins = given.map(({ pin }) => pin);
  return [...new Set([...pins, ...known.filter((pin) => pieces.some((piece) => asWord(pin).test(piece)))])];
}

/** A PIN behind its word, with what stands before and between the two. */
type Labelled = { pin: string; label: string; before: string };

function labelled(text: string): Labelled[] {
  return [pinLabel, hiddenPin].flatMap((label) =>
    [...text.matchAll(label)].map(({ 0: whole, 1: pin = '', index }) => ({
      pin,
      label: whole,
      before: text.slice(Math.max(0, index - 45), index),
    })),
  );
}

function isCalledMdacs({ label, before }: Labelled): boolean {
  return /\bMDAC\b/i.test(label) || /\bMDAC(?:['’]?S)?[^\p{L}\p{N}.,;!?]{1,40}$/iu.test(before);
}

/** The parts of a text that name the authority as their writer: to the end, or as far as they are quoted with `>`. */
function quotesOf(text: string, senders: readonly string[]): string[] {
  const lines = text.split('\n');
  const next = (from: number, is: (line: string) => boolean) => {
    let at = from;
    while (at < lines.length && !is(lines[at]!)) at++;
    return at;
  };
  const quotes: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!namesWriter(lines[at]!, senders)) continue;
    const first = next(at + 1, (line) => line.trim() !== '');
    const end = lines[first]?.startsWith('>') ? next(first, (line) => !/^(?:>|\s*$)/.test(line)) : lines.length;
    quotes.push(lines.slice(at, end).join('\n'));
    at = end - 1;
  }
  return quotes;
}

/** `From: MDAC <noreply@…>`, or `On 22 November MDAC <noreply@…> wrote:`, in any language. */
function namesWriter(line: string, senders: readonly string[]): boolean {
  const lower = line.toLowerCase();
  if (!senders.some((sender) => lower.includes(sender))) return false;
  return /^[\s>|*_]{0,20}\p{L}[\p{L}\s-]{0,20}[*_]{0,2}\s{0,3}[:：]|[:：]\s*$/u.test(line);
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
