// Histories of ticks with an order in them, and the receipt that an honest platform writes: what the tests start from.
import type { ArchivedTick, TickRun, UnsignedOptionReceipt } from '@candor/wire';
import { toInstant } from '@candor/wire';
import fc from 'fast-check';
import { genesisHash, hashTick, optionFormula } from '../src/index.ts';

export const secretKey = '0b'.repeat(32);
const coin = 'BTC';
const bornMs = 1_760_000_000_000;

export interface History {
  /** From the coin's first tick on. */
  ticks: ArchivedTick[];
  receivedMs: number;
  acceptedSequence: number;
  side: 'up' | 'down';
  /** In ten-thousandths of USDT. */
  stakeUnits: number;
  /** In hundredths. */
  ratePercent: number;
  durationMs: number;
  /** Of the receipt: 1 for terms without an exit after expiry. */
  version: 1 | 2;
}

const gap = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 50, max: 1000 }) },
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 2900, max: 7000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 9000, max: 16_000 }) },
);
// Few different prices, so that ties happen; the last digits differ beyond what a float or a screen would show.
const price = fc.integer({ min: 1, max: 6 }).map((last) => `64120.50000000000000000${last}`);

/** Always long enough to show a tick after the moment that decides. */
export const historyArbitrary: fc.Arbitrary<History> = fc
  .record({
    moves: fc.array(fc.tuple(gap, price), { minLength: 20, maxLength: 160 }),
    acceptedSequence: fc.integer({ min: 0, max: 12 }),
    receivedShiftMs: fc.integer({ min: -400, max: 400 }),
    side: fc.constantFrom('up' as const, 'down' as const),
    stakeUnits: fc.integer({ min: 100_000, max: 50_000_000 }),
    ratePercent: fc.integer({ min: 1, max: 199 }),
    durationMs: fc.constantFrom(5_000, 10_000, 30_000),
    version: fc.constantFrom(1 as const, 2 as const, 2 as const),
  })
  .map(({ moves, receivedShiftMs, ...rest }) => {
    const ticks = ticksOf(moves);
    const acceptedMs = rest.acceptedSequence === 0 ? bornMs : ticks[rest.acceptedSequence - 1]![3];
    return { ...rest, ticks, receivedMs: acceptedMs + receivedShiftMs };
  });

function ticksOf(moves: [number, string][]): ArchivedTick[] {
  let ms = bornMs;
  const ticks = moves.map(([gapMs, text], place): ArchivedTick => {
    ms += gapMs;
    return [place + 1, text, ms - 30, ms, 'htx'];
  });
  return [...ticks, [ticks.length + 1, '64121', ms + 44_970, ms + 45_000, 'htx']];
}

export function runOf(ticks: readonly ArchivedTick[], after: number, last: number): TickRun {
  let hash = genesisHash(coin);
  let startHash = hash;
  const inside: ArchivedTick[] = [];
  for (const tick of ticks) {
    if (tick[0] > last && inside.length > 0) break;
    hash = hashTick(hash, coin, tick);
    if (tick[0] <= after) startHash = hash;
    else if (tick[0] <= last) inside.push(tick);
  }
  return { coin, start_hash: startHash, ticks: inside, end_hash: chain(startHash, inside) };
}

export const chain = (startHash: string, ticks: readonly ArchivedTick[]): string =>
  ticks.reduce((hash, tick) => hashTick(hash, coin, tick), startHash);

/** Lets a dishonest platform choose other ticks than the rules say. */
export interface Choice {
  entry?: ArchivedTick;
  exit?: ArchivedTick;
}

/** Decides step by step as the rules are written, by plain loops, unlike the verifier. */
export function writeReceipt(history: History, choice: Choice = {}): UnsignedOptionReceipt {
  const later = history.ticks.filter((tick) => tick[0] > history.acceptedSequence);
  let entry = choice.entry;
  for (const tick of later) {
    if (entry === undefined && tick[3] - history.receivedMs >= 250) {
      if (tick[3] - history.receivedMs > 5_000) break;
      entry = tick;
    }
  }
  const expiresMs = entry === undefined ? null : entry[3] + history.durationMs;
  let exit: ArchivedTick | undefined;
  if (expiresMs !== null) for (const tick of later) if (tick[3] <= expiresMs) exit = tick;
  if (expiresMs !== null && exit !== undefined && expiresMs - exit[3] > 3_000) exit = undefined;
  const lastMs = (expiresMs ?? 0) + (history.version === 1 ? 0 : 10_000);
  if (expiresMs !== null && exit === undefined) {
    for (const tick of later) if (exit === undefined && tick[3] > expiresMs && tick[3] <= lastMs) exit = tick;
  }
  const isFound = exit !== undefined;
  if (entry !== undefined) exit = choice.exit ?? exit;
  const endMs = expiresMs === null ? history.receivedMs + 5_000 : isFound ? expiresMs : lastMs;
  const after = later.find((tick) => tick[3] > endMs) ?? later.at(-1)!;
  const lastSequence = Math.max(after[0], entry?.[0] ?? 0, exit?.[0] ?? 0);
  return fill({ history, entry, exit, expiresMs, lastSequence, decidedMs: Math.max(endMs, exit?.[3] ?? 0) });
}

