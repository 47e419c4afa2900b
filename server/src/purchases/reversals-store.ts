// Reads lines whose money may go back, and notes that it went.
import { formatAmount, type CurrencyCode, type Uuid } from '@candor/wire';
import { amount, boolean, columns as record, date, text, uuid } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';
import type { Reversal, ReversibleLine } from './find-reversed.ts';
import type { OutgoingLine } from './statement-line.ts';

const reversible = record({
  transferId: uuid,
  currency: text<CurrencyCode>(),
  amount,
  bookedOn: date,
  payer: text(),
  text: text(),
  bankReference: text(),
  endToEnd: text(),
  reversedOn: date.orNull,
  reversalId: uuid.orNull,
  isRefunded: boolean.as(
    `exists (select from purchases where purchases.purchase_id = bank_transfers.purchase_id and refund >= bank_transfers.amount)`,
  ),
});

/** The lines of the sums of these. A line that was returned by an operator has gone out already. */
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
         where (currency, amount) in (select * from unnest($1::text[], $2::numeric[])) and use is distinct from 'returned'
           and doubt is distinct from 'same' order by booked_on desc, transfer_id`,
        [outgoing.map(({ currency }) => currency), outgoing.map((line) => formatAmount(line.amount))],
      );

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
