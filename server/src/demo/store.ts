// All SQL of the demo's tools.
import type { AssetCode } from '@candor/wire';
import { amount, date, text, uuid } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { table, type Row } from '../kit/table.ts';

/** Refused by the database of a production. */
export const noteDemoBankroll = async (pool: Pool, { book, amount }: { book: Book; amount: string }): Promise<void> =>
  void (await pool.query('insert into demo_bankrolls (book, amount) values ($1, $2) on conflict do nothing', [
    book,
    amount,
  ]));

/** What an account took of a coin on a day. */
export const faucetDays = table('demo_faucet_days', {
  key: { accountId: uuid, dayId: uuid },
  fixed: { coin: text<AssetCode>(), day: date },
  changing: { given: amount },
});
export type FaucetDay = Row<typeof faucetDays>;
