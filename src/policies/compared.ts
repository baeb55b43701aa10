import type { ComparedLine } from '../shared/policy-kinds.js';

/** The most lines of a text that are compared; the work grows with the square. */
const mostLines = 1500;

/**
 * The lines of two texts, with as many as possible in both (longest common subsequence). Of texts that are too long, all
 * lines of the first come before all lines of the second.
 */
export function compared(before: string, after: string): ComparedLine[] {
  const one = before.split('\n');
  const other = after.split('\n');
  if (one.length > mostLines || other.length > mostLines) return [...mark(one, 'before'), ...mark(other, 'after')];

  const longest = lengths(one, other);
  const lines: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      lines.push({ text: one[i]!, in: 'both' });
      i++;
      j++;
    } else if (longest[i + 1]![j]! >= longest[i]![j + 1]!) lines.push({ text: one[i++]!, in: 'before' });
    else lines.push({ text: other[j++]!, in: 'after' });
  }
  return [...lines, ...mark(one.slice(i), 'before'), ...mark(other.slice(j), 'after')];
}

/** At [i][j]: how many lines the rests from i and j have in common. */
function lengths(one: string[], other: string[]): Uint16Array[] {
  const table = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const [below, right] = [table[i + 1]![j]!, table[i]![j + 1]!];
      table[i]![j] = one[i] === other[j] ? table[i + 1]![j + 1]! + 1 : Math.max(below, right);
    }
  }
  return table;
}

function mark(lines: string[], side: 'before' | 'after'): ComparedLine[] {
  return lines.map((text) => ({ text, in: side }));
}
