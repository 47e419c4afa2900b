// All SQL of the demo's tools.
import type { AssetCode } from '@candor/wire';
import { amount, columns, date, oneOfEnum, text, uuid } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';
import { table, type Row } from '../kit/table.ts';
import type { FundedBucket } from '../ledger/buckets.ts';

/** Refused by the database of a production. */
export const noteDemoBankroll = async (pool: Pool): Promise<void> =>
  void (await pool.query(
    `insert into demo_bankrolls (book, amount) select book, amount from demo_funds where bucket = 'bankroll' and coin = 'USDT'
     on conflict do nothing`,
  ));

const fund = columns({
  fundId: uuid,
  book: oneOfEnum<Book>('ledger_book'),
  bucket: text<FundedBucket>().as('bucket::text'),
  coin: text<AssetCode>(),
  amount,
});
export type DemoFund = Awaited<ReturnType<typeof readUnpaidFunds>>[number];

/** What a demo pays in and has not, as far as moves name their funds: older ones don't, and their keys keep them from coming again. */
export const readUnpaidFunds = (pool: Pool) =>
  select(
    pool,
    fund,
    `select ${fund.list} from demo_funds where not exists (
       select from ledger_moves where kind = 'capital-paid-in' and object_id = fund_id)`,
  );

/** What an account took of a coin on a day. Of rows older than their purposes the moves name other objects. */
export const faucetDays = table('demo_faucet_days', {
  key: { accountId: uuid, dayId: uuid },
  fixed: { coin: text<AssetCode>(), day: date, purpose: text<'faucet' | 'experience' | 'older'>() },
  changing: { given: amount },
});
export type FaucetDay = Row<typeof faucetDays>;
