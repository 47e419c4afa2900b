// What a delivery of the market feed costs, beside plain sends of ws in the same run: 1,000 and 10,000 clients on 8 topics.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { feedLimits } from '@candor/wire';
import { median, percentiles } from './closed-loop.ts';
import { madeTopics } from './feed/made-ticks.ts';
import type { PublisherOrder, PublisherReport } from './feed/publisher.ts';
import type { ReadersOrder, ReadersReport } from './feed/readers.ts';
import type { BenchResult } from './bench-result.ts';
import { own, progress } from './own-processes.ts';
import { renderTable } from './render-table.ts';

interface Size {
  clients: number;
  /** All topics have news this often. */
  everyMs: number;
  measureMs: number;
}
const small: Size = { clients: 1_000, everyMs: 100, measureMs: 15_000 };
/** With news as often as the small size it would be more than plain sends can give on one processor. */
const large: Size = { clients: 10_000, everyMs: 1_000, measureMs: 15_000 };
const warmUpMs = 3_000;
/** So much news that what the system itself keeps for a reader that has stopped is soon full. */
const rush = { everyMs: 5, tradesEach: 400 };
const stoppedReaders = 5;
/** Less than two pings, since who answers none of two is disconnected. */
const stoppedMaxMs = 6_000;
/** Readers go on when this much waits for each of them. */
const waitingWanted = feedLimits.queueBytes / 4;
const [ratioMin, ageMaxMs] = [4, 250];

interface Run {
  perCpuSecond: number;
  perSecond: number;
  p50AgeMs: number;
  p99AgeMs: number;
  lostTrades: number;
  endings: string[];
}
interface Stopped {
  /** Most that waited for a client that had stopped reading. */
  waitingBytes: number;
  lostTrades: number;
  endings: string[];
}
interface Pair {
  feed: Run;
  plain: Run;
}

export async function benchFeed({ rounds = 1 }: { rounds?: number | undefined }): Promise<BenchResult> {
  const pairs: { small: Pair; large: Pair }[] = [];
  for (let round = 1; round <= rounds; round++) {
    pairs.push({ small: await runPair(small, round), large: await runPair(large, round) });
  }
  return report(pairs, await runStopped());
}

async function runPair(size: Size, round: number): Promise<Pair> {
  const run = async (variant: 'feed' | 'plain'): Promise<Run> => {
    const done = await runVariant(variant, size);
    progress(`round ${round}, ${size.clients} clients, ${variant}: ${Math.round(done.perCpuSecond)} a CPU-second`);
    return done;
  };
  // The order changes, so that neither always meets the warmer machine.
  if (round % 2 === 0) return { plain: await run('plain'), feed: await run('feed') };
  return { feed: await run('feed'), plain: await run('plain') };
}

async function runVariant(variant: 'feed' | 'plain', { clients, everyMs, measureMs }: Size): Promise<Run> {
  const { publisher, readers } = await open({ variant, everyMs, clients, sampleEvery: 50 });
  await pause(warmUpMs);
  const before = await ask<ReadersReport>(readers, 'report');
  const usedBefore = await usageOf(publisher);
  await pause(measureMs);
  const used = await usageOf(publisher);
  const after = await ask<ReadersReport>(readers, 'report');
  await Promise.all([publisher, readers].map(stop));
  const delivered = after.delivered - before.delivered;
  const { p50Ms: p50AgeMs, p99Ms: p99AgeMs } = percentiles(after.ages);
  return {
    perCpuSecond: delivered / (used.cpuSeconds - usedBefore.cpuSeconds),
    perSecond: (delivered / measureMs) * 1_000,
    p50AgeMs,
    p99AgeMs,
    lostTrades: after.lostTrades,
    endings: after.endings,
  };
}

/** All readers stop until something waits for them, and then read on. */
async function runStopped(): Promise<Stopped> {
  const { publisher, readers } = await open({ variant: 'feed', ...rush, clients: stoppedReaders, sampleEvery: 1 });
  await pause(1_000);
  readers.send('stop' satisfies ReadersOrder);
  let waitingBytes = 0;
  const end = performance.now() + stoppedMaxMs;
  while (performance.now() < end && waitingBytes < waitingWanted) {
    await pause(50);
    waitingBytes = Math.max(waitingBytes, (await usageOf(publisher)).waitingBytes / stoppedReaders);
  }
  readers.send('go-on' satisfies ReadersOrder);
  await pause(2_000);
  const { lostTrades, endings } = await ask<ReadersReport>(readers, 'report');
  await Promise.all([publisher, readers].map(stop));
  return { waitingBytes, lostTrades, endings };
}

interface Opening {
  variant: 'feed' | 'plain';
  everyMs: number;
  tradesEach?: number;
  clients: number;
  /** Every so many of the clients read what they get; the others count it. */
  sampleEvery: number;
}

