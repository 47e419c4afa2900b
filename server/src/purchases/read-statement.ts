// Reads a bank statement into incoming and outgoing lines: CAMT.052, 053 or 054 (ISO 20022), MT940 (SWIFT) or CSV with a heading. Throws on
// anything else, with a message for the operator.
import { decodeText, decodingsOf } from './decode-text.ts';
import { UnreadableLine } from './read-amounts.ts';
import { readCamt } from './read-camt.ts';
import { headingSize, readCsv, type SaidOfFile } from './read-csv.ts';
import { isMt940, readMt940 } from './read-mt940.ts';
import type { LineProblem, OutgoingLine, ReadFile, StatementForm, StatementLine } from './statement-line.ts';

export interface Statement {
  form: StatementForm;
  lines: StatementLine[];
  outgoing: OutgoingLine[];
  problems: LineProblem[];
  /** Number of payments that the bank lists but has not booked. */
  pending: number;
}

export const linesMax = 10_000;

/** `said`: what the operator states about the file. It is used only where the file itself does not say it. */
export function readStatement(file: Uint8Array, said: SaidOfFile = {}): Statement {
  const { form, lines, pending } = readForm(file, said);
  if (lines.length > linesMax) throw new Error(`more than ${linesMax} lines`);
  const statement: Statement = { form, lines: [], outgoing: [], problems: [], pending };
  for (const read of lines) {
    try {
      const { isOut, isReturn, ...line } = read();
      if (isOut) statement.outgoing.push({ ...line, isReturn });
      else statement.lines.push(line);
    } catch (error) {
      if (!(error instanceof UnreadableLine)) throw error;
      statement.problems.push({ line: error.line, reason: error.problem });
    }
  }
  const [first] = statement.problems;
  if (first && statement.lines.length + statement.outgoing.length === 0)
    throw new UnreadableLine(first.line, first.reason);
  return statement;
}

function readForm(file: Uint8Array, said: SaidOfFile): ReadFile {
  const text = decodeText(file);
  if (/^\s*</.test(text)) return readCamt(text);
  if (isMt940(text)) return readMt940(text);
  const [likeliest = text] = decodingsOf(file).toSorted((one, other) => headingSize(other) - headingSize(one));
  return readCsv(likeliest, said);
}
