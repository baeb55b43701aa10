import type { AuditEntry } from './answers/audit.js';

/** Fewer equal rows than these are shown as they are: a line for two would save one row, and cost a press. */
const fewest = 3;

/**
 * The lines of the audit screen: one row, or rows that follow each other and differ in nothing but their order and their time
 * within a day (docs/people.md#audit). Server and screen make the same lines of the same rows.
 */
export function linesOf(rows: readonly AuditEntry[]): AuditEntry[][] {
  const runs: AuditEntry[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run && wordsOf(run[0]!) === wordsOf(row)) run.push(row);
    else runs.push([row]);
  }
  return runs.flatMap((run) => (run.length < fewest ? run.map((row) => [row]) : [run]));
}

/** All that a row says but its order and its time, and its day (UTC). */
function wordsOf({ create_ts: at, actor, action, from, to, note, changes }: AuditEntry): string {
  return JSON.stringify([at.slice(0, 10), actor, action, from, to, note, changes]);
}
