// The contracts of the vectors: what was ordered, what was asked later and what the simulated market is to make of it.
import type { CoinCode, ContractReceipt } from '@candor/wire';
import type { Stretch } from './simulated-ticks.ts';

/** A price that was seen: parts in a million away from it, of the tick of that sequence. */
export type Level = [sequence: number, millionths: bigint];

export interface Scenario {
  what: string;
  coin: CoinCode;
  stretches: readonly Stretch[];
  order: Pick<ContractReceipt['order'], 'side' | 'lever' | 'sheets'> & { limit?: Level; seen?: Level };
  stops?: { takeProfit?: Level; stopLoss?: Level };
  /** Sequence of the newest tick when it was asked, and what. */
  requests?: [
    sequence: number,
    request: { close: number } | { margin: string } | { takeProfit?: Level; stopLoss?: Level },
  ][];
  cancelAt?: number;
  /** A limit order does not wait longer for its price. */
  limitExpiryMs?: number;
  /** For each close and the end, all of which must gain: how long after the end its gain was paid, or that it is still due. */
  gainsPaidAfterMs?: (number | null)[];
  expected: string;
  /** Of receipts that were written before parts had their share of the fee. */
  version?: 1;
}

const minute = [{ count: 40 }];
/** Prices go on hours later, somewhere else. */
const hoursLater = [{ count: 10 }, { count: 6, gapMs: 9 * 3_600_000 }];

const limitExpiryMs = 30 * 86_400_000;

const threeParts = {
  coin: 'XRP',
  stretches: minute,
  order: { side: 'short', lever: 3, sheets: 7 },
  requests: [
    [8, { close: 3 }],
    [12, { margin: '1.0001' }],
    [15, { takeProfit: [15, -500_000n], stopLoss: [15, 500_000n] }],
    [18, { close: 2 }],
    [24, { close: 2 }],
  ],
  expected: 'closed',
} satisfies Omit<Scenario, 'what'>;

export const contractScenarios: Record<string, Scenario> = {
  'contract-closed': {
    what: 'A long that its owner closes.',
    coin: 'BTC',
    stretches: minute,
    order: { side: 'long', lever: 50, sheets: 7 },
    requests: [[20, { close: 7 }]],
    expected: 'closed',
  },
  'contract-parts': {
    what: 'A short with margin added, closed in three parts that do not divide evenly.',
    ...threeParts,
  },
  'contract-parts-version-1': {
    what: 'The same with a receipt of version 1, where parts have no share of the fee and no formula.',
    ...threeParts,
    version: 1,
  },
  'contract-liquidated': {
    what: 'A short that is liquidated after a gap in the prices, far beyond its liquidation price: nothing comes back.',
    coin: 'TRUMP',
    stretches: hoursLater,
    order: { side: 'short', lever: 50, sheets: 30 },
    requests: [[8, { margin: '0.5' }]],
    expected: 'liquidated',
  },
  'contract-take-profit': {
    what: 'A short that its take-profit closes after a gap, at a better price.',
    coin: 'TRUMP',
    stretches: hoursLater,
    order: { side: 'short', lever: 10, sheets: 30 },
    stops: { takeProfit: [5, -9_000n] },
    expected: 'take-profit',
  },
  'contract-stop-loss': {
    what: 'A long that a changed stop-loss closes.',
    coin: 'ETH',
    stretches: minute,
    order: { side: 'long', lever: 20, sheets: 11 },
    stops: { takeProfit: [5, 100_000n], stopLoss: [5, -100_000n] },
    requests: [[9, { stopLoss: [9, -25n] }]],
    expected: 'stop-loss',
  },
  'contract-never-liquidated': {
    what: 'A limit order that opens a long with so much margin that its liquidation price is 0.',
    coin: 'SOL',
    stretches: minute,
    order: { side: 'long', lever: 1, sheets: 3, limit: [4, -20n] },
    requests: [
      [25, { margin: '40' }],
      [30, { close: 3 }],
    ],
    expected: 'closed',
  },
  'contract-price-moved': {
    what: 'A market order whose price had moved too far.',
    coin: 'BNB',
    stretches: minute,
    order: { side: 'long', lever: 50, sheets: 2, seen: [4, -6_000n] },
    expected: 'price-moved',
  },
  'contract-no-entry': {
    what: 'A market order without a tick in time.',
    coin: 'BTC',
    stretches: [{ count: 4 }, { count: 3, gapMs: 12_000 }],
    order: { side: 'short', lever: 50, sheets: 1 },
    expected: 'no-entry-tick',
  },
  'contract-by-customer': {
    what: 'A limit order that its owner cancelled.',
    coin: 'BTC',
    stretches: minute,
    order: { side: 'long', lever: 5, sheets: 4, limit: [4, -20_000n] },
    cancelAt: 12,
    expected: 'by-customer',
  },
  'contract-expired': {
    what: 'A limit order whose price had not come in its 30 days; the first tick after them, which could have filled it, came too late.',
    coin: 'SOL',
    stretches: [{ count: 10 }, { count: 6, gapMs: limitExpiryMs - 10_000 }],
    order: { side: 'long', lever: 10, sheets: 5, limit: [15, 0n] },
    limitExpiryMs,
    expected: 'expired',
  },
  'contract-paid-late': {
    what: 'A short whose gains the house could not pay at once: that of a partial close was paid later, that of its end is still due.',
    coin: 'TRUMP',
    stretches: hoursLater,
    order: { side: 'short', lever: 10, sheets: 30 },
    stops: { takeProfit: [5, -9_000n] },
    requests: [[8, { close: 7 }]],
    limitExpiryMs,
    gainsPaidAfterMs: [95_000, null],
    expected: 'take-profit',
  },
};
