// The rules of a seconds option, written a second time and apart from the server: what the ticks say must happen.
import { add, formatAmount, multiplyDown, wad } from '@candor/wire';
import type { ArchivedTick, OptionReceipt, OptionResult, OptionVoidReason } from '@candor/wire';

type Order = OptionReceipt['order'];
type Terms = OptionReceipt['terms'];

/** What the ticks decide. */
export interface OptionDecision {
  entry: ArchivedTick | undefined;
  expiresMs: number | undefined;
  exit: ArchivedTick | undefined;
  result: OptionResult;
  voidReason: OptionVoidReason | null;
  paid: string;
  /** The moment up to which ticks count, ms. */
  decidedMs: number;
  /** Whether a tick after that moment is among the ticks, so that none before it can be missing at the end. */
  isReached: boolean;
}

interface OptionCase {
  order: Order;
  terms: Terms;
  /** All ticks after the accepted sequence, in order. */
  ticks: readonly ArchivedTick[];
}

export function decideOption({ order, terms, ticks }: OptionCase): OptionDecision {
  const stakeBack = formatAmount(wad(order.stake));
  const entryEndMs = order.received_ms + terms.entry_window_ms;
  const entry = ticks.find((tick) => tick[3] >= order.received_ms + terms.entry_delay_ms);
  if (entry === undefined || entry[3] > entryEndMs) {
    const none = { entry: undefined, expiresMs: undefined, exit: undefined };
    const end = { decidedMs: entryEndMs, isReached: reaches(ticks, entryEndMs) };
    return { ...none, result: 'void', voidReason: 'no-entry-tick', paid: stakeBack, ...end };
  }
  const expiresMs = entry[3] + terms.duration_ms;
  const opened = { entry, expiresMs, decidedMs: expiresMs, isReached: reaches(ticks, expiresMs) };
  const exit = ticks.findLast((tick) => tick[3] <= expiresMs);
  if (exit === undefined || exit[0] < entry[0] || expiresMs - exit[3] > terms.exit_age_max_ms) {
    return { ...opened, exit: undefined, result: 'void', voidReason: 'no-exit-tick', paid: stakeBack };
  }
  const result = compare(order.side, wad(entry[1]), wad(exit[1]));
  return { ...opened, exit, result, voidReason: null, paid: payout(result, order, terms) };
}

const reaches = (ticks: readonly ArchivedTick[], ms: number): boolean => {
  const last = ticks.at(-1);
  return last !== undefined && last[3] > ms;
};

function compare(side: Order['side'], entryPrice: bigint, exitPrice: bigint): OptionResult {
  if (exitPrice === entryPrice) return 'tie';
  return exitPrice > entryPrice === (side === 'up') ? 'win' : 'lose';
}

function payout(result: OptionResult, order: Order, terms: Terms): string {
  if (result === 'lose') return '0';
  const stake = wad(order.stake);
  if (result !== 'win') return formatAmount(stake);
  const profit = multiplyDown(stake, wad(terms.payout_rate), terms.payout_decimals);
  return formatAmount(add(stake, profit));
}
