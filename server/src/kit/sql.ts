// Statements made of parts, each with the values that it takes: whatever is filled in is a parameter, never text.

/** May be filled into another part; parameters are numbered when the whole is sent. */
export class Sql {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }

  /** As a database connection takes it. */
  get query(): { text: string; values: unknown[] } {
    const text = this.texts.reduce((all, next, place) => `${all}$${place}${next}`);
    return { text, values: [...this.values] };
  }
}

export function sql(texts: TemplateStringsArray, ...filled: readonly unknown[]): Sql {
  const all = [texts[0]!];
  const values: unknown[] = [];
  filled.forEach((each, place) => {
    const part = each instanceof Sql ? each : new Sql(['', ''], [each]);
    all[all.length - 1] += part.texts[0]!;
    all.push(...part.texts.slice(1));
    all[all.length - 1] += texts[place + 1]!;
    values.push(...part.values);
  });
  return new Sql(all, values);
}

/** Text of the program's own, such as the name of a column; never what came from elsewhere. */
export const raw = (text: string): Sql => new Sql([text], []);

export const joined = (parts: readonly Sql[], between: string): Sql =>
  parts.reduce((all, part) => sql`${all}${raw(between)}${part}`);
