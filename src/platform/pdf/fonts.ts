import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fontsFolder } from '../paths.js';

/** One file of a family, in regular weight: which characters it draws. */
type Face = { family: string; file: string; range: string; ranges: [first: number, last: number][] };

const emoji = 'noto-emoji';
/**
 * The families in the order they are asked for a character. The last three are split into more than a hundred files
 * each and are looked into only for what the others lack; Japanese and Korean first draw their own scripts.
 */
const families = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-armenian',
  'noto-sans-bengali',
  'noto-sans-ethiopic',
  'noto-sans-georgian',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-hebrew',
  'noto-sans-kannada',
  'noto-sans-khmer',
  'noto-sans-lao',
  'noto-sans-malayalam',
  'noto-sans-myanmar',
  'noto-sans-oriya',
  'noto-sans-sinhala',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-thaana',
  'noto-sans-thai',
  emoji,
];
const japanese = 'noto-sans-jp';
const korean = 'noto-sans-kr';
const chinese = 'noto-sans-sc';

/**
 * The style that makes a text print in our own fonts, whatever scripts it mixes: `@font-face` rules, regular and bold,
 * for each file that draws one of its characters, and the families as the page's font.
 * @param baseUrl where the files are served, as `{baseUrl}{package}/{file}`
 */
export function fontStyle(text: string, baseUrl: string): string {
  const faces = facesFor(text);
  const rules = faces.flatMap(({ family, file, range }) =>
    [400, 700].map(
      (weight) =>
        `@font-face{font-family:'${family}';font-weight:${weight};unicode-range:${range};` +
        `src:url(${baseUrl}${file.replace('-400-', `-${weight}-`)}) format('woff2')}`,
    ),
  );
  const stack = [...new Set(faces.map((face) => `'${face.family}'`)), 'sans-serif'];
  return `${rules.join('')}html{font-family:${stack.join(',')}}`;
}

/** The bytes of a font file that `fontStyle` named; undefined for any other name. */
export async function fontFile(file: string): Promise<Buffer | undefined> {
  const [, packageName, name] = /^(noto-[a-z-]+)\/(noto-[a-z0-9-]+\.woff2)$/.exec(file) ?? [];
  if (!packageName || !name) return undefined;

  try {
    return await readFile(join(fontsFolder, packageName, 'files', name));
  } catch {
    return undefined;
  }
}

/** Each character goes to the first file that draws it, so that few are loaded. */
function facesFor(text: string): Face[] {
  const missing = new Set(Array.from(text, (character) => character.codePointAt(0)!));
  const chosen: Face[] = [];
  for (const family of familiesFor(text)) {
    if (missing.size === 0) break;
    for (const face of facesOf(family)) {
      const drawn = [...missing].filter(
        (point) =>
          face.ranges.some(([first, last]) => point >= first && point <= last) && (family === emoji || !isEmoji(point)),
      );
      for (const point of drawn) missing.delete(point);
      if (drawn.length > 0) chosen.push(face);
    }
  }
  return chosen;
}

/** The ranges of other families name emoji that their files don't draw. */
function isEmoji(point: number): boolean {
  return /\p{Emoji_Presentation}/u.test(String.fromCodePoint(point));
}

function familiesFor(text: string): string[] {
  return [
    ...families,
    ...(/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? [japanese] : []),
    ...(/\p{Script=Hangul}/u.test(text) ? [korean] : []),
    chinese,
  ];
}

const known = new Map<string, Face[]>();

/** The packages describe their files in CSS: one rule a file, with the characters it draws. */
function facesOf(packageName: string): Face[] {
  const read = known.get(packageName);
  if (read) return read;

  const css = readFileSync(join(fontsFolder, packageName, '400.css'), 'utf8');
  const rules = css.matchAll(/font-family: '(.+?)';[^}]*?files\/(.+?\.woff2)[^}]*?unicode-range: (.+?);/g);
  const faces = [...rules].map(([, family, file, range]): Face => ({
    family: family!,
    file: `${packageName}/${file!}`,
    range: range!,
    ranges: range!.split(',').map(asNumbers),
  }));
  known.set(packageName, faces);
  return faces;
}

/** `U+0600-06FF` or `U+2E41`. */
function asNumbers(part: string): [first: number, last: number] {
  const [first, last] = part.replace('U+', '').split('-') as [string, string?];
  return [parseInt(first, 16), parseInt(last ?? first, 16)];
}
