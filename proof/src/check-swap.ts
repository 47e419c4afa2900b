// Whether what a swap's receipt says is what its ticks decide.
import { assetDecimals, coinOfCode, wad } from '@candor/wire';
import type { ArchivedTick, AssetCode, SwapReceipt, TickRun } from '@candor/wire';
import { isUnbroken, ticksOfRuns } from './archive-pages.ts';
import { checkAgainst, type ReadArchive } from './check-archive.ts';
import { checkSettled, checkTick } from './check-parts.ts';
import { check, differs, note, type Check } from './checks.ts';
import { decideSwap, swapFormula, type SwapDecision, type SwapTicks } from './decide-swap.ts';
import { genesisHash, verifyTickRun } from './tick-chain.ts';

/** Fixed for the version, whatever later ones say. */
const termsOfSwap1 = { fill_delay_ms: 750, fill_window_ms: 5_000, move_max_bp: 5 } as const;

/** Of each coin. */
export type Archives = ReadonlyMap<string, ReadArchive>;

const sidesOf = ({ order }: SwapReceipt) =>
  (['from', 'to'] as const)
    .map((side) => ({ side, coin: order[`${side}_coin`], accepted: order[`accepted_${side}`] }))
    .filter(({ coin }) => coin !== 'USDT');

const isAsset = (code: string): code is AssetCode => code === 'USDT' || coinOfCode(code) !== undefined;

export function checkSwapTerms(receipt: SwapReceipt): Check {
  const { order, terms } = receipt;
  const claimed: Record<string, unknown> = terms;
  const faults = Object.entries(termsOfSwap1).flatMap(([field, value]) => differs(`terms.${field}`, claimed[field], value)); // oxfmt-ignore
  for (const side of ['from', 'to'] as const) {
    const [coin, decimals] = [order[`${side}_coin`], terms[`${side}_decimals`]];
    if (!isAsset(coin)) faults.push(`order.${side}_coin is ${coin}, which is no coin`);
    else faults.push(...differs(`terms.${side}_decimals`, decimals, assetDecimals(coin)));
    if (wad(order[`${side}_amount`]) === 0n || wad(order[`quoted_${side}`]) === 0n) faults.push(`order: nothing of ${coin}`); // oxfmt-ignore
    if (order[`accepted_${side}`] < 0) faults.push(`order.accepted_${side} is below 0`);
  }
  if (order.from_coin === order.to_coin) faults.push('order.to_coin is order.from_coin');
  if (order.kind === 'quote') {
    faults.push(...differs('order.expires_ms', order.expires_ms, order.received_ms + terms.fill_window_ms));
    if (order.is_cancelled) faults.push('order.is_cancelled: a quote that was accepted is not cancelled');
  } else if (sidesOf(receipt).length !== 1) faults.push('order: one of the coins of a limit is USDT');
  return check('terms', faults, `${order.from_amount} ${order.from_coin} to ${order.to_coin}, ${order.kind}`);
}

export function checkSwapChains(receipt: SwapReceipt): Check {
  const { archive } = receipt;
  const sides = sidesOf(receipt);
  const faults = archive.flatMap((run, place) => [
    ...verifyTickRun(run).map((finding) => `archive.${place}: ${finding.detail}`),
    ...differs(`archive.${place}.coin`, run.coin, sides[place]?.coin),
  ]);
  faults.push(...differs('archive: the number of runs', archive.length, sides.length));
  for (const [place, { accepted, coin }] of sides.entries()) {
    const first = archive[place]?.ticks[0]?.[0];
    if (first !== undefined && first <= accepted) faults.push(`archive.${place}.ticks begin at ${first}, but ${accepted} was public before`); // oxfmt-ignore
    if (accepted === 0 && (first ?? 1) === 1 && archive[place]) faults.push(...differs(`archive.${place}.start_hash`, archive[place].start_hash, genesisHash(coin))); // oxfmt-ignore
  }
  return check('chain', faults, `${archive.reduce((sum, { ticks }) => sum + ticks.length, 0)} ticks without a gap`);
}

export function checkSwapArchive({ archive }: SwapReceipt, archives: Archives): Check {
  const checks = archive.map((run) => checkAgainst([run], archives.get(run.coin)));
  return checks.find(({ ok }) => !ok) ?? checks.find(({ isNote }) => isNote) ?? checks[0]!;
}

/** `entry` is the tick of the coin that is given, `exit` that of the other. */
export function checkSwapOutcome(receipt: SwapReceipt, archives: Archives): Check[] {
  const ticks: Record<'from' | 'to', readonly ArchivedTick[] | undefined> = { from: undefined, to: undefined };
  let isWhole = true;
  for (const [place, { side, coin, accepted }] of sidesOf(receipt).entries()) {
    const pages = archives.get(coin);
    const runs: TickRun[] = [receipt.archive[place]!, ...(typeof pages === 'object' ? pages : [])];
    const known = ticksOfRuns(runs, accepted + 1);
    ticks[side] = known;
    isWhole &&= isUnbroken(known, accepted + 1);
  }
  const decision = decideSwap(receipt, ticks satisfies SwapTicks);
  return [
    checkReach(decision, isWhole),
    checkTick('entry', receipt.from_tick, decision.from),
    checkTick('exit', receipt.to_tick, decision.to),
    check('result', [...differs('result', receipt.result, decision.result), ...differs('reason', receipt.reason, decision.reason)], decision.reason ?? decision.result), // oxfmt-ignore
    check('payout', [...differs('given', receipt.given, decision.given), ...differs('received', receipt.received, decision.received)], `${receipt.given} for ${receipt.received}`), // oxfmt-ignore
    check('formula', differs('formula', receipt.formula, swapFormula(receipt)), receipt.formula),
    checkSettled(receipt, decision),
  ];
}

function checkReach({ isReached, decidedMs }: SwapDecision, isWhole: boolean): Check {
  if (!isWhole) return note('reach', 'ticks between the order and those of the receipt are not known');
  if (!isReached) return note('reach', `the ticks end before ${decidedMs} is over; one that decides otherwise may be left out`); // oxfmt-ignore
  return check('reach', [], `no tick before ${decidedMs} is left out`);
}
