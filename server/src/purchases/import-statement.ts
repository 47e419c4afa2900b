// Imports a statement. Each payment is stored once, however often and in whichever form banks report it.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { formatAmount, type Uuid } from '@candor/wire';
import { columns as record, text, uuid } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { refuse } from '../kit/refuse.ts';
import { select } from '../kit/select.ts';
import type { Upload } from '../kit/upload.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { lineColumns } from './line-columns.ts';
import { sortLines, type KnownLine, type SortedLine } from './find-doubles.ts';
import { findReversed, withReversalIds } from './find-reversed.ts';
import { keepReturns, markReversed, readKeptReturns, readReversible, settleReturns } from './reversals-store.ts';
import type { SaidOfFile } from './read-csv.ts';
import { readStatement, type Statement } from './read-statement.ts';
import type { LineProblem, OutgoingLine, StatementForm, StatementLine } from './statement-line.ts';

export interface TakenStatement {
  lines: TakenLine[];
  /** Number of incoming lines that this import marked as taken back by the bank. */
  reversed: number;
  /** Returns of payments that have not been imported. */
  unknown: OutgoingLine[];
  problems: LineProblem[];
  /** Number of payments that the bank lists but has not booked. */
  pending: number;
}
/** Line of the file, and whether it was known or may be a duplicate. */
export type TakenLine = StatementLine & Pick<SortedLine, 'isKnown' | 'doubleOf'>;

/** Imports a file and returns its lines and the results. Refuses with `upload-failed` and `statement-unreadable`. */
export async function takeStatement(
  pool: Pool,
  { bytes, isWhole }: Upload,
  { importedBy, said }: { importedBy: Uuid; said: SaidOfFile },
): Promise<TakenStatement> {
  const content = await buffer(bytes).catch(() => refuse('upload-failed'));
  if (!isWhole()) refuse('upload-failed');
  const { form, lines, outgoing, problems, pending } = readLines(content, said);
  const file = uuidOf(createHash('sha256').update(content).digest());
  return inTransaction(pool, async (database) => {
    // Two files imported at the same time would not see each other's lines.
    await database.query(`select pg_advisory_xact_lock(hashtext('bank_transfers'))`);
    const taken = sortLines(lines, { form, file, known: await readKnown(database, lines, file) });
    await storeLines(database, taken.filter(isNew), { form, file, importedBy });
    const { reversed, unknown } = await takeBack(database, outgoing, { lines: taken, importedBy });
    return { lines: taken, reversed, unknown, problems, pending };
  });
}

/** Marks lines whose money went back, also by returns in earlier files. Keeps returns whose payments are unknown. */
async function takeBack(
  database: Database,
  outgoing: readonly OutgoingLine[],
  { lines, importedBy }: { lines: readonly TakenLine[]; importedBy: Uuid },
): Promise<{ reversed: number; unknown: OutgoingLine[] }> {
  const ofFile = withReversalIds(outgoing);
  const kept = await readKeptReturns(database, [...lines, ...outgoing]);
  const isOfFile = new Set(ofFile.map(({ reversalId }) => reversalId));
  const all = [...kept.filter(({ reversalId }) => !isOfFile.has(reversalId)), ...ofFile];
  const { reversals, repeated, unknown } = findReversed(all, await readReversible(database, all));
  const reversed = await markReversed(database, reversals, importedBy);
  await settleReturns(database, [...reversals, ...repeated]);
  const unknownOfFile = unknown.filter(({ reversalId }) => isOfFile.has(reversalId));
  await keepReturns(database, unknownOfFile, importedBy);
  return { reversed, unknown: unknownOfFile };
}

const isNew = (line: TakenLine): line is SortedLine => !line.isKnown;

const known = record({
  transferId: uuid,
  ...lineColumns,
  bankReference: text(),
  form: text<StatementForm>().orNull,
  file: uuid.orNull,
  doubleOf: uuid.orNull,
  doubt: text<'asked' | 'another' | 'same'>().orNull,
});

/** Reads all lines in these currencies from ten days before to ten days after these lines, and all lines of this file. */
async function readKnown(database: Database, lines: readonly StatementLine[], file: Uuid): Promise<KnownLine[]> {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  if (days.length === 0) return [];
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  return select(
    database,
    known,
    `select ${known.list} from bank_transfers where file = $4 or currency = any ($1) and booked_on between $2::date - 10 and $3::date + 10
     order by imported_at, transfer_id`,
    [currencies, days[0], days.at(-1), file],
  );
}

async function storeLines(
  database: Database,
  lines: readonly SortedLine[],
  { form, file, importedBy }: { form: StatementForm; file: Uuid; importedBy: Uuid },
): Promise<void> {
  await database.query(
    `insert into bank_transfers (transfer_id, currency, amount, booked_on, payer, text, bank_reference, double_of, end_to_end, doubt, form, file, imported_by)
     select transfer_id, currency, amount, booked_on, payer, text, bank_reference, double_of, end_to_end, case when double_of is not null then 'asked' end, $10, $11, $12
     from unnest($1::uuid[], $2::text[], $3::numeric[], $4::date[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::text[])
       as lines(transfer_id, currency, amount, booked_on, payer, text, bank_reference, double_of, end_to_end)`,
    [
      lines.map(({ transferId }) => transferId),
      lines.map(({ currency }) => currency),
      lines.map((line) => formatAmount(line.amount)),
      lines.map(({ bookedOn }) => bookedOn),
      lines.map(({ payer }) => payer),
      lines.map((line) => line.text),
      lines.map(({ bankReference }) => bankReference),
      lines.map(({ doubleOf }) => doubleOf),
      lines.map(({ endToEnd }) => endToEnd),
      form,
      file,
      importedBy,
    ],
  );
}

function readLines(file: Buffer, said: SaidOfFile): Statement {
  try {
    return readStatement(file, said);
  } catch (error) {
    return refuse('statement-unreadable', { problem: reasonOf(error).slice(0, 200) });
  }
}
