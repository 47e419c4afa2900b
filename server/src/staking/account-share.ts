// What one account may hold of staking: a share of each plan's quota, and of the income that the house can still promise. A pledge can be
// closed at any time for nothing but its own income, so whoever has much money could keep all of it from everybody else.
import { usdtDecimals, wad, zero, type Wad } from '@candor/wire';
import { countPromise, heldOf, namePromises, promiseRoom, promiseWholes, shareOf } from '../ledger/account-promises.ts';
import type { CommandState, RowName, RowWrite } from '../ledger/command.ts';
import type { Pledge, PledgeConfig } from './pledge.ts';
import type { PledgeLimits } from './terms.ts';

const incomes = { product: 'staking', coin: 'USDT' } as const;
const stakedOf = (productId: string) => ({ product: 'staking-plan', coin: productId }) as const;

/** The rows that a command which opens or ends a pledge must name. */
export const nameShares = (productId: string): RowName[] => [
  ...namePromises(incomes),
  ...namePromises(stakedOf(productId)),
];

/** What one that opens must name besides. */
export const incomeWholes = () => promiseWholes('staking-reserve', 'USDT', 'staking-rewards');

export const incomeFree = (state: CommandState): Wad => state.whole('staking-rewards', 'USDT');

/** How much more the account may stake of the plan, and be promised for it. All together may be promised whatever there is. */
export function roomFor(
  state: CommandState,
  { productId, quota, maxAmount }: PledgeConfig,
  { incomeShareMax, quotaShareMax }: PledgeLimits,
): Record<'staked' | 'income', Wad> {
  const share = shareOf(quota, quotaShareMax);
  const left = (share > maxAmount ? share : maxAmount) - heldOf(state, stakedOf(productId));
  const income = promiseRoom(state, incomes, {
    reserve: 'staking-reserve',
    source: 'staking-rewards',
    accountShareMax: incomeShareMax,
    allShareMax: wad('1'),
  });
  return { staked: left > 0n ? (left as Wad) : zero, income };
}

const one = 10n ** 18n;
const unit = 10n ** BigInt(18 - usdtDecimals);

/** The most whose income under these terms is not more than this. */
export const stakedFor = (income: Wad, { dailyRate, days }: Pick<PledgeConfig, 'dailyRate' | 'days'>): Wad => {
  const most = (income * one) / (dailyRate * BigInt(days));
  return (most - (most % unit)) as Wad;
};

/** A pledge counts with its whole income until it ends. */
export const countShare = (
  { accountId, productId, amount, income }: Pledge,
  state: CommandState,
  change: 'opened' | 'ended',
): RowWrite[] => {
  const by = (held: Wad) => (change === 'opened' ? { before: zero, after: held } : { before: held, after: zero });
  return [
    ...countPromise(state, { accountId, ...stakedOf(productId) }, by(amount)),
    ...countPromise(state, { accountId, ...incomes }, by(income)),
  ];
};
