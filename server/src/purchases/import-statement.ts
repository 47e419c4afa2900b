// Takes a statement in: each line once, however often it comes.
import { buffer } from 'node:stream/consumers';
import { formatAmount, type Uuid } from '@candor/wire';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { refuse } from '../kit/refuse.ts';
import type { Upload } from '../kit/upload.ts';
import { uuidOfWords } from '../kit/uuid-of.ts';
import { readStatement, type StatementLine } from './read-statement.ts';

/** Answers with what the statement holds, and how much of it is new. Refuses with `upload-failed` and `statement-unreadable`. */
export async function takeStatement(
  pool: Pool,
  { bytes, isWhole }: Upload,
  importedBy: Uuid,
): Promise<{ lines: StatementLine[]; added: number }> {
  const file = await buffer(bytes).catch(() => refuse('upload-failed'));
  if (!isWhole()) refuse('upload-failed');
  const lines = readLines(file);
  const ids = idsOf(lines);
  const { rowCount } = await pool.query(
    `insert into bank_transfers (transfer_id, currency, amount, booked_on, payer, text, imported_by)
     select transfer_id, currency, amount, booked_on, payer, text, $7 from unnest($1::uuid[], $2::text[], $3::numeric[], $4::date[],
       $5::text[], $6::text[]) as lines(transfer_id, currency, amount, booked_on, payer, text) on conflict do nothing`,
    [
      ids,
      lines.map(({ currency }) => currency),
      lines.map(({ amount }) => formatAmount(amount)),
      lines.map(({ bookedOn }) => bookedOn),
      lines.map(({ payer }) => payer),
      lines.map(({ text }) => text),
      importedBy,
    ],
  );
  return { lines, added: rowCount ?? 0 };
}

function readLines(file: Buffer): StatementLine[] {
  try {
    return readStatement(new TextDecoder('utf-8', { fatal: true }).decode(file));
  } catch (error) {
    return refuse('statement-unreadable', { problem: reasonOf(error).slice(0, 200) });
  }
}

/**
 * Made of what a line says, and of how many lines before it on the same statement say the same: two payments that are alike are two,
 * and a statement that comes again, or overlaps another by whole days, adds nothing.
 */
export function idsOf(lines: readonly StatementLine[]): Uuid[] {
  const seen = new Map<string, number>();
  return lines.map(({ currency, amount, bookedOn, payer, text, bankReference }) => {
    const words = bankReference === '' ? [payer, text] : [bankReference];
    const said = JSON.stringify([currency, formatAmount(amount), bookedOn, ...words]);
    const place = seen.get(said) ?? 0;
    seen.set(said, place + 1);
    return uuidOfWords(`transfer ${place} ${said}`);
  });
}
