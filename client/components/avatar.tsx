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

/** Who holds an order or did something, as initials in a colour that stays with the name. */
export function Avatar({ name, className = '' }: { name: string; className?: string }) {
  return (
    <span title={name} className={`avatar ${toneOf(name)} ${className}`}>
      <span aria-hidden>{initials(name)}</span>
      <span className="sr-only">{name}</span>
    </span>
  );
}

/** First letters of the first and the last word; by code point, for not every alphabet fits in two bytes. */
export function initials(name: string): string {
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

function toneOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return tones[sum % tones.length]!;
}
