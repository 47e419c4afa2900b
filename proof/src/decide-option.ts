// The rules of a seconds option, written a second time and apart from the server: what the ticks say must happen.
import { add, formatAmount, multiplyDown, wad } from '@candor/wire';
import type { ArchivedTick, OptionExitRule, OptionReceipt, OptionResult, OptionVoidReason } from '@candor/wire';

type Order = OptionReceipt['order'];
type Terms = OptionReceipt['terms'];

/** What the ticks decide. */
export interface OptionDecision {
  entry: ArchivedTick | undefined;
  expiresMs: number | undefined;
  exit: ArchivedTick | undefined;
  /** Which of the two ticks the exit is; null without one. */
  exitRule: OptionExitRule | null;
  result: OptionResult;
  voidReason: OptionVoidReason | null;
  paid: string;
  /** The moment at which nothing could change any more, ms. */
  decidedMs: number;
  /** Whether the ticks show that: none that would have decided otherwise can be missing at their end. */
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
    const none = { entry: undefined, expiresMs: undefined, exit: undefined, exitRule: null };
    const end = { decidedMs: entryEndMs, isReached: reaches(ticks, entryEndMs) };
    return { ...none, result: 'void', voidReason: 'no-entry-tick', paid: stakeBack, ...end };
  }
  const expiresMs = entry[3] + terms.duration_ms;
  const { exit, ...found } = findExit({ ticks, entry, expiresMs, terms });
  const opened = { entry, expiresMs, exit, ...found };
  if (exit === undefined) return { ...opened, result: 'void', voidReason: 'no-exit-tick', paid: stakeBack };
  const result = compare(order.side, wad(entry[1]), wad(exit[1]));
  return { ...opened, result, voidReason: null, paid: payout(result, order, terms) };
}

/** Terms of receipt version 1 know no exit after expiry: they wait 0 ms for one. */
export const exitWaitOf = (terms: Terms): number => ('exit_wait_ms' in terms ? terms.exit_wait_ms : 0);

type FoundExit = Pick<OptionDecision, 'exit' | 'exitRule' | 'decidedMs' | 'isReached'>;

/** The last tick up to expiry where it is fresh enough, else the first one after it where that comes soon enough. */
function findExit({
  ticks,
  entry,
  expiresMs,
  terms,
}: Pick<OptionCase, 'ticks' | 'terms'> & { entry: ArchivedTick; expiresMs: number }): FoundExit {
  const last = ticks.findLast((tick) => tick[3] <= expiresMs);
  if (last !== undefined && last[0] >= entry[0] && expiresMs - last[3] <= terms.exit_age_max_ms) {
    const isReached = reaches(ticks, expiresMs);
    return { exit: last, exitRule: 'last-up-to-expiry', decidedMs: expiresMs, isReached };
  }
  const endMs = expiresMs + exitWaitOf(terms);
  const next = ticks.find((tick) => tick[3] > expiresMs);
  if (next !== undefined && next[3] <= endMs) {
    return { exit: next, exitRule: 'first-after-expiry', decidedMs: next[3], isReached: true };
  }
  return { exit: undefined, exitRule: null, decidedMs: endMs, isReached: reaches(ticks, endMs) };
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
