/** Records the time of each kind of request, minute by minute, and the wrong answers. */
export class Recorder {
  errors = [];
  #minutes = [new Map()];

  /**
   * Runs a request and records its time. Resolves with the answer.
   * @param expected the HTTP codes that are no error
   */
  async time(kind, request, expected = [200]) {
    const began = performance.now();
    try {
      const answer = await request();
      if (!expected.includes(answer.status)) this.errors.push(`${kind}: ${answer.status} ${answer.text.slice(0, 200)}`);
      return answer;
    } catch (error) {
      this.errors.push(`${kind}: ${error.message}`);
      return { status: 0, text: '' };
    } finally {
      const minute = this.#minutes.at(-1);
      if (!minute.has(kind)) minute.set(kind, []);
      minute.get(kind).push(performance.now() - began);
    }
  }

  nextMinute() {
    this.#minutes.push(new Map());
  }

  /** The 99th percentile of all requests of minutes `from` to `to`, in milliseconds. */
  p99(from, to) {
    return quantile(
      this.#minutes.slice(from, to).flatMap((minute) => [...minute.values()].flat()),
      0.99,
    );
  }

  /** The figures of the current minute. */
  line() {
    const all = [...this.#minutes.at(-1).values()].flat();
    return `${all.length} requests, half within ${quantile(all, 0.5).toFixed(0)} ms, 99 of 100 within ${quantile(all, 0.99).toFixed(0)} ms, ${this.errors.length} errors`;
  }

  /** The figures of every kind of request over the whole run. */
  table() {
    const kinds = new Map();
    for (const minute of this.#minutes) {
      for (const [kind, times] of minute) kinds.set(kind, [...(kinds.get(kind) ?? []), ...times]);
    }
    const rows = [...kinds]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([kind, times]) => [kind, times.length, ...[0.5, 0.95, 0.99, 1].map((q) => quantile(times, q).toFixed(0))]);
    return [['', 'requests', 'p50 ms', 'p95 ms', 'p99 ms', 'most ms'], ...rows]
      .map((row) =>
        row.map((cell, column) => (column === 0 ? String(cell).padEnd(28) : String(cell).padStart(10))).join(''),
      )
      .join('\n');
  }
}

function quantile(times, q) {
  if (times.length === 0) return 0;
  const sorted = Float64Array.from(times).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}