interface Outcome {
  history: History;
  entry: ArchivedTick | undefined;
  exit: ArchivedTick | undefined;
  expiresMs: number | null;
  lastSequence: number;
  decidedMs: number;
}

function fill({ history, entry, exit, expiresMs, lastSequence, decidedMs }: Outcome): UnsignedOptionReceipt {
  const result = resultOf(history, entry, exit);
  const profitUnits = Math.floor((history.stakeUnits * history.ratePercent) / 100);
  const paidUnits = result === 'lose' ? 0 : history.stakeUnits + (result === 'win' ? profitUnits : 0);
  const facts = {
    order: {
      option_order_id: 'opt_01k7000000000000000000000a',
      account_id: 'acc_01k7000000000000000000000b',
      coin,
      side: history.side,
      stake: decimalOf(history.stakeUnits, 4),
      received_ms: history.receivedMs,
      accepted_sequence: history.acceptedSequence,
    },
    terms: {
      option_config_id: '1',
      config_version: 1,
      duration_ms: history.durationMs,
      payout_rate: decimalOf(history.ratePercent, 2),
      min: '10',
      max: '5000',
      entry_delay_ms: 250,
      entry_window_ms: 5_000,
      exit_age_max_ms: 3_000,
      tie: 'stake back' as const,
      payout_decimals: 4,
    },
    entry: entry === undefined ? null : { sequence: entry[0], price: entry[1], published_ms: entry[3] },
    exit: exit === undefined ? null : { sequence: exit[0], price: exit[1], published_ms: exit[3] },
    result,
    void_reason:
      result !== 'void' ? null : entry === undefined ? ('no-entry-tick' as const) : ('no-exit-tick' as const),
    paid: decimalOf(paidUnits, 4),
  };
  const rest = {
    kind: 'option',
    expires_ms: expiresMs,
    settled_at: toInstant(decidedMs + 120),
    archive: runOf(history.ticks, history.acceptedSequence, lastSequence),
  } as const;
  if (history.version === 1) return { ...rest, ...facts, version: 1, formula: optionFormula(facts) };
  const isLate = exit !== undefined && exit[3] > expiresMs!;
  const exit_rule = exit === undefined ? null : isLate ? 'first-after-expiry' : 'last-up-to-expiry';
  const told = { ...facts, terms: { ...facts.terms, exit_wait_ms: 10_000 }, exit_rule } as const;
  return { ...rest, ...told, version: 2, formula: optionFormula(told) };
}

function resultOf(history: History, entry?: ArchivedTick, exit?: ArchivedTick): UnsignedOptionReceipt['result'] {
  if (entry === undefined || exit === undefined) return 'void';
  // Same length up to the last digit, except 64121 at the end: text order is number order here.
  if (exit[1] === entry[1]) return 'tie';
  const isRise = exit[1] > entry[1];
  return isRise === (history.side === 'up') ? 'win' : 'lose';
}

/** Plain decimal text of a count of small units. */
export function decimalOf(units: number, decimals: number): string {
  const text = String(units).padStart(decimals + 1, '0');
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`.replace(/\.?0+$/, '');
}

export const outcomes = [
  'win',
  'lose',
  'tie',
  'no-entry-tick',
  'no-exit-tick',
  'win after expiry',
  'lose after expiry',
  'win of version 1',
  'no-exit-tick of version 1',
] as const;

export function outcomeOf(receipt: UnsignedOptionReceipt): string {
  const outcome = receipt.void_reason ?? receipt.result;
  if (receipt.version === 1) return `${outcome} of version 1`;
  return receipt.exit_rule === 'first-after-expiry' ? `${outcome} after expiry` : outcome;
}

const isWanted = (outcome: string): boolean => (outcomes as readonly string[]).includes(outcome);

/** One honest receipt of each outcome, with few ticks: walking all their fields then takes little time. */
export function oneOfEach(seed: number): Map<string, { history: History; receipt: UnsignedOptionReceipt }> {
  const found = new Map<string, { history: History; receipt: UnsignedOptionReceipt }>();
  for (const history of fc.sample(historyArbitrary, { seed, numRuns: 20_000 })) {
    const receipt = writeReceipt(history);
    const count = receipt.archive.ticks.length;
    const isFit = (count > 3 && count <= 8) || outcomeOf(receipt) === 'no-entry-tick';
    if (isFit && isWanted(outcomeOf(receipt)) && !found.has(outcomeOf(receipt)))
      found.set(outcomeOf(receipt), { history, receipt });
    if (found.size === outcomes.length) return found;
  }
  throw new Error(`seed ${seed} gives only ${[...found.keys()].join(', ')}`);
}
