// All SQL of the demo's tools.
import type { AssetCode, Uuid, Wad } from '@candor/wire';
import { arrayOf, numericColumn, numericParameter } from '../kit/postgres.ts';
import type { Entity } from '../ledger/command.ts';

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
    const { rows } = await connection.query({
      name: 'demo-lock-faucet-days',
      text: `select found.* from unnest($1::uuid[], $2::uuid[]) as wanted(account_id, id)
             cross join lateral (select account_id, day_id, coin, day::text as day, given from demo_faucet_days
               where account_id = wanted.account_id and day_id = wanted.id limit 1 for update) as found`,
      values: [arrayOf(keys, (key) => key.accountId), arrayOf(keys, (key) => key.id)],
    });
    return rows.map((row) => ({
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
        arrayOf(days, (day) => day.accountId),
        arrayOf(days, (day) => day.dayId),
        arrayOf(days, (day) => day.coin),
        arrayOf(days, (day) => day.day),
        arrayOf(days, (day) => numericParameter(day.given)),
      ],
    }),
  update: (connection, days) =>
    connection.query({
      name: 'demo-update-faucet-days',
      text: `update demo_faucet_days d set given = u.given
             from unnest($1::uuid[], $2::uuid[], $3::numeric[]) as u(account_id, day_id, given)
             where d.account_id = u.account_id and d.day_id = u.day_id`,
      values: [
        arrayOf(days, (day) => day.accountId),
        arrayOf(days, (day) => day.dayId),
        arrayOf(days, (day) => numericParameter(day.given)),
      ],
    }),
};
