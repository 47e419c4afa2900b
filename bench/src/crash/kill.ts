// kill -9 at random moments: of the server, of the part of it that takes requests, of the database's main process alone, of all
// its processes, of a development chain and its node, or of everything. During half of the kills there is a second engine, which may be the one that is killed.
import { setTimeout as sleep } from 'node:timers/promises';
import { livePostmaster } from '@candor/embedded-postgres';
import { chainProcessesOf, childrenOf, webProcessOf } from '../../../server/src/kit/processes.test-support.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { postgresDirectory } from '../server-process.ts';
import type { SecondEngine } from './second-engine.ts';
import type { ServerKeeper } from './server-keeper.ts';

export const targets = ['server', 'web', 'postmaster', 'database', 'everything', 'second', 'chain'] as const;
export type Target = (typeof targets)[number];

export interface Killings {
  byTarget: Record<Target, number>;
  recoveries: readonly Outage[];
}

/** From the last kill to the first answer to a command that was sent after it. */
export interface Outage {
  target: Target;
  ms: number;
}

export interface Recovery {
  noteKill(target: Target): void;
  /** A command that was sent at this time has been answered. */
  noteAnswer: (sentAt: number) => void;
  isDown(): boolean;
  outages: Outage[];
}

export function createRecovery(): Recovery {
  let killed: { target: Target; at: number } | undefined;
  const outages: Outage[] = [];
  return {
    outages,
    noteKill: (target) => void (killed = { target, at: performance.now() }),
    noteAnswer(sentAt) {
      if (!killed || sentAt < killed.at) return;
      outages.push({ target: killed.target, ms: performance.now() - killed.at });
      killed = undefined;
    },
    isDown: () => killed !== undefined,
  };
}

const recoverWithinMs = 60_000;
/** Kills come at least this far apart on average, and few of them are spread until the first options have run out. */
const [betweenKillsMs, spreadMs, spreadPerKillMs] = [600, 40_000, 2_000];
/** For so many kills there is a second engine, and for as many there is none. */
const secondEvery = 10;
/** From an option's placing to its end. */
const optionMs = 33_000;
const orderAtLeastMs = 10_000;

export interface KillOptions {
  kills: number;
  dataDirectory: string;
  keeper: ServerKeeper;
  /** None where there is no Redis. */
  second: SecondEngine | undefined;
  random: SeededRandom;
  recovery: Recovery;
  /** An option placed from now on would not end before the kills do. */
  onLastOptions(): void;
}

export async function killAtRandom(options: KillOptions): Promise<Killings> {
  const { kills, second, random, recovery } = options;
  const byTarget: Record<Target, number> = {
    server: 0,
    web: 0,
    postmaster: 0,
    database: 0,
    everything: 0,
    second: 0,
    chain: 0,
  };
  const startedAt = performance.now();
  const windowMs = Math.max(kills * betweenKillsMs, Math.min(spreadMs, kills * spreadPerKillMs));
  let done = 0;
  while (done < kills) {
    // Mostly once all works again, and now and then into the middle of a recovery.
    if (random.next() < 0.85) await untilUp(recovery);
    const dueAt = startedAt + (windowMs * (done + random.next())) / kills;
    await sleep(Math.max(30 + random.below(350), dueAt - performance.now()));
    const target = random.pick(targets);
    if (!strike(target, options)) continue;
    // The server goes on answering while a chain is down.
    if (target !== 'chain') recovery.noteKill(target);
    byTarget[target]++;
    done++;
    if (Math.floor(done / secondEvery) % 2 === 1) second?.start();
    else second?.kill();
    // What is open by then ends under the last kills, which is when its settlement can be lost or doubled.
    const passedMs = performance.now() - startedAt;
    const leftMs = (passedMs / done) * (kills - done);
    if (windowMs >= spreadMs && passedMs > orderAtLeastMs && leftMs < optionMs) options.onLastOptions();
  }
  second?.kill();
  await untilUp(recovery);
  return { byTarget, recoveries: recovery.outages };
}

async function untilUp(recovery: Recovery): Promise<void> {
  const deadline = performance.now() + recoverWithinMs;
  while (recovery.isDown()) {
    if (performance.now() > deadline) throw new Error(`No answer for ${recoverWithinMs / 1000} s after a kill.`);
    await sleep(5);
  }
}

/** False when there is nothing of the kind at this moment. */
function strike(
  target: Target,
  { dataDirectory, keeper, second, random }: Pick<KillOptions, 'dataDirectory' | 'keeper' | 'second' | 'random'>,
): boolean {
  if (target === 'second') {
    const isThere = second?.isThere() ?? false;
    if (isThere) second!.kill();
    return isThere;
  }
  if (target === 'server') {
    keeper.kill();
    return true;
  }
  if (target === 'web') {
    const web = webProcessOf(keeper.current().child.pid!);
    if (web) killNow(web[0]);
    return web !== undefined;
  }
  if (target === 'chain') {
    const running = chainProcessesOf(keeper.current().child.pid!);
    if (running.length === 0) return false;
    const chain = random.pick(running);
    // Its node first: it would go on without the process that started it.
    for (const pid of [...childrenOf(chain), chain]) killNow(pid);
    return true;
  }
  const postmaster = livePostmaster(postgresDirectory(dataDirectory));
  if (!postmaster) return false;
  const others = target === 'postmaster' ? [] : childrenOf(postmaster.pid);
  if (target === 'everything') keeper.kill();
  for (const pid of [postmaster.pid, ...others]) killNow(pid);
  return true;
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
