// PostgreSQL's main process as its data directory and the system show it: whether it lives, is ready, and how it ends.
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lacksDescriptors } from './descriptors.ts';

export interface Postmaster {
  pid: number;
  port: number;
  isReady: boolean;
}

/** What postmaster.pid says; undefined without one, or while it is half written. Throws when no descriptor is left to read it. */
export function readPostmaster(dataDirectory: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, port] = [Math.abs(parseInt(lines[0]!, 10)), parseInt(lines[3] ?? '', 10)];
    return !pid ? undefined : { pid, port, isReady: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if (lacksDescriptors(error)) throw error;
    return undefined;
  }
}

/** The postmaster of this directory, if it lives: a zombie does not, nor does another program that got its number. */
export function livePostmaster(dataDirectory: string): Postmaster | undefined {
  const postmaster = readPostmaster(dataDirectory);
  return postmaster && isAlive(postmaster.pid, dataDirectory) ? postmaster : undefined;
}

/** Whatever can't be read about a process that is there speaks for it: a server taken for dead would be started twice. */
export function isAlive(pid: number, dataDirectory: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return process.platform !== 'linux' || isServerProcess(pid, realPath(dataDirectory)) !== false;
}

/**
 * Removes what a killed postmaster left behind: server processes that have not noticed its death and still hold the shared
 * memory, and lock files whose process number now belongs to a zombie or another program, or that hold no number (a power cut
 * leaves them empty or full of zeros). With such a lock file PostgreSQL would never start again.
 * Call it only while holding the start lock, and only without a live postmaster.
 */
export async function clearRemains(dataDirectory: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const deadline = performance.now() + 10_000;
  for (let left = serverProcesses(dataDirectory); left.length > 0; left = serverProcesses(dataDirectory)) {
    for (const pid of left) signal(pid, 'SIGKILL');
    if (performance.now() > deadline) throw new Error(`Processes ${left.join(', ')} of a dead PostgreSQL do not end.`);
    await sleep(10);
  }
  if (!existsSync(dataDirectory) || clearsItself(readPostmaster(dataDirectory))) return;
  for (const file of readdirSync(dataDirectory)) {
    if (file === 'postmaster.pid' || file.startsWith('.s.PGSQL.')) rmSync(join(dataDirectory, file), { force: true });
  }
}

/** Returns whether PostgreSQL removes the lock file by itself: it does if no process has the number in the file. */
const clearsItself = (postmaster: Postmaster | undefined): boolean =>
  postmaster !== undefined && !existsSync(`/proc/${postmaster.pid}`);

/** Fast shutdown; immediate if that takes too long, and the axe if that does too. Resolves when it is gone. */
export async function stopPostmaster(dataDirectory: string): Promise<void> {
  const postmaster = livePostmaster(dataDirectory);
  if (!postmaster) return;
  const steps = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [name, waitMs] of steps) {
    signal(postmaster.pid, name);
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline) {
      if (!isAlive(postmaster.pid, dataDirectory)) return;
      await sleep(10);
    }
  }
  throw new Error(`PostgreSQL (process ${postmaster.pid}) in ${dataDirectory} does not end.`);
}

/** At once and without the event loop, for a process that is on its way out. Its files can be removed once it is gone. */
export function killPostmaster(dataDirectory: string): void {
  const postmaster = livePostmaster(dataDirectory);
  if (!postmaster) return;
  signal(postmaster.pid, 'SIGQUIT');
  const waiting = new Int32Array(new SharedArrayBuffer(4));
  for (let waits = 0; waits < 500 && livePostmaster(dataDirectory); waits++) Atomics.wait(waiting, 0, 0, 10);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Every PostgreSQL process that works in the directory. */
function serverProcesses(dataDirectory: string): number[] {
  const directory = realPath(dataDirectory);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => parseInt(name, 10))
    .filter((pid) => isServerProcess(pid, directory) === 'certain');
}

/** likely: it may be the one; what tells is not ours to see, or can't be read at the moment. */
function isServerProcess(pid: number, directory: string): 'certain' | 'likely' | false {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = status.slice(status.indexOf('(') + 1, status.lastIndexOf(')'));
    const state = status[status.lastIndexOf(')') + 2];
    if (name !== 'postgres' || state === 'Z' || state === 'X') return false;
  } catch (error) {
    return lacksDescriptors(error) ? 'likely' : false;
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory ? 'certain' : false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? false : 'likely';
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