/** Nothing is published before everybody has subscribed. */
async function open({
  variant,
  everyMs,
  tradesEach = 1,
  clients,
  sampleEvery,
}: Opening): Promise<{ publisher: ChildProcess; readers: ChildProcess }> {
  const publisher = start('publisher.ts', [variant, everyMs, tradesEach]);
  const { port } = await heard<PublisherReport>(publisher, (report) => report.port !== undefined);
  const readers = start('readers.ts', [port!, clients, sampleEvery]);
  await heard<ReadersReport>(readers, ({ isReady }) => isReady === true);
  while ((await usageOf(publisher)).subscriptions < clients * madeTopics.length) await pause(50);
  publisher.send('start' satisfies PublisherOrder);
  return { publisher, readers };
}

const usageOf = async (publisher: ChildProcess): Promise<NonNullable<PublisherReport['usage']>> =>
  (await ask<PublisherReport>(publisher, 'usage' satisfies PublisherOrder)).usage!;

const start = (file: string, args: (string | number)[]): ChildProcess =>
  own(
    fork(join(import.meta.dirname, 'feed', file), args.map(String), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function ask<Report>(child: ChildProcess, question: string): Promise<Report> {
  const answer = heard<Report>(child, () => true);
  child.send(question);
  return answer;
}

function heard<Report>(child: ChildProcess, isWanted: (report: Report) => boolean): Promise<Report> {
  return new Promise((resolve, reject) => {
    const failed = (): void => reject(new Error('a process of the benchmark ended early'));
    const listen = (report: Report): void => {
      if (!isWanted(report)) return;
      child.off('message', listen);
      child.off('exit', failed);
      resolve(report);
    };
    child.on('message', listen);
    child.once('exit', failed);
  });
}

function report(pairs: readonly { small: Pair; large: Pair }[], stopped: Stopped): BenchResult {
  const of = (read: (pair: { small: Pair; large: Pair }) => number): number => median(pairs.map(read));
  const ratio1k = of(({ small: { feed, plain } }) => feed.perCpuSecond / plain.perCpuSecond);
  const ratio10k = of(({ large: { feed, plain } }) => feed.perCpuSecond / plain.perCpuSecond);
  const p99AgeMs1k = of(({ small: { feed } }) => feed.p99AgeMs);
  const feeds = pairs.flatMap((pair) => [pair.small.feed, pair.large.feed]);
  const lostTrades = [stopped, ...feeds].reduce((sum, run) => sum + run.lostTrades, 0);
  const endings = [stopped, ...feeds].flatMap((run) => run.endings);
  const faults: string[] = [];
  if (ratio1k < ratioMin) faults.push(`1,000 clients: ${ratio1k.toFixed(2)} times plain sends, less than ${ratioMin}`);
  if (p99AgeMs1k >= ageMaxMs) faults.push(`1,000 clients: 99 % are younger than ${p99AgeMs1k} ms only`);
  if (stopped.waitingBytes === 0) faults.push('nothing waited for the readers that stopped');
  if (stopped.waitingBytes > feedLimits.queueBytes)
    faults.push(`${stopped.waitingBytes} bytes wait for a reader that stopped`);
  if (lostTrades > 0) faults.push(`${lostTrades} trades were lost`);
  if (endings.length > 0) faults.push(`${endings.length} connections ended, the first one: ${endings[0]}`);
  return {
    text: renderText(pairs, stopped),
    json: { feed: { ratio1k, p99AgeMs1k, ratio10k } },
    faults,
  };
}

function renderText(pairs: readonly { small: Pair; large: Pair }[], { waitingBytes, lostTrades }: Stopped): string {
  const rows = pairs.flatMap((pair) =>
    (
      [
        ['1,000', pair.small],
        ['10,000', pair.large],
      ] as const
    ).flatMap(([clients, { feed, plain }]) => [
      row(`${clients} clients, feed`, feed, feed.perCpuSecond / plain.perCpuSecond),
      row(`${clients} clients, plain ws`, plain, 1),
    ]),
  );
  const columns = ['', 'a CPU-second', 'a second', 'p50 age ms', 'p99 age ms', 'ratio'];
  const ofStopped = `A reader that stopped: ${Math.round(waitingBytes / 1024)} KiB waited, ${lostTrades} trades lost.\n`;
  return `${renderTable(columns, rows)}\n${ofStopped}`;
}

const row = (name: string, run: Run, ratio: number): string[] => [
  name,
  String(Math.round(run.perCpuSecond)),
  String(Math.round(run.perSecond)),
  String(Math.round(run.p50AgeMs)),
  String(Math.round(run.p99AgeMs)),
  ratio.toFixed(2),
];
