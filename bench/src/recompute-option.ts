// What a seconds option must come to, from the public ticks alone: the rules of the product written down once more, for
// the harnesses, sharing nothing with the server that decided it.
import { one } from '@candor/wire';
import type { ArchivedTick } from '@candor/wire';

export interface OptionTerms {
  side: 'up' | 'down';
  stake: bigint;
  payoutRate: bigint;
  durationMs: number;
  /** How long after expiry the first tick still counts where the last before it was too old. */
  exitWaitMs: number;
  receivedMs: number;
  acceptedSequence: number;
}

export interface Recomputed {
  entrySequence: number | null;
  expiresMs: number | null;
  exitSequence: number | null;
  result: 'win' | 'lose' | 'tie' | 'void';
  /** In units of 1e-18. */
  paid: bigint;
}

const [entryDelayMs, entryWindowMs, exitAgeMaxMs] = [250, 5_000, 3_000];
/** 0.0001 USDT: what a customer receives is cut off there. */
const payoutStep = 10n ** 14n;

/** `ticks` is the coin's whole archive from sequence 1; undefined while it does not reach past the deciding moment. */
export function recomputeOption(terms: OptionTerms, ticks: readonly ArchivedTick[]): Recomputed | undefined {
  const { receivedMs, acceptedSequence, stake } = terms;
  const newestMs = ticks.at(-1)?.[3] ?? 0;
  const entry = ticks[Math.max(acceptedSequence, firstAtOrAfter(ticks, receivedMs + entryDelayMs))];
  if (!entry || entry[3] > receivedMs + entryWindowMs) {
    if (newestMs <= receivedMs + entryWindowMs) return undefined;
    return { entrySequence: null, expiresMs: null, exitSequence: null, result: 'void', paid: stake };
  }
  const expiresMs = entry[3] + terms.durationMs;
  if (newestMs <= expiresMs) return undefined;
  const begun = { entrySequence: entry[0], expiresMs };
  const later = firstAtOrAfter(ticks, expiresMs + 1);
  let exit: ArchivedTick | undefined = ticks[later - 1]!;
  if (exit[3] < expiresMs - exitAgeMaxMs) {
    const endMs = expiresMs + terms.exitWaitMs;
    exit = ticks[later]![3] <= endMs ? ticks[later]! : undefined;
    if (!exit) return { ...begun, exitSequence: null, result: 'void', paid: stake };
  }
  return { ...begun, exitSequence: exit[0], ...compare(terms, units(entry[1]), units(exit[1])) };
}

function compare(terms: OptionTerms, entry: bigint, exit: bigint): Pick<Recomputed, 'result' | 'paid'> {
  const { stake } = terms;
  if (exit === entry) return { result: 'tie', paid: stake };
  if (exit > entry !== (terms.side === 'up')) return { result: 'lose', paid: 0n };
  const profit = (stake * terms.payoutRate) / one;
  return { result: 'win', paid: stake + profit - (profit % payoutStep) };
}

/** Place of the first tick published at or after the moment; the number of ticks if there is none. */
function firstAtOrAfter(ticks: readonly ArchivedTick[], ms: number): number {
  let [low, high] = [0, ticks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ticks[middle]![3] >= ms) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Plain decimal text in units of 1e-18. */
export function units(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  if (!/^\d+$/.test(whole) || !/^\d{0,18}$/.test(fraction)) throw new Error(`${text} is not a plain decimal`);
  return BigInt(whole + fraction.padEnd(18, '0'));
}
