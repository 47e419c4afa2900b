// What the house holds, what a move of a price would cost it, and whether its books are right.
import { checkBooks, formatAmount, getExposure, listHouseAccounts, moveSteps, toInstant, type CoinCode, type Wad } from '@candor/wire'; // oxfmt-ignore
import type { Clock } from '../kit/clock.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import { refuse } from '../kit/refuse.ts';
import type { Market } from '../market/market.ts';
import { checkBooksOnce, type CheckParts } from './check-books.ts';
import { readOptionCosts } from './history-store.ts';
import { costsByCoin, costsOfMoves } from './rules.ts';
import { readExposures, readHouse, sumDues } from './store.ts';

export interface HouseParts extends CheckParts {
  clock: Clock;
  market: Pick<Market, 'lastTick'>;
}

export function houseCalls(parts: HouseParts): BoundCall[] {
  const { pool, clock, market } = parts;
  let isChecking = false;
  return [
    bindOperator(listHouseAccounts, async () => {
      const [accounts, due] = await Promise.all([readHouse(pool), sumDues(pool)]);
      return {
        accounts: accounts.map(({ balance, ...account }) => ({ ...account, balance: formatAmount(balance) })),
        due: formatAmount(due),
      };
    }),
    bindOperator(getExposure, async () => {
      const exposures = await readExposures(pool);
      const prices = exposures.flatMap(({ coin }) => {
        const price = market.lastTick(coin as CoinCode)?.price;
        return price === undefined ? [] : [{ coin: coin as CoinCode, price }];
      });
      const texts = prices.map(({ coin, price }) => ({ coin, price: formatAmount(price) }));
      const ofOptions = costsByCoin(await readOptionCosts(pool, texts, moveSteps));
      const priceOf = new Map<string, Wad>(prices.map(({ coin, price }) => [coin, price]));
      return { coins: exposures.map((exposure) => describeExposure(exposure, { ofOptions, price: priceOf.get(exposure.coin) })) }; // oxfmt-ignore
    }),
    bindOperator(checkBooks, async (_, { operator }) => {
      // One at a time: each reads the whole journal.
      if (isChecking) return refuse('busy');
      isChecking = true;
      try {
        const reports = (await checkBooksOnce(parts, operator.name)) ?? refuse('busy');
        return { checked_at: toInstant(clock.now()), invariants: reports };
      } finally {
        isChecking = false;
      }
    }),
  ];
}

type Exposure = Awaited<ReturnType<typeof readExposures>>[number];

function describeExposure(
  { coin, upStake, upProfit, downStake, downProfit, openLong, openShort, reserved, ...counts }: Exposure,
  { ofOptions, price }: { ofOptions: ReturnType<typeof costsByCoin>; price: Wad | undefined },
) {
  const texts = (costs: readonly Wad[]): string[] => costs.map((cost) => formatAmount(cost));
  return {
    coin,
    ...counts,
    up_stake: formatAmount(upStake),
    up_profit: formatAmount(upProfit),
    down_stake: formatAmount(downStake),
    down_profit: formatAmount(downProfit),
    open_long: formatAmount(openLong),
    open_short: formatAmount(openShort),
    reserved: formatAmount(reserved),
    costs: price === undefined ? null : texts(costsOfMoves({ openLong, openShort, price })),
    option_costs: price === undefined ? null : texts(ofOptions(coin)),
  };
}
