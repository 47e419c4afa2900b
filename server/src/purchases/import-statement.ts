// Takes a statement in: each payment once, however often and in whichever form banks tell of it.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { formatAmount, type CurrencyCode, type Uuid } from '@candor/wire';
import { amount, columns as record, date, text, uuid } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { refuse } from '../kit/refuse.ts';
import { select } from '../kit/select.ts';
import type { Upload } from '../kit/upload.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { sortLines, type KnownLine, type SortedLine } from './find-doubles.ts';
import { readStatement, type Statement, type StatementForm, type StatementLine } from './read-statement.ts';

/** A line of the file, and whether it was known or may be a double. */
export type TakenLine = StatementLine & Pick<SortedLine, 'isKnown' | 'doubleOf'>;

/** Returns the lines of the file. Refuses with `upload-failed` and `statement-unreadable`. */
export async function takeStatement(pool: Pool, { bytes, isWhole }: Upload, importedBy: Uuid): Promise<TakenLine[]> {
  const content = await buffer(bytes).catch(() => refuse('upload-failed'));
  if (!isWhole()) refuse('upload-failed');
  const { form, lines } = readLines(content);
  const file = uuidOf(createHash('sha256').update(content).digest());
  return inTransaction(pool, async (database) => {
    // Two files at the same moment would not see each other's lines.
    await database.query(`select pg_advisory_xact_lock(hashtext('bank_transfers'))`);
    if (await isFileKnown(database, file)) return lines.map((line) => ({ ...line, isKnown: true, doubleOf: null }));
    const sorted = sortLines(lines, { form, file, known: await readKnown(database, lines) });
    const added = sorted.filter(({ isKnown }) => !isKnown);
    await storeLines(database, added, { form, file, importedBy });
    return sorted;
  });
}

async function isFileKnown(database: Database, file: Uuid): Promise<boolean> {
  const { rows } = await database.query('select from bank_transfers where file = $1 limit 1', [file]);
  return rows.length > 0;
}

const known = record({
  transferId: uuid,
  currency: text<CurrencyCode>(),
  amount,
  bookedOn: date,
  payer: text(),
  text: text(),
  bankReference: text(),
  form: text<StatementForm>().orNull,
  file: uuid.orNull,
  doubleOf: uuid.orNull,
  doubt: text<'asked' | 'another' | 'same'>().orNull,
});

/** Every line of the currencies and days of these, and of the days beside them. */
async function readKnown(database: Database, lines: readonly StatementLine[]): Promise<KnownLine[]> {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  if (days.length === 0) return [];
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  return select(
    database,
    known,
    `select ${known.list} from bank_transfers where currency = any ($1) and booked_on between $2::date - 1 and $3::date + 1
     order by imported_at, transfer_id`,
    [currencies, days[0], days.at(-1)],
  );
}

async function storeLines(
  database: Database,
  lines: readonly SortedLine[],
  { form, file, importedBy }: { form: StatementForm; file: Uuid; importedBy: Uuid },
): Promise<void> {
  await database.query(
    `insert into bank_transfers (transfer_id, currency, amount, booked_on, payer, text, bank_reference, double_of, doubt, form, file, imported_by)
     select transfer_id, currency, amount, booked_on, payer, text, bank_reference, double_of, case when double_of is not null then 'asked' end, $9, $10, $11
     from unnest($1::uuid[], $2::text[], $3::numeric[], $4::date[], $5::text[], $6::text[], $7::text[], $8::uuid[])
       as lines(transfer_id, currency, amount, booked_on, payer, text, bank_reference, double_of)`,
    [
      lines.map(({ transferId }) => transferId),
      lines.map(({ currency }) => currency),
      lines.map((line) => formatAmount(line.amount)),
      lines.map(({ bookedOn }) => bookedOn),
      lines.map(({ payer }) => payer),
      lines.map((line) => line.text),
      lines.map(({ bankReference }) => bankReference),
      lines.map(({ doubleOf }) => doubleOf),
      form,
      file,
      importedBy,
    ],
  );
}

function readLines(file: Buffer): Statement {
  try {
    return readStatement(new TextDecoder('utf-8', { fatal: true }).decode(file));
  } catch (error) {
    return refuse('statement-unreadable', { problem: reasonOf(error).slice(0, 200) });
  }
}
