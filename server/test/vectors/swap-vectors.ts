// Receipts of swaps with each end, decided and written from ticks of the simulated market.
import { decideSwap, publicKeyOf, signReceipt, swapFormula, type SwapDecision } from '@candor/proof';
import { assetDecimals, formatAmount, multiplyDown, one, swapRate, swapReceived, swapTerms, toInstant, wad } from '@candor/wire'; // oxfmt-ignore
import type { ArchivedTick, AssetCode, CoinCode, SwapPrices, SwapReceipt, Wad } from '@candor/wire';
import { vectorKey } from './record-vectors.ts';
import { runOf, simulatedTicks, startMs, type Stretch } from './simulated-ticks.ts';

interface Scenario {
  what: string;
  from: AssetCode;
  to: AssetCode;
  amount: string;
  stretches: readonly Stretch[];
  /** Parts in a million above the rate that was seen, and how long it waits; a quote without. */
  limit?: { millionths: bigint; waitMs: number };
  /** The newest tick when its cancel was asked for. */
  cancelAt?: number;
  expected: string;
}

const steady = [{ count: 24 }];
const hourMs = 3_600_000;

const scenarios: Record<string, Scenario> = {
  'swap-quote': {
    what: 'A quote between two coins: the first tick of each decides.',
    from: 'ETH',
    to: 'BTC',
    amount: '0.7331',
    stretches: steady,
    expected: 'filled',
  },
  'swap-quote-usdt': {
    what: 'A quote of a coin for USDT, cut off to the last digit.',
    from: 'XRP',
    to: 'USDT',
    amount: '123.456',
    stretches: steady,
    expected: 'filled',
  },
  'swap-price-moved': {
    what: 'A quote whose rate had moved too far: all comes back.',
    from: 'USDT',
    to: 'TRUMP',
    amount: '250',
    stretches: steady,
    expected: 'price-moved',
  },
  'swap-no-tick': {
    what: 'A quote without a tick in time.',
    from: 'USDT',
    to: 'SOL',
    amount: '99.99',
    stretches: [{ count: 4 }, { count: 3, gapMs: 8_000 }],
    expected: 'no-tick',
  },
  'swap-limit': {
    what: 'A limit that buys a coin as its rate comes: what is given is rounded up.',
    from: 'USDT',
    to: 'SOL',
    amount: '100.01',
    stretches: steady,
    limit: { millionths: 150n, waitMs: hourMs },
    expected: 'filled',
  },
  'swap-expired': {
    what: 'A limit whose rate had not come in its hour.',
    from: 'DOGE',
    to: 'USDT',
    amount: '5000',
    stretches: [{ count: 10 }, { count: 4, gapMs: hourMs }],
    limit: { millionths: 300_000n, waitMs: hourMs },
    expected: 'expired',
  },
  'swap-cancelled': {
    what: 'A limit that its owner cancelled.',
    from: 'BTC',
    to: 'USDT',
    amount: '0.0123',
    stretches: steady,
    limit: { millionths: 100_000n, waitMs: hourMs },
    cancelAt: 12,
    expected: 'cancelled',
  },
};

export const swapVectors = (): Record<string, object> =>
  Object.fromEntries(Object.entries(scenarios).map(([name, scenario]) => [name, swapVector(scenario)]));

type Sides<Value> = Record<'from' | 'to', Value>;
const sides = ['from', 'to'] as const;
const acceptedSequence = 4;

/** The first moment of the simulated market that ends as the scenario says. */
function swapVector(scenario: Scenario): object {
  for (let minute = 0; minute < 600; minute++) {
    const ticksOf = (coin: AssetCode) => coin === 'USDT' ? undefined : simulatedTicks(coin, startMs + minute * 60_000, scenario.stretches); // oxfmt-ignore
    const ticks = { from: ticksOf(scenario.from), to: ticksOf(scenario.to) };
    const agreed = { order: orderOf(scenario, ticks), terms: termsOf(scenario) };
    const decision = decideSwap(agreed, { from: ticks.from?.slice(acceptedSequence), to: ticks.to?.slice(acceptedSequence) }); // oxfmt-ignore
    if ((decision.reason ?? decision.result) !== scenario.expected || !decision.isReached) continue;
    return written({ what: scenario.what, ...agreed, decision, ticks });
  }
  throw new Error(`the simulated market gives no ${scenario.expected}`);
}

