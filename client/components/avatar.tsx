import { formatUtcMinute } from '@shared/dates';

const tones = [
  'tone-blue',
  'tone-violet',
  'tone-teal',
  'tone-orange',
  'tone-green',
  'tone-rose',
  'tone-indigo',
  'tone-amber',
];

let colleagues: string[] = [];
let initialsByName: ReadonlyMap<string, string> = new Map();

/** Provides the names of all members, so that members with the same first letters get different initials. */
export function tellApart(names: string[]): void {
  if (names === colleagues) return;
  colleagues = names;
  initialsByName = distinctInitials(names);
}

type AvatarProps = {
  name: string;
  /** When the hold began, ISO 8601. */
  since?: string | null;
  className?: string;
};

/** A member as initials, always in the same colour. */
export function Avatar({ name, since, className = '' }: AvatarProps) {
  return (
    <span
      title={since ? `${name}, since ${formatUtcMinute(since)}` : name}
      className={`avatar ${toneOf(name)} ${className}`}
    >
      <span aria-hidden>{initialsByName.get(name) ?? initials(name)}</span>
      <span className="sr-only">{name}</span>
    </span>
  );
}

/** Gives each name unique initials, in the order of the names: `DT`, then `DTT`, `DeT`, `DT2`. */
export function distinctInitials(names: string[]): Map<string, string> {
  const taken = new Set<string>();
  const found = new Map<string, string>();
  for (const name of new Set(names)) {
    const words = name.trim().split(/\s+/);
    const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
    const candidates = [
      initials(name),
      words.slice(0, 3).map(firstLetter).join('').toUpperCase(),
      firstLetter(first).toUpperCase() + secondLetter(first) + firstLetter(last).toUpperCase(),
      initials(name) + secondLetter(last),
    ];
    let short = candidates.find((one) => !taken.has(one));
    for (let n = 2; short === undefined; n += 1) if (!taken.has(initials(name) + n)) short = initials(name) + n;
    taken.add(short);
    found.set(name, short);
  }
  return found;
}

/** First letters of the first and the last word; by code point, because some characters take two UTF-16 units. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => firstLetter(word))
    .join('')
    .toUpperCase();
}

function firstLetter(word = ''): string {
  const code = word.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function secondLetter(word: string): string {
  return firstLetter(word.slice(firstLetter(word).length)).toLowerCase();
}

function toneOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return tones[sum % tones.length]!;
}
