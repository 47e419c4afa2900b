// Limits that customers set themselves: what may be lost and staked at most, and breaks from trading.
import { changePersonalLimits, excludeMyself, queryPersonalLimits, riskMovements, takeTimeOut } from '@candor/wire';
import { play, playedByItself } from '../kit/play.ts';
import { product, type Invariant } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { riskedBuckets } from '../ledger/buckets.ts';
import { personalLimits } from '../ledger/personal-limits.ts';
import { changeLimits, pauseTrading } from './change-limits.ts';
import { limitsWeb } from './limits-web.ts';

const risked = sql`${riskedBuckets}::ledger_bucket[]`;
const invariant: Invariant = {
  name: 'what counts against personal limits is what the journal says',
  sql: sql`select count(*) as checked, count(*) filter (where l.at_risk <> j.at_risk or l.lost_month <> j.lost) as broken
        from personal_limits l cross join lateral (
          select coalesce(sum(case when to_bucket = any (${risked}) then amount else 0 end
              - case when from_bucket = any (${risked}) then amount else 0 end), 0) as at_risk,
            coalesce(sum(case when ledger_is_customer(to_bucket) then 0 else amount end
              - case when ledger_is_customer(from_bucket) then 0 else amount end) filter (
                where at >= date_trunc('month', l.counted_at at time zone 'UTC') at time zone 'UTC'), 0) as lost
          from ledger_moves where account_id = l.account_id and kind = any (${Object.keys(riskMovements)}::text[])) as j`,
};

export const limits = product({
  name: 'limits',
  calls: [
    {
      title: 'Limits for oneself',
      text: 'What may be lost and staked at most, and breaks from trading: tightened at once, loosened after a day.',
      self: [queryPersonalLimits, changePersonalLimits, takeTimeOut, excludeMyself],
    },
  ],
  commands: [changeLimits, pauseTrading],
  tables: [personalLimits],
  // A break would end all other plays of the player.
  plays: [
    play(changePersonalLimits, [changeLimits], ({ accountId, random, pick }) => ({
      account_id: accountId,
      loss_day: pick(['', String(500 + random(1_000))]),
      loss_week: '',
      loss_month: pick(['', String(2_000 + random(1_000))]),
      stake_max: pick(['', '1000']),
      reminder_minutes: null,
    })),
    playedByItself([pauseTrading]),
  ],
  invariants: [invariant],
  web: limitsWeb,
});
