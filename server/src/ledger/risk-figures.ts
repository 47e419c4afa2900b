// What an account has at risk and has lost, worked out from its journal when it first sets itself a limit; counted on from there.
import { add, lossPeriods, riskMovements, zero, type LossPeriod, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { texts, uuids } from '../kit/binary-arrays.ts';
import { amount, columns, json, uuid, type RowIn } from '../kit/columns.ts';
import type { Table } from '../kit/table.ts';
import { riskedBuckets } from './buckets.ts';
import { beginningOf, type Lost, type Risk } from './personal-limits.ts';

const columnsOfFigures = columns({
  accountId: uuid,
  atRisk: amount,
  /** By the day of UTC, counted from 1970; in smallest amounts. */
  days: json<{ day: number; lost: string }[]>(),
});
export type RiskFigures = RowIn<typeof columnsOfFigures>;

const dayMs = 24 * 3_600_000;
const kinds = Object.keys(riskMovements);

/** Of accounts that have set no limit yet: read behind the lock of the account's slice of the bankroll, as rows of tables are; nothing is written to it. */
export const riskFigures: Table<RiskFigures> = {
  name: 'risk_figures',
  columns: columnsOfFigures,
  keyOf: ({ accountId }) => accountId,
  keyNamed: ({ accountId }) => accountId,
  lock: (keys) => ({
    name: 'risk-figures',
    text: `select wanted.account_id, risk.at_risk, lost.days from unnest($1::uuid[]) as wanted(account_id)
      cross join lateral (select coalesce(sum(
          case when to_bucket::text = any ($3::text[]) then amount else 0 end
          - case when from_bucket::text = any ($3::text[]) then amount else 0 end), 0) as at_risk
        from ledger_moves where account_id = wanted.account_id and kind = any ($2::text[])) as risk
      cross join lateral (select coalesce(json_agg(json_build_object('day', day, 'lost', lost::text)), '[]') as days
        from (select floor(extract(epoch from at) / 86400)::int as day, trunc(1000000000000000000 * sum(
            case when ledger_is_customer(to_bucket) then 0 else amount end
            - case when ledger_is_customer(from_bucket) then 0 else amount end)) as lost
          from ledger_moves where account_id = wanted.account_id and kind = any ($2::text[]) group by 1) as days) as lost
      where not exists (select 1 from personal_limits where account_id = wanted.account_id)`,
    values: [
      uuids(keys, ({ accountId }) => accountId),
      texts(kinds, (kind) => kind),
      texts(riskedBuckets, (bucket) => bucket),
    ],
    read: (rows) => rows.map((row) => ({ row: columnsOfFigures.read(row), version: 0 })),
  }),
  insert: () => assert.fail('figures are worked out'),
  update: () => assert.fail('figures are worked out'),
};

/** With what the same batch has done before. */
export const movedOn = (figures: RiskFigures, { atRisk, lost }: Risk, now: number): RiskFigures => ({
  ...figures,
  atRisk: add(figures.atRisk, atRisk),
  days: [...figures.days, { day: Math.floor(now / dayMs), lost: String(lost) }],
});

/** In the periods that a time lies in. */
export function lostIn({ days }: RiskFigures, now: number): Lost {
  const since = (period: LossPeriod): Wad =>
    days
      .filter(({ day }) => day * dayMs >= beginningOf[period](now))
      .reduce((sum, { lost }) => add(sum, BigInt(lost) as Wad), zero);
  const [day, week, month] = lossPeriods.map(since) as [Wad, Wad, Wad];
  return { day, week, month };
}
