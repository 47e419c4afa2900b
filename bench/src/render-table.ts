// A table in plain text; the first column to the left, numbers to the right.

export function renderTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((name, place) => Math.max(name.length, ...rows.map((row) => row[place]!.length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, place) => (place === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[place]!)))
      .join('  ')
      .trimEnd();
  return `${[columns, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n')}\n`;
}
