// SQL of sequences that our own payments on the XRP Ledger use.
import type { Uuid } from '@candor/wire';
import { columns, safeInteger, text } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';

const sequence = `split_part(p.place, '/', 1)::bigint`;
const used = columns({ sequence: safeInteger.as(sequence) });
const other = columns({ signed: text() });

/** Returns the highest sequence of a payment that was made; 0 if there is none. A node that expects it again lags. */
export const readUsedSequence = async (database: Database, wallet: string): Promise<number> =>
  (
    await selectOne(
      database,
      used,
      `select ${used.list} from withdrawal_places p join withdrawals w using (account_id, withdrawal_id)
       where p.network = 'xrpl' and p.wallet = $1 and w.state = 'sent' order by ${sequence} desc limit 1`,
      [wallet],
    )
  )?.sequence ?? 0;

/** Returns the signed bytes of all other payments that ever had this sequence. */
export const readSignedAt = async (
  database: Database,
  { wallet, sequence: at, besides }: { wallet: string; sequence: number; besides: Uuid },
): Promise<string[]> =>
  (
    await select(
      database,
      other,
      `select ${other.list} from withdrawal_places p join withdrawals w using (account_id, withdrawal_id)
       where p.network = 'xrpl' and p.wallet = $1 and ${sequence} = $2 and w.withdrawal_id <> $3 and w.signed is not null`,
      [wallet, at, besides],
    )
  ).map(({ signed }) => signed);
