// Processes of this machine and what they use, for tests and benchmarks that look at servers from outside: from /proc, elsewhere by ps.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessStat {
  pid: number;
  parent: number;
  /** As `ps` writes it: R, S, T, Z … */
  state: string;
  cpuSeconds: number;
}

/** Linux counts processor time in these, whatever the kernel was built with. */
const ticksPerSecond = 100;

export const childrenOf = (parent: number): number[] =>
  allStats()
    .filter((stat) => stat.parent === parent)
    .map(({ pid }) => pid);

/** The processes of a server that `main.ts` was started as: the engine, and the one that takes requests as long as it runs. */
export const serverProcesses = (main: number): number[] => [main, ...(webProcessOf(main) ?? [])];

/** None or one. */
export function webProcessOf(main: number): [number] | undefined {
  const found = childrenOf(main).find((pid) => commandOf(pid).includes('web-main.ts'));
  return found === undefined ? undefined : [found];
}

/** The processes of a server's development chains; their nodes are children of theirs. */
export const chainProcessesOf = (main: number): number[] =>
  childrenOf(main).filter((pid) => commandOf(pid).includes('dev-chain-main.ts'));

export function statOf(pid: number): ProcessStat | undefined {
  if (process.platform !== 'linux') return allStats().find((stat) => stat.pid === pid);
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold spaces and brackets; what follows its last bracket begins with the state.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user, system] = [parseInt(fields[11]!, 10), parseInt(fields[12]!, 10)];
    return { pid, state: fields[0]!, parent: parseInt(fields[1]!, 10), cpuSeconds: (user + system) / ticksPerSecond };
  } catch {
    return undefined;
  }
}

export const residentBytesOfServer = (main: number): number =>
  serverProcesses(main).reduce((sum, pid) => sum + residentBytes(pid), 0);

/** Memory that a process has in RAM; 0 where it can't be told. */
function residentBytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return parseInt(kilobytes ?? '0', 10) * 1024;
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux') return spawnSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).stdout; // oxfmt-ignore
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function allStats(): ProcessStat[] {
  if (process.platform !== 'linux') return statsOfPs();
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((name) => statOf(parseInt(name, 10))).filter((stat) => stat !== undefined);
}

/** Processor time is not told apart here. */
function statsOfPs(): ProcessStat[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,state='], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, state]) => ({ pid: parseInt(pid!, 10), parent: parseInt(parent!, 10), state: state!, cpuSeconds: 0 })); // oxfmt-ignore
}
