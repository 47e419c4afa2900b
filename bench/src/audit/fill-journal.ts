// A journal of many lines, written by the owner of the tables past the lanes: each account is paid once, then stakes money and gets it
// back by turns, with the orders that say so. Accounts take turns too, so every stretch of the journal holds nearly all of them, which is the most that there is to add up.
import { openPool, type Pool } from '../../../server/src/kit/postgres.ts';
import { progress } from '../own-processes.ts';

const chunk = 125_000;
export const linesPerAccount = 50;

/** Balances and orders follow from the lines. */
export async function fillJournal(ownerUrl: string, lines: number): Promise<void> {
  const accounts = Math.ceil(lines / linesPerAccount);
  const pool = openPool(ownerUrl, 1);
  try {
    await pool.query(
      'alter table ledger_moves disable trigger user; alter table ledger_house disable trigger user; alter table pledges disable trigger user',
    );
    await pool.query(
      `insert into ledger_house (bucket, coin, book, slice, balance) values ('demo-faucet', 'USDT', 'real', 0, -1000 * $1::numeric)`,
      [accounts],
    );
    for (let first = 0; first < lines; first += chunk) {
      const part = { first, behind: Math.min(first + chunk, lines), accounts };
      await insertLines(pool, part);
      await insertOrders(pool, { ...part, lines });
      if (first % (8 * chunk) === 0) progress(`${first} lines are written`);
    }
    // Every second turn leaves the money staked.
    await pool.query(
      `insert into ledger_balances (account_id, coin, book, available, staked, version)
       select ${accountOf('place')}, 'USDT', 'real', 1000 - aside, aside, turns
       from (select place, ($1::bigint - place + $2 - 1) / $2 as turns from generate_series(0, $2::bigint - 1) as place) as counted,
         lateral (select case when turns % 2 = 0 then 1.5 else 0 end as aside) as last`,
      [lines, accounts],
    );
    await pool.query(
      'alter table ledger_moves enable trigger user; alter table ledger_house enable trigger user; alter table pledges enable trigger user',
    );
  } finally {
    await pool.end();
  }
}

const orderOf = (place: string, turn: string): string => `md5('order ' || ${place} || ' ' || ${turn})::uuid`;
const accountOf = (place: string): string => `md5('account ' || ${place})::uuid`;

interface Part {
  first: number;
  behind: number;
  accounts: number;
}

async function insertLines(pool: Pool, { first, behind, accounts }: Part): Promise<void> {
  await pool.query(
    `insert into ledger_moves (account_id, entry_id, leg, kind, object_id, coin, book, from_bucket, to_bucket, from_slice, to_slice, amount,
       from_after, to_after, at)
     select ${accountOf('place')}, md5('entry ' || line)::uuid, 0,
       case when turn = 0 then 'test-money' when turn % 2 = 1 then 'pledge-opened' else 'pledge-returned' end,
       ${orderOf('place', '(turn + 1) / 2')}, 'USDT', 'real',
       (case when turn = 0 then 'demo-faucet' when turn % 2 = 1 then 'available' else 'staked' end)::ledger_bucket,
       (case when turn % 2 = 1 then 'staked' else 'available' end)::ledger_bucket, 0, 0,
       case when turn = 0 then 1000 else 1.5 end,
       case when turn = 0 then null when turn % 2 = 1 then 998.5 else 0 end,
       case when turn % 2 = 1 then 1.5 else 1000 end,
       now()
     from (select line, line % $3::bigint as place, line / $3::bigint as turn from generate_series($1::bigint, $2::bigint - 1) as line) as lines`,
    [first, behind, accounts],
  );
}

/** Inserts the orders of the movements. The first movement of an order opens it; if the second was written too, the order has ended. */
async function insertOrders(pool: Pool, { first, behind, accounts, lines }: Part & { lines: number }): Promise<void> {
  await pool.query(
    `insert into pledges (account_id, pledge_id, book, product_id, config_version, amount, days, daily_rate, income, started_at, auto_renew,
       days_posted, posted, outcome, forfeited, ended_at)
     select ${accountOf('place')}, ${orderOf('place', '(turn + 1) / 2')}, 'real', '1', 1, 1.5, 1, 0.001, 0, now(), false, 0, 0,
       case when has_ended then 'closed' end, case when has_ended then 0 end, case when has_ended then now() end
     from (select line % $3::bigint as place, line / $3::bigint as turn, line + $3::bigint < $4::bigint as has_ended
       from generate_series($1::bigint, $2::bigint - 1) as line) as placed where turn % 2 = 1`,
    [first, behind, accounts, lines],
  );
}
