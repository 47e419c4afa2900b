// kill -9 at random moments: of the server, of the database's main process alone, of all its processes, or of everything.
import { readdirSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { livePostmaster } from '../../../server/src/kit/embedded-postgres/postmaster.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { postgresDirectory } from '../server-process.ts';
import type { ServerKeeper } from './server-keeper.ts';

export const targets = ['server', 'postmaster', 'database', 'everything'] as const;
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
  noteAnswer(sentAt: number): void;
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
/** From an option's placing to its end. */
const optionMs = 33_000;
const orderAtLeastMs = 10_000;

export async function killAtRandom(options: {
  kills: number;
  dataDirectory: string;
  keeper: ServerKeeper;
  random: SeededRandom;
  recovery: Recovery;
  /** An option placed from now on would not end before the kills do. */
  onLastOptions(): void;
}): Promise<Killings> {
  const { kills, dataDirectory, keeper, random, recovery } = options;
  const byTarget: Record<Target, number> = { server: 0, postmaster: 0, database: 0, everything: 0 };
  const startedAt = performance.now();
  const windowMs = Math.max(kills * betweenKillsMs, Math.min(spreadMs, kills * spreadPerKillMs));
  let done = 0;
  while (done < kills) {
    // Mostly once all works again, and now and then into the middle of a recovery.
    if (random.next() < 0.85) await untilUp(recovery);
    const dueAt = startedAt + (windowMs * (done + random.next())) / kills;
    await sleep(Math.max(30 + random.below(350), dueAt - performance.now()));
    const target = random.pick(targets);
    if (!strike(target, dataDirectory, keeper)) continue;
    recovery.noteKill(target);
    byTarget[target]++;
    done++;
    // What is open by then ends under the last kills, which is when its settlement can be lost or doubled.
    const passedMs = performance.now() - startedAt;
    const leftMs = (passedMs / done) * (kills - done);
    if (windowMs >= spreadMs && passedMs > orderAtLeastMs && leftMs < optionMs) options.onLastOptions();
  }
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
function strike(target: Target, dataDirectory: string, keeper: ServerKeeper): boolean {
  if (target === 'server') {
    keeper.kill();
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

function childrenOf(parent: number): number[] {
  const pairs = process.platform === 'linux' ? processesOfLinux() : processesOfPs();
  return pairs.filter(([, ppid]) => ppid === parent).map(([pid]) => pid);
}

function processesOfLinux(): [pid: number, ppid: number][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/stat`, 'utf8');
        const ppid = status.slice(status.lastIndexOf(')') + 2).split(' ')[1];
        return [[parseInt(name, 10), parseInt(ppid!, 10)] as [number, number]];
      } catch {
        return [];
      }
    });
}

function processesOfPs(): [pid: number, ppid: number][] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map(
      (line) =>
        line
          .trim()
          .split(/\s+/)
          .map((text) => parseInt(text, 10)) as [number, number],
    );
}
