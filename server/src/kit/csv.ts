// Tables as CSV (RFC 4180), for spreadsheets, which take what begins like a formula for one.

const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** One line; a text that a spreadsheet would work out is marked as text, plain decimals are left as they are. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
