/** The rows that there is room for: the first, the last, the wanted ones, then the newest; in their order. */
export function kept<Row extends object>(rows: Row[], room: number, wanted: (Row | undefined)[]): Row[] {
  const chosen = new Set<Row>();
  for (const row of [rows[0], rows.at(-1), ...wanted, ...rows.toReversed()]) {
    if (chosen.size >= room) break;
    if (row) chosen.add(row);
  }
  return rows.filter((row) => chosen.has(row));
}

export function known(text: string): string | null {
  return text === '' || text === 'Unknown' ? null : text;
}

export function named(browser: string, version: string): string | null {
  return known(browser) && [browser, known(version)].filter(Boolean).join(' ');
}

export function iso(time: Date): string;
export function iso(time: Date | null): string | null;
export function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

export function day(time: Date): string {
  return time.toISOString().slice(0, 10);
}
