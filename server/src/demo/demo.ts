// The demo: test money, a verification without papers, and the messages that the server would have sent.
import {
  demoMovements,
  experienceBonus,
  faucetDailyLimit,
  listOutbox,
  openExperienceAccount,
  takeTestMoney,
  verifyMe,
} from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { play } from '../kit/play.ts';
import { product, type KindOf, type Ways } from '../kit/product.ts';
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
      sql: sql`select count(*) as checked, count(*) filter (where given > greatest(${faucetDailyLimit}::numeric,
          ${experienceBonus}::numeric)) as broken from demo_faucet_days`,
    },
  ],
  web: demoWeb,
  engine: (parts: { mode: 'demo' | 'production'; pool: Pool; lanes: Lanes; clock: Clock }) => ({
    start: async () => (parts.mode === 'demo' ? fundDemo(parts) : undefined),
  }),
});
