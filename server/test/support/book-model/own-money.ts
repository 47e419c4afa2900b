// What customers set against themselves, test money, and the owner's own.
import { wad, type AssetCode } from '@candor/wire';
import { createHash } from 'node:crypto';
import { giveTestMoney } from '../../../src/demo/give-test-money.ts';
import { uuidOf } from '../../../src/kit/uuid-of.ts';
import { houseAccountId } from '../../../src/ledger/command.ts';
import { fundBankroll, takeFromBankroll } from '../../../src/ledger/fund-house.ts';
import { changeLimits, pauseTrading } from '../../../src/limits/change-limits.ts';
import { ask, houseIn, pick, usdtOf, type Actor, type ModelProduct } from './stage.ts';
import type { Asked } from './memory-ledger.ts';

const dayMs = 86_400_000;

export function testMoney(actor: Actor, wanted: { coin: AssetCode; amount: string; now: number }): Asked {
  const { coin, now } = wanted;
  const day = new Date(now - (now % dayMs)).toISOString().slice(0, 10);
  const dayId = uuidOf(createHash('sha256').update(`${actor.accountId} ${coin} ${day}`).digest());
  const input = {
    accountId: actor.accountId,
    coin,
    amount: wad(wanted.amount),
    dayId,
    day,
    purpose: 'faucet' as const,
  };
  return ask(giveTestMoney, actor, { ...input, limit: wad('10000') });
}

/** What orders the owner's money in a database: the model looks at no order. */
export const orderedBy = houseAccountId;

export const ownMoney: ModelProduct = {
  plays: [
    {
      command: giveTestMoney,
      play: ({ now }, actor, draw) => {
        const coin = pick(draw, ['USDT', 'BTC'] as const);
        return testMoney(actor, { coin, amount: coin === 'BTC' ? '0.1' : String(1 + draw(3_000)), now });
      },
    },
    {
      command: changeLimits,
      play: (_, actor, draw) =>
        ask(changeLimits, actor, {
          accountId: actor.accountId,
          limits: {
            lossDay: draw(4) === 0 ? usdtOf(draw, 500, 5_000) : null,
            lossWeek: null,
            lossMonth: null,
            stakeMax: draw(4) === 0 ? usdtOf(draw, 500, 5_000) : null,
          },
          reminderMinutes: null,
        }),
    },
    {
      command: pauseTrading,
      play: ({ now }, actor, draw) =>
        // Seldom, as it ends most other plays of the account.
        draw(4) > 0
          ? undefined
          : ask(pauseTrading, actor, { accountId: actor.accountId, kind: 'time-out', endsAt: now + 1_000 * (1 + draw(60)) }),
    },
    {
      command: fundBankroll,
      play: (_, actor, draw) => {
        const bucket = pick(draw, ['bankroll', 'staking-rewards'] as const);
        return ask(fundBankroll, houseIn(actor), { coin: 'USDT', amount: usdtOf(draw, 1, 500), bucket, orderedBy });
      },
    },
    {
      command: takeFromBankroll,
      play: (_, actor, draw) => ask(takeFromBankroll, houseIn(actor), { coin: 'USDT', amount: usdtOf(draw, 1, 3_000), orderedBy }),
    },
  ],
}; // oxfmt-ignore
