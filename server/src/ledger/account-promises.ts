// What the open orders of an account hold of what the house can still promise. Whoever can have such an order for nothing, or take it
// back at any time, holds a share and no more, and all customers together not more than a part: the rest is there for others.
import { add, subtract, zero, type AssetCode, type SettingField, type Uuid, type Wad } from '@candor/wire';
import { amount, integer, text, uuid } from '../kit/columns.ts';
import { table } from '../kit/table.ts';
import type { Invariant } from '../kit/product.ts';
import { sql, type Sql } from '../kit/sql.ts';
import { uuidOfWords } from '../kit/uuid-of.ts';
import type { HouseBucket } from './buckets.ts';
import { insertRow, updateRow, type CommandState, type RowName, type RowWrite } from './command.ts';

export const accountPromises = table('account_promises', {
  key: { accountId: uuid, promiseId: uuid },
  /** A coin, or what else a product promises shares of. All: what counts over every one. */
  fixed: { product: text(), coin: text() },
  changing: {
    orders: integer,
    /** Of the coin. */
    held: amount,
  },
});

/** A product's promises of one coin. */
export interface PromisesOf {
  product: 'swap' | 'purchase' | 'staking';
  coin: AssetCode;
}

/** Promises, or what else is counted for an account as they are: what it has staked of a plan, in place of a coin. */
interface HeldOf {
  product: PromisesOf['product'] | 'staking-plan';
  coin: string;
}

/** Where a product's terms say both shares: their columns, and their fields of the setting. */
export const shareColumns = {
  /** An account's open orders hold at most this share of what the house can still promise. */
  accountShareMax: amount,
  /** Orders of all customers are taken until they hold this share. */
  allShareMax: amount,
};
export const shareFields: readonly SettingField[] = [
  { name: 'account_share_max', form: 'share', favours: 'more', min: '0.001', max: '0.5' },
  { name: 'all_share_max', form: 'share', favours: 'more', min: '0.001', max: '0.9' },
];

const idOf = (product: string, coin: string): Uuid => uuidOfWords(`promise ${product} ${coin}`);

/**
 * The rows that a command must name. Its house buckets lock the account's slices of the coin and of USDT before they are read, so that
 * no two commands count from the same number.
 */
export const namePromises = ({ product, coin }: HeldOf): RowName[] =>
  [coin, 'all'].map((each) => ({ table: accountPromises, id: idOf(product, each) }));

const rowOf = (state: CommandState, product: string, coin: string) => state.row(accountPromises, idOf(product, coin));

export const openOrdersOf = (state: CommandState, { product }: Pick<HeldOf, 'product'>): number =>
  rowOf(state, product, 'all')?.orders ?? 0;

export const heldOf = (state: CommandState, { product, coin }: HeldOf): Wad =>
  rowOf(state, product, coin)?.held ?? zero;

/** The wholes that `promiseRoom` looks at. */
export const promiseWholes = (reserve: HouseBucket, coin: AssetCode, source: HouseBucket = 'bankroll') => [
  { bucket: source, coin },
  { bucket: reserve, coin },
];

/** Shares of what the house can still promise. */
interface PromiseShares {
  accountShareMax: Wad;
  allShareMax: Wad;
  reserve: HouseBucket;
  source?: HouseBucket;
}

/** How much more an account may have promised out of `source`, whatever it has itself; `reserve` is where the product sets it aside. */
export function promiseRoom(
  state: CommandState,
  { product, coin }: PromisesOf,
  { reserve, source = 'bankroll', accountShareMax, allShareMax }: PromiseShares,
): Wad {
  const [free, promised] = [state.whole(source, coin), state.whole(reserve, coin)];
  const own = shareOf(free, accountShareMax) - heldOf(state, { product, coin });
  const all = shareOf(add(free, promised), allShareMax) - promised;
  return smallest(own, all);
}

const one = 10n ** 18n;
export const shareOf = (whole: Wad, share: Wad): Wad => ((whole * share) / one) as Wad;
const smallest = (left: bigint, right: bigint): Wad =>
  (left < 0n || right < 0n ? 0n : left < right ? left : right) as Wad;

/**
 * An order holds so much more, or less; one that holds nothing any more is open no longer. What was never counted, as an older process
 * opened it, is no reason to keep the order from its end: nothing goes below zero, and the invariant below tells.
 */
export function countPromise(
  state: CommandState,
  { accountId, product, coin }: HeldOf & { accountId: Uuid },
  { before, after }: { before: Wad; after: Wad },
): RowWrite[] {
  if (before === after) return [];
  const orders = (after > zero ? 1 : 0) - (before > zero ? 1 : 0);
  const count = (of: string, by: Wad): RowWrite[] => {
    const row = rowOf(state, product, of);
    if (row) return [updateRow(accountPromises, { ...row, orders: Math.max(0, row.orders + orders), held: notBelowZero(add(row.held, by)) })]; // oxfmt-ignore
    if (orders < 0 || by < zero) return [];
    return [insertRow(accountPromises, { accountId, promiseId: idOf(product, of), product, coin: of, orders, held: by })]; // oxfmt-ignore
  };
  const changed = count(coin, subtract(after, before));
  return orders === 0 ? changed : [...changed, ...count('all', zero)];
}

const notBelowZero = (value: Wad): Wad => (value < zero ? zero : value);

/** `open`: account_id, coin and amount of every order that holds something. */
export const promisesInvariant = (product: HeldOf['product'], open: Sql): Invariant => ({
  name: `what open orders of an account hold is counted: ${product}`,
  sql: sql`select count(*) as checked, count(*) filter (where found.orders is distinct from coalesce(counted.orders, 0) or found.held is distinct from coalesce(counted.held, 0)) as broken
           from (select account_id, coin, count(*) as orders, sum(amount) as held from (${open}) as held group by account_id, coin
                 union all select account_id, 'all', count(*), 0 from (${open}) as held group by account_id) as found
           full join (select * from account_promises where product = ${product} and (orders > 0 or held > 0)) as counted using (account_id, coin)`,
});
