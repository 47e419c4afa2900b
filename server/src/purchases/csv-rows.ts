// Reads rows of a CSV file (RFC 4180) below any text above its heading. A malformed row is marked, and the other rows are still read. Pure.
import { readHeading, type Heading } from './csv-headings.ts';

export interface CsvRow {
  cells: readonly string[];
  /** The number of the line in the file. */
  line: number;
  /** True if the row is not valid CSV. */
  isBroken: boolean;
  /** True if the last cell has no quotes, so that it may be cut off. */
  isOpen: boolean;
  /** False for a last row without a line end. */
  hasEnd: boolean;
}
export interface Headed {
  heading: Heading;
  /** The text above the heading. */
  above: string;
  rows: CsvRow[];
}

const separators = [';', ',', '\t', '|'];
/** Number of lines from the top of the file in which the heading is searched. */
const aboveMax = 60;

/** Finds the heading: the row that names the most columns. Returns undefined if no row names a day and an amount. */
export function findHeading(text: string): Headed | undefined {
  const best = bestHeading(text);
  if (!best) return undefined;
  const { at, line, separator, heading } = best;
  const [, ...rows] = rowsOf(text.slice(at), separator, line);
  return { heading, above: text.slice(0, at), rows };
}

/** Number of columns that the heading names. */
export const headingSize = (text: string): number => bestHeading(text)?.size ?? 0;

function bestHeading(text: string) {
  let at = 0;
  const found = [];
  for (let line = 1; line <= aboveMax && at < text.length; line++) {
    const end = /\r\n|\r|\n/g;
    end.lastIndex = at;
    const { index = text.length, 0: mark = '' } = end.exec(text) ?? {};
    const row = text.slice(at, index);
    for (const separator of separators) {
      const [first] = row.includes(separator) ? rowsOf(row, separator, line) : [];
      const heading = first && !first.isBroken ? readHeading(first.cells) : undefined;
      if (heading)
        found.push({ at, line, separator, heading, size: new Set(Object.values(heading.places).flat()).size });
    }
    at = index + mark.length || text.length;
  }
  return found.toSorted((one, other) => other.size - one.size)[0];
}

function rowsOf(text: string, separator: string, firstLine: number): CsvRow[] {
  let [at, line] = [0, firstLine];
  const rows: CsvRow[] = [];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator === '|' ? '\\|' : separator}|\\r?\\n|\\r|$)`,
    'y',
  );
  while (at < text.length) {
    const row = { cells: [] as string[], line, isBroken: false, isOpen: false, hasEnd: false };
    let mark = separator;
    while (mark === separator && !row.isBroken) {
      cell.lastIndex = at;
      const found = cell.exec(text);
      if (!found) {
        row.isBroken = true;
        const rest = /[^\r\n]*(?:\r\n|\r|\n|$)/y;
        rest.lastIndex = at;
        mark = rest.exec(text)![0];
        at += mark.length;
        line += 1;
        break;
      }
      const [whole, quoted, plain, end] = found;
      at += whole.length;
      line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
      row.cells.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
      row.isOpen = quoted === undefined;
      mark = end!;
    }
    row.hasEnd = mark !== '';
    rows.push(row);
  }
  return rows.filter(({ cells, isBroken }) => isBroken || cells.some((each) => each.trim() !== ''));
}
