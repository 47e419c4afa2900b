// What does not fit, by kind, with a few examples of each.

export interface Findings {
  add(kind: string, detail: string): void;
  count(): number;
  /** A line for each kind with its number, and the first examples under it. */
  lines(): string[];
}

const examplesMax = 5;

export function createFindings(): Findings {
  const byKind = new Map<string, string[]>();
  return {
    add: (kind, detail) => void byKind.set(kind, [...(byKind.get(kind) ?? []), detail]),
    count: () => [...byKind.values()].reduce((sum, details) => sum + details.length, 0),
    lines: () =>
      [...byKind].flatMap(([kind, details]) => [
        `✗ ${kind}: ${details.length}`,
        ...details.slice(0, examplesMax).map((detail) => `    ${detail}`),
      ]),
  };
}
