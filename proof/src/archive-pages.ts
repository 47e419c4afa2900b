// What was fetched of the public archive: pages of one chain, in order. Ticks may be left out between two of them.
import { tickRun } from '@candor/wire';
import type { ArchivedTick, TickRun } from '@candor/wire';
import { hashTick, verifyTickRun } from './tick-chain.ts';

/** The pages, each of them a sound run that may follow the one before, or what keeps them from being that. */
export function readArchivePages(value: unknown): readonly TickRun[] | string {
  const pages: TickRun[] = [];
  for (const given of Array.isArray(value) ? (value as unknown[]) : [value]) {
    const parsed = tickRun.safeParse(given);
    if (!parsed.success) return 'the archive did not answer with a run of ticks';
    const fault = verifyTickRun(parsed.data)[0]?.detail ?? findOrderFault(pages.at(-1), parsed.data);
    if (fault !== undefined) return `in the public archive ${fault}`;
    // A page without ticks says something only where it is alone.
    if (pages.at(-1)?.ticks.length === 0) pages.pop();
    if (pages.length === 0 || parsed.data.ticks.length > 0) pages.push(parsed.data);
  }
  return pages.length > 0 ? pages : 'the archive did not answer with a run of ticks';
}

function findOrderFault(before: TickRun | undefined, page: TickRun): string | undefined {
  const [last, first] = [before?.ticks.at(-1), page.ticks[0]];
  if (before === undefined) return undefined;
  if (before.coin !== page.coin) return `ticks of ${page.coin} follow those of ${before.coin}`;
  if (last === undefined || first === undefined) return undefined;
  if (first[0] <= last[0] || first[3] < last[3]) return `tick ${first[0]} can not follow tick ${last[0]}`;
  if (first[0] > last[0] + 1 || page.start_hash === before.end_hash) return undefined;
  return `tick ${first[0]} starts from hash ${page.start_hash}, but tick ${last[0]} ends with ${before.end_hash}`;
}

/** The page that shows a tick. */
function pageOf(pages: readonly TickRun[], sequence: number): TickRun | undefined {
  let [low, high] = [0, pages.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pages[middle]!.ticks.at(-1)?.[0] ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  const page = pages[low];
  return page && sequence >= (page.ticks[0]?.[0] ?? Infinity) && sequence <= page.ticks.at(-1)![0] ? page : undefined;
}

export function tickAt(pages: readonly TickRun[], sequence: number): ArchivedTick | undefined {
  const page = pageOf(pages, sequence);
  return page?.ticks[sequence - page.ticks[0]![0]];
}

/** The hash before a tick that the pages show; without one, that before the first page. */
export function hashBefore(pages: readonly TickRun[], sequence: number | undefined): string | undefined {
  if (sequence === undefined) return pages[0]?.start_hash;
  const page = pageOf(pages, sequence);
  const before = page?.ticks.slice(0, sequence - page.ticks[0]![0]) ?? [];
  return before.reduce<string | undefined>((hash, tick) => hash && hashTick(hash, page!.coin, tick), page?.start_hash);
}

/** All ticks that the runs show from a sequence on, in order, each once. Runs may overlap where they show the same. */
export function ticksOfRuns(runs: readonly TickRun[], from: number): ArchivedTick[] {
  const inOrder = runs.filter(({ ticks }) => ticks.length > 0).toSorted((a, b) => a.ticks[0]![0] - b.ticks[0]![0]);
  const all: ArchivedTick[] = [];
  for (const { ticks } of inOrder) {
    const next = Math.max(from, (all.at(-1)?.[0] ?? 0) + 1);
    for (let place = Math.max(0, next - ticks[0]![0]); place < ticks.length; place++) all.push(ticks[place]!);
  }
  return all;
}

/** Whether no tick is left out from a sequence to the last of them. */
export const isUnbroken = (ticks: readonly ArchivedTick[], from: number): boolean =>
  ticks.every(([sequence], place) => sequence === from + place);
