/** SQL and its parameters as one value: `database.query(...query.asArguments)`. */
export class Sql {
  constructor(
    /** The text around the parameters. */
    readonly parts: readonly string[],
    readonly values: unknown[],
  ) {}

  /** The text, with the parameters as $1, $2 and so on. */
  get text(): string {
    return this.parts.reduce((text, part, index) => `${text}$${index}${part}`);
  }

  get asArguments(): [text: string, values: unknown[]] {
    return [this.text, this.values];
  }
}

/** A template of SQL. SQL in it becomes part of the text; any other value becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...inserted: unknown[]): Sql {
  const parts = [strings[0]!];
  const values: unknown[] = [];
  for (const [index, value] of inserted.entries()) {
    const piece = value instanceof Sql ? value : new Sql(['', ''], [value]);
    parts.push(parts.pop()! + piece.parts[0]!, ...piece.parts.slice(1));
    parts.push(parts.pop()! + strings[index + 1]!);
    values.push(...piece.values);
  }
  return new Sql(parts, values);
}

/** Text that becomes SQL as it is. It must come from our own tables, never from a request. */
export function literal(text: string): Sql {
  return new Sql([text], []);
}

export function joined(pieces: Sql[], separator: ' AND ' | ' OR ' | ' UNION ALL ' | ' UNION '): Sql {
  return pieces.reduce((all, piece) => sql`${all}${literal(separator)}${piece}`);
}
