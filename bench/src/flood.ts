// npm run bench -- flood [--seconds 60] [--sockets 1500] [--readers 20] [--rounds 100] [--json]: the real server with its limits on,
// crowds of sockets that ask as much as they may, readers of public pages beside them, and customers who go on as usual.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@candor/wire';
import type { OptionOrderMessage } from '@candor/wire';
import { percentiles } from './closed-loop.ts';
import { credentialsOf, openVerified } from './customer.ts';
import type { Customer } from './customer.ts';
import { attackFaults, playAttack, renderAttack, type AttackResult, type Flood } from './flood/play-attack.ts';
import type { FloodOrder, FloodPlan, FloodReport } from './flood/plan.ts';
import { offerShortOption, shortOption } from './flood/offer-short-option.ts';
import { endedOptions, placeSteadily } from './flood/steady-options.ts';
import type { BenchResult } from './bench-result.ts';
import { onEarlyEnd, own, progress } from './own-processes.ts';
import { readArchive } from './public-archive.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';
import { freePort } from '../../server/src/kit/free-ports.test-support.ts';
import { killAll, startServer, stopServer } from './server-process.ts';

export interface FloodSize {
  seconds: number;
  /** From one address, and as many from a hundred. */
  sockets: number;
  /** Of the documentation, and as many of the archive. */
  readers: number;
  customers: number;
  ordersPerSecond: number;
  /** How long the crowds may take to connect and subscribe. */
  gatherMs: number;
  /** Rounds of the attack; none unless given. */
  attackRounds?: number;
}

const usage = 'npm run bench -- flood [--seconds 60] [--sockets 1500] [--readers 20] [--rounds 100] [--json]';
const usual: Omit<FloodSize, 'seconds' | 'sockets' | 'readers'> = {
  customers: 6,
  ordersPerSecond: 6,
  gatherMs: 12_000,
};
const addresses = 100;
const witnessed = 'BTC';
const [gapMaxMs, slowdownMax] = [1_500, 10];

export interface FloodResult {
  tickGapMs: number;
  quietTickGapMs: number;
  voids: number;
  lateExits: number;
  p99OrderMs: number;
  quietP99OrderMs: number;
  /** Of the flood itself: that it was one. */
  flood: FloodReport;
  refused: Record<string, number>;
}

export async function benchFlood(args: string[]): Promise<BenchResult> {
  return runFlood(readPlan(args));
}

export async function runFlood(size: FloodSize): Promise<BenchResult> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-bench-flood-'));
  const port = await freePort();
  const environment = { MARKET_SOURCE: 'simulated', SIMULATED_RESTLESS: 'on', RATE_LIMITS: 'on', LOG_LEVEL: 'error' };
  const server = await startServer({ dataDirectory: directory, port, environment });
  own(server.child);
  const clean = async (): Promise<void> => {
    killAll(server, directory);
    rmSync(directory, { recursive: true, force: true });
  };
  onEarlyEnd(clean);
  try {
    await offerShortOption(server.url, directory);
    const customers: Customer[] = [];
    for (let number = 1; number <= size.customers; number++) {
      customers.push(await openVerified(server.url, credentialsOf(`flood-${number}`)));
    }
    const flood = await playFlood({ url: server.url, port, customers, size });
    const attack =
      size.attackRounds === undefined
        ? undefined
        : await playAttack({
            url: server.url,
            rounds: size.attackRounds,
            openFlood: () => openFlood({ port, ...size }),
          });
    return report(flood, attack);
  } finally {
    await stopServer(server);
    await clean();
  }
}

function readPlan(args: string[]): FloodSize {
  const { values } = readArguments(usage, {
    args,
    options: {
      seconds: { type: 'string', default: '60' },
      sockets: { type: 'string', default: '1500' },
      readers: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '100' },
    },
  });
  const [seconds, sockets, readers, rounds] = [values.seconds, values.sockets, values.readers, values.rounds].map(
    (text) => parseInt(text, 10),
  );
  const isSound = seconds! >= 1 && sockets! >= 1 && readers! >= 0 && rounds! >= 0;
  if (!isSound) endWithUsage(usage, 'all are whole numbers from 1 on; readers and rounds of the attack may be 0');
  return {
    ...usual,
    seconds: seconds!,
    sockets: sockets!,
    readers: readers!,
    ...(rounds! > 0 ? { attackRounds: rounds! } : {}),
  };
}