const termsOf = ({ from, to }: Scenario): SwapReceipt['terms'] => ({
  fill_delay_ms: swapTerms.fillDelayMs,
  fill_window_ms: swapTerms.fillWindowMs,
  move_max_bp: swapTerms.moveMaxBp,
  from_decimals: assetDecimals(from),
  to_decimals: assetDecimals(to),
});

function orderOf(scenario: Scenario, ticks: Sides<readonly ArchivedTick[] | undefined>): SwapReceipt['order'] {
  const { from, to, amount, limit, cancelAt } = scenario;
  const seen = (side: 'from' | 'to'): ArchivedTick | undefined => ticks[side]?.[acceptedSequence - 1];
  const prices: SwapPrices = { from: priceOf(seen('from')), to: priceOf(seen('to')) };
  const receivedMs = (seen('from') ?? seen('to'))![3] + 640;
  const cancelledMs = cancelAt === undefined ? undefined : (ticks.from ?? ticks.to)![cancelAt - 1]![3] + 640;
  const rate = limit ? limitRate(prices, limit.millionths) : swapRate(prices);
  const toAmount = limit ? multiplyDown(wad(amount), rate, assetDecimals(to)) : swapReceived(wad(amount), prices, to);
  return {
    exchange_id: 'swp_01kdvaf000k5t3n8r1b7x6z2qw',
    account_id: 'acc_01kdvaee80fx1m2jv4zt9s5k7w',
    kind: limit ? 'limit' : 'quote',
    from_coin: from,
    to_coin: to,
    from_amount: amount,
    to_amount: formatAmount(toAmount),
    rate: formatAmount(rate),
    quoted_from: formatAmount(prices.from),
    quoted_to: formatAmount(prices.to),
    received_ms: receivedMs,
    accepted_from: ticks.from ? acceptedSequence : 0,
    accepted_to: ticks.to ? acceptedSequence : 0,
    expires_ms: cancelledMs === undefined ? receivedMs + (limit?.waitMs ?? swapTerms.fillWindowMs) : cancelledMs + swapTerms.fillDelayMs, // oxfmt-ignore
    is_cancelled: cancelledMs !== undefined,
  };
}

const priceOf = (tick: ArchivedTick | undefined): Wad => (tick ? wad(tick[1]) : one);
/** With as many decimals as people type. */
const limitRate = (prices: SwapPrices, millionths: bigint): Wad =>
  multiplyDown(swapRate(prices), (one + millionths * 10n ** 12n) as Wad, 12);

interface Written {
  what: string;
  order: SwapReceipt['order'];
  terms: SwapReceipt['terms'];
  decision: SwapDecision;
  ticks: Sides<readonly ArchivedTick[] | undefined>;
}

function written({ what, order, terms, decision, ticks }: Written): object {
  const facts = {
    order,
    from_tick: tickOf(decision.from),
    to_tick: tickOf(decision.to),
    reason: decision.reason,
    given: decision.given,
    received: decision.received,
  };
  // Up to the tick that decided, or the first after the time in which one could.
  const runs = (more: number) =>
    sides.flatMap((side) => {
      const known = ticks[side];
      if (!known) return [];
      const last = decision[side] ?? known.find((tick) => tick[3] > order.expires_ms)!;
      return [runOf(order[`${side}_coin`] as CoinCode, known, acceptedSequence, last[0] + more)];
    });
  const { result, decidedMs } = decision;
  const rest = { kind: 'swap' as const, version: 1 as const, terms, result, settled_at: toInstant(decidedMs + 126) };
  return {
    what,
    public_key: publicKeyOf(vectorKey),
    receipt: signReceipt({ ...rest, ...facts, formula: swapFormula(facts), archive: runs(0) }, vectorKey),
    archive: runs(1),
  };
}

const tickOf = (tick: ArchivedTick | undefined) =>
  tick === undefined ? null : { sequence: tick[0], price: tick[1], published_ms: tick[3] };
