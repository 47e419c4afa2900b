// Pure: what the house can give of each coin, and whether that is little.
import { add, formatAmount, inventoryLowShare, multiplyDown, subtract, wad, zero, type Wad } from '@candor/wire';
import { fundedBuckets, promisedBuckets, promisedFrom, type HouseBucket } from '../ledger/buckets.ts';

export interface InventoryRows {
  held: readonly { bucket: HouseBucket; coin: string; balance: Wad }[];
  limits: readonly { coin: string; count: number; promised: Wad }[];
  /** Requests that are open. */
  asked: readonly { coin: string; refillId: string }[];
}

const outOfBankroll = promisedBuckets.filter((bucket) => promisedFrom[bucket] === 'bankroll');
/** What the owner paid in for one product alone, and what that has promised of it. */
const elsewhere = [
  ...fundedBuckets.filter((bucket) => bucket !== 'bankroll'),
  ...promisedBuckets.filter((bucket) => promisedFrom[bucket] !== 'bankroll'),
];

export function describeInventory({ held, limits, asked }: InventoryRows) {
  const coins = new Set([...held.filter(({ balance }) => balance !== zero), ...limits].map(({ coin }) => coin));
  return [...coins].toSorted().map((coin) => {
    const sumOf = (buckets: readonly HouseBucket[]): Wad =>
      held
        .filter((row) => row.coin === coin && buckets.includes(row.bucket))
        .reduce((sum, { balance }) => add(sum, balance), zero);
    const [free, promised] = [sumOf(['bankroll']), sumOf(outOfBankroll)];
    // Where capital comes from owes it.
    const paidIn = subtract(zero, sumOf(['capital']));
    const waits = limits.find((row) => row.coin === coin);
    return {
      coin,
      free: formatAmount(free),
      promised: formatAmount(promised),
      held: formatAmount(add(free, promised)),
      limits: waits?.count ?? 0,
      limits_take: formatAmount(waits?.promised ?? zero),
      paid_in: formatAmount(paidIn),
      is_low: isLow({ free, held: add(free, promised), paidIn: subtract(paidIn, sumOf(elsewhere)) }),
      refill_id: asked.find((row) => row.coin === coin)?.refillId ?? null,
    };
  });
}

/** `paidIn` is what the owner paid in of it and that is in no other fund: what the house would hold had nobody gained or taken any. */
export function isLow({ free, held, paidIn }: { free: Wad; held: Wad; paidIn: Wad }): boolean {
  const whole = held > paidIn ? held : paidIn;
  return free === zero || free < multiplyDown(whole, wad(inventoryLowShare), 18);
}