async function openFlood(size: Pick<FloodSize, 'sockets' | 'readers' | 'gatherMs'> & { port: number }): Promise<Flood> {
  const { port, sockets, readers } = size;
  const plan: FloodPlan = { port, fromOne: sockets, fromMany: sockets, addresses, readers };
  const file = join(import.meta.dirname, 'flood/attackers.ts');
  const child: ChildProcess = own(
    fork(file, [JSON.stringify(plan)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );
  // Attackers have machines of their own: here they get what the server and its customers leave.
  setPriority(child.pid!, constants.priority.PRIORITY_LOW);
  await pause(size.gatherMs);
  return {
    order: (order) => void child.send(order),
    async report() {
      child.send('report' satisfies FloodOrder);
      const [answer] = (await once(child, 'message')) as [FloodReport];
      return answer;
    },
    async end() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function playFlood(playing: {
  url: string;
  port: number;
  customers: readonly Customer[];
  size: FloodSize;
}): Promise<FloodResult> {
  const { url, port, customers, size } = playing;
  const steady = { perSecond: size.ordersPerSecond, coin: witnessed, option: shortOption } as const;
  const quietStart = Date.now();
  const quiet = await placeSteadily(customers, { ...steady, seconds: Math.max(5, Math.floor(size.seconds / 3)) });
  const quietEnd = Date.now();
  const flood = await openFlood({ port, ...size });
  flood.order('ask');
  const floodStart = Date.now();
  progress(`the flood begins: ${JSON.stringify(await flood.report())}`);
  const loud = await placeSteadily(customers, { ...steady, seconds: size.seconds });
  const floodEnd = Date.now();
  const seen = await flood.report();
  progress(`the flood ends: ${JSON.stringify(seen)}`);
  await flood.end();
  const ended = await endedOptions(customers);
  const { ticks } = await readArchive(createClient({ baseUrl: url }), witnessed);
  const times = ticks.map(([, , , publishedAt]) => publishedAt);
  return {
    tickGapMs: largestGap(times, floodStart, floodEnd),
    quietTickGapMs: largestGap(times, quietStart, quietEnd),
    voids: ended.filter(({ result }) => result === 'void').length,
    lateExits: ended.filter(isLate).length,
    p99OrderMs: Math.round(percentiles(loud.durations).p99Ms),
    quietP99OrderMs: Math.round(percentiles(quiet.durations).p99Ms),
    flood: seen,
    refused: loud.refused,
  };
}

const isLate = ({ exit, expires_at }: OptionOrderMessage): boolean =>
  exit !== null && expires_at !== null && Date.parse(exit.published_at) > Date.parse(expires_at);

/** Between two ticks next to each other, of which one lies within the time. */
function largestGap(times: readonly number[], from: number, to: number): number {
  const gaps = times.slice(1).map((at, place) => (at < from || times[place]! > to ? 0 : at - times[place]!));
  return Math.max(0, ...gaps);
}

function report(result: FloodResult, attack: AttackResult | undefined): BenchResult {
  const { tickGapMs, voids, lateExits, p99OrderMs, quietP99OrderMs, refused } = result;
  const faults: string[] = [];
  if (tickGapMs > gapMaxMs) faults.push(`no tick for ${tickGapMs} ms, more than ${gapMaxMs}`);
  if (voids > 0) faults.push(`${voids} options ended void`);
  if (lateExits > 0) faults.push(`${lateExits} options ended at a tick after their time`);
  if (p99OrderMs > quietP99OrderMs * slowdownMax)
    faults.push(`an order takes ${p99OrderMs} ms at p99, more than ${slowdownMax} times the quiet ${quietP99OrderMs}`);
  for (const [code, count] of Object.entries(refused)) faults.push(`${count} orders were refused: ${code}`);
  if (attack) faults.push(...attackFaults(attack));
  const { open, answered, pages } = result.flood;
  const text = [
    `flood     ${open} sockets were let in, ${answered} messages and ${pages} pages were answered`,
    `ticks     ${tickGapMs} ms without one at most, ${result.quietTickGapMs} ms when quiet`,
    `options   ${voids} void, ${lateExits} ended late`,
    `orders    p99 ${p99OrderMs} ms, ${quietP99OrderMs} ms when quiet`,
    ...(attack ? renderAttack(attack) : []),
    '',
  ].join('\n');
  return { text, json: { flood: { ...result, ...(attack ? { attack } : {}) } }, faults };
}
