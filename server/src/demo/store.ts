// All SQL of the demo's tools.
import type { AssetCode, Uuid, Wad } from '@candor/wire';
import { amounts, uuids } from '../kit/binary-arrays.ts';
import { arrayOf, numericColumn } from '../kit/postgres.ts';
import type { Entity } from '../ledger/command.ts';
import { lockRows } from '../ledger/lock-rows.ts';

/** What an account took of a coin on a day. */
export interface FaucetDay {
  accountId: Uuid;
  dayId: Uuid;
  coin: AssetCode;
  day: string;
  given: Wad;
}

export const faucetDays: Entity<FaucetDay> = {
  name: 'faucet-days',
  keyOf: (row) => row.dayId,
  async load(connection, keys) {
    const columns = 'account_id, day_id, coin, day::text as day, given';
    const table = { name: 'demo-lock-faucet-days', table: 'demo_faucet_days', id: 'day_id', columns };
    return (await lockRows(connection, table, keys)).map((row) => ({
      accountId: row.account_id,
      dayId: row.day_id,
      coin: row.coin,
      day: row.day,
      given: numericColumn(row.given),
    }));
  },
  insert: (connection, days) =>
    connection.query({
      name: 'demo-insert-faucet-days',
      text: `insert into demo_faucet_days (account_id, day_id, coin, day, given)
             select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::date[], $5::numeric[])`,
      values: [
        uuids(days, (day) => day.accountId),
        uuids(days, (day) => day.dayId),
        arrayOf(days, (day) => day.coin),
        arrayOf(days, (day) => day.day),
        amounts(days, (day) => day.given),
      ],
    }),
  update: (connection, days) =>
    connection.query({
      name: 'demo-update-faucet-days',
      text: `update demo_faucet_days d set given = u.given
             from unnest($1::uuid[], $2::uuid[], $3::numeric[]) as u(account_id, day_id, given)
             where d.account_id = u.account_id and d.day_id = u.day_id`,
      values: [uuids(days, (day) => day.accountId), uuids(days, (day) => day.dayId), amounts(days, (day) => day.given)],
    }),
};
