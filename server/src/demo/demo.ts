// The demo: test money, a verification without papers, and the messages that the server would have sent.
import { demoMovements, listOutbox, openExperienceAccount, takeTestMoney, verifyMe } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { play } from '../kit/play.ts';
import { moveInvariant, product, type KindOf, type Ways } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { demoWeb } from './demo-web.ts';
import { fundDemo } from './fund-demo.ts';
import { giveTestMoney } from './give-test-money.ts';
import { faucetDays } from './store.ts';

/** Where its movements take money. */
const ways: Ways<KindOf<typeof demoMovements>> = { 'test-money': [['demo-faucet', 'available']] };

export const demo = product({
  name: 'demo',
  calls: [
    {
      title: 'Demo',
      text: 'Tools that exist in demo mode only.',
      anyone: [listOutbox],
      self: [takeTestMoney, verifyMe, openExperienceAccount],
    },
  ],
  commands: [giveTestMoney],
  plays: [
    play(takeTestMoney, [giveTestMoney], ({ random, pick }) => ({
      coin: pick(['USDT', 'BTC']),
      amount: String(1 + random(9)),
    })),
  ],
  tables: [faucetDays],
  movements: demoMovements,
  ways,
  invariants: [
    {
      name: 'nobody was given more test money on a day than the limit',
      sql: sql`select count(*) as checked, count(*) filter (where given > (
            select max(amount) from demo_faucet_limits as l where d.purpose in (l.purpose, 'older'))) as broken from demo_faucet_days as d`,
    },
    moveInvariant('test money is what the faucet gave, in a demo alone', {
      of: sql`kind = 'test-money'`,
      broken: sql`from_bucket = 'demo-faucet' and (is_production() or sequence > (select sequence from capital_orders_since)
        and not exists (select from demo_faucet_days as d
          where d.account_id = ledger_moves.account_id and d.day_id = ledger_moves.object_id and d.coin = ledger_moves.coin))`,
    }),
    {
      name: 'what the faucet gave on a day is in the journal',
      sql: sql`select count(*) as checked, count(*) filter (where case purpose when 'older' then moved > given else moved <> given end) as broken
          from (select d.purpose, d.given, coalesce(sum(m.amount), 0) as moved from demo_faucet_days as d left join ledger_moves as m
              on m.account_id = d.account_id and m.object_id = d.day_id and m.kind = 'test-money'
            group by d.account_id, d.day_id) as days`,
    },
  ],
  web: demoWeb,
  engine: (parts: { mode: 'demo' | 'production'; pool: Pool; lanes: Lanes; clock: Clock }) => ({
    start: async () => (parts.mode === 'demo' ? fundDemo(parts) : undefined),
  }),
});
