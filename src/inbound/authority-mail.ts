import { holdsName, matchCard, type Traveller } from '../documents/card-match.js';
import { findPins, type FoundPin, hasPin } from './pin-reader.js';

/** What a mail of the authority says; `pin` is undefined when it names none, or more than one. */
type AuthorityMail = { pin: FoundPin | undefined; names: string[] };

const nameLabel =
  /^[^\S\n]{0,20}(?:FULL\s|TRAVELLER(?:'S|’S)?\s)?NAME\s{0,5}(?:\/[^\n:]{1,30})?[:：][^\S\n]{0,20}(\S[^\n]{0,120})$/gimu;

/** Reads PIN and names out of the text of a mail. */
export function readAuthorityMail(text: string): AuthorityMail {
  const [first, ...others] = findPins(text);
  return {
    pin: others.every(({ pin }) => pin === first?.pin) ? first : undefined,
    names: [...text.matchAll(nameLabel)].map(([, name]) => name!.trim()),
  };
}

/** The sentence that says why a member should look at the mail; undefined when it is about this traveller. */
export function reasonToLook(
  { names }: Pick<AuthorityMail, 'names'>,
  text: string,
  traveller: Traveller,
): string | undefined {
  const { verdict, in: what } = matchCard(text, traveller);
  if (what === 'passport') return 'It names another passport than the order.';
  if (what === 'arrival') return 'It names another day of arrival than the order.';
  if (what === 'name' || names.some((name) => !holdsName(name, traveller.name)))
    return 'It names another traveller than the order.';
  if (verdict === 'unreadable' && names.length === 0) return 'It names neither the order’s passport nor its traveller.';
  return undefined;
}

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
      ? findPins(piece)
      : [...quotesOf(piece, senders).flatMap(findPins), ...findPins(piece).filter(isCalledMdacs)],
  );
  const pins = given.map(({ pin }) => pin);
  return [...new Set([...pins, ...known.filter((pin) => pieces.some((piece) => hasPin(piece, pin)))])];
}

function isCalledMdacs({ label, before }: FoundPin): boolean {
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
