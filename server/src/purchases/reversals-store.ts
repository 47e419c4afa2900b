// Reads lines whose money the bank may take back, and marks those whose money it took back.
import { formatAmount, type Uuid } from '@candor/wire';
import { amount, columns as record, date, text, uuid } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';
import { lineColumns } from './line-columns.ts';
import { referencesIn } from './match-transfers.ts';
import type { KnownReturn, Reversal, ReversibleLine } from './find-reversed.ts';
import type { OutgoingLine, StatementLine } from './statement-line.ts';

const reversible = record({
  transferId: uuid,
  ...lineColumns,
  bankReference: text(),
  endToEnd: text(),
  reversedOn: date.orNull,
  reversalId: uuid.orNull,
  refund: amount.orNull.as(`(select refund from purchases where purchases.purchase_id = bank_transfers.purchase_id)`),
  use: text<'confirmed' | 'returned'>().orNull,
  doubleOf: uuid.orNull,
  doubt: text<'asked' | 'another' | 'same'>().orNull,
});

/** Reads lines of the same amounts, and lines that a return of another amount may name. Skips lines that an operator has already returned. */
export const readReversible = async (
  database: Database,
  outgoing: readonly OutgoingLine[],
): Promise<ReversibleLine[]> =>
  outgoing.length === 0
    ? []
    : select(
        database,
        reversible,
        `select ${reversible.list} from bank_transfers
         where ((currency, amount) in (select * from unnest($1::text[], $2::numeric[])) or currency = any ($1) and booked_on between $3::date - 90 and $4::date + 10
             and (bank_reference <> '' and bank_reference = any ($5) or end_to_end <> '' and end_to_end = any ($6)
               or exists (select from unnest($7::text[]) as named where position(named in upper(regexp_replace(text, '[^A-Za-z0-9]', '', 'g'))) > 0)))
           and use is distinct from 'returned' order by booked_on desc, transfer_id`,
        [
          outgoing.map(({ currency }) => currency),
          outgoing.map((line) => formatAmount(line.amount)),
          ...namesIn(outgoing),
        ],
      );

/** Returns the first and last day of the returns, and the references that may name a payment: of the bank, of the payer and of orders. */
function namesIn(outgoing: readonly OutgoingLine[]): unknown[] {
  const returns = outgoing.filter(({ isReturn }) => isReturn);
  const days = returns.map(({ bookedOn }) => bookedOn).toSorted();
  const words = returns.flatMap((out) => [out.bankReference, ...out.text.split(/[\s,;:/]+/)]);
  const orders = returns.flatMap((out) => referencesIn(out.text));
  return [
    days[0] ?? null,
    days.at(-1) ?? null,
    [...new Set(words)],
    returns.map(({ endToEnd }) => endToEnd),
    [...new Set(orders)],
  ];
}

/** Returns how many lines it marked. */
export async function markReversed(
  database: Database,
  reversals: readonly Reversal[],
  reversedBy: Uuid,
): Promise<number> {
  if (reversals.length === 0) return 0;
  const { rowCount } = await database.query(
    `update bank_transfers as line set reversed_on = found.reversed_on, reversal_text = found.text, reversal_id = found.reversal_id,
       reversed_by = $5, reversed_at = now(), version = version + 1
     from unnest($1::uuid[], $2::uuid[], $3::date[], $4::text[]) as found(transfer_id, reversal_id, reversed_on, text)
     where line.transfer_id = found.transfer_id and line.reversed_on is null`,
    [
      reversals.map(({ transferId }) => transferId),
      reversals.map(({ reversalId }) => reversalId),
      reversals.map(({ reversedOn }) => reversedOn),
      reversals.map((reversal) => reversal.text),
      reversedBy,
    ],
  );
  return rowCount ?? 0;
}

type Sum = Pick<StatementLine, 'currency' | 'amount'>;
const keptReturn = record({
  reversalId: uuid.as('return_id'),
  ...lineColumns,
  bankReference: text(),
  endToEnd: text(),
});

/** Reads kept returns in the currencies of `sums`, whose payments have not been imported yet, in the order of import. */
export async function readKeptReturns(database: Database, sums: readonly Sum[]): Promise<KnownReturn[]> {
  if (sums.length === 0) return [];
  const rows = await select(
    database,
    keptReturn,
    `select ${keptReturn.list} from bank_returns
     where transfer_id is null and currency = any ($1) order by imported_at, return_id`,
    [[...new Set(sums.map(({ currency }) => currency))]],
  );
  return rows.map((row) => ({ ...row, isReturn: true }));
}

/** Keeps returns until their payments are imported. Does not change a return that is already kept. */
export async function keepReturns(
  database: Database,
  returns: readonly KnownReturn[],
  importedBy: Uuid,
): Promise<void> {
  if (returns.length === 0) return;
  await database.query(
    `insert into bank_returns (return_id, currency, amount, booked_on, payer, text, bank_reference, end_to_end, imported_by)
     select *, $9 from unnest($1::uuid[], $2::text[], $3::numeric[], $4::date[], $5::text[], $6::text[], $7::text[], $8::text[])
     on conflict (return_id) do nothing`,
    [
      returns.map(({ reversalId }) => reversalId),
      returns.map(({ currency }) => currency),
      returns.map((each) => formatAmount(each.amount)),
      returns.map(({ bookedOn }) => bookedOn),
      returns.map(({ payer }) => payer),
      returns.map((each) => each.text),
      returns.map(({ bankReference }) => bankReference),
      returns.map(({ endToEnd }) => endToEnd),
      importedBy,
    ],
  );
}

/** Stores for each kept return which line it took back. */
export async function settleReturns(
  database: Database,
  found: readonly { reversalId: Uuid; transferId: Uuid }[],
): Promise<void> {
  if (found.length === 0) return;
  await database.query(
    `update bank_returns set transfer_id = found.transfer_id
     from unnest($1::uuid[], $2::uuid[]) as found(return_id, transfer_id)
     where bank_returns.return_id = found.return_id and bank_returns.transfer_id is null
       and bank_returns.amount = (select amount from bank_transfers as line where line.transfer_id = found.transfer_id)`,
    [found.map(({ reversalId }) => reversalId), found.map(({ transferId }) => transferId)],
  );
}
