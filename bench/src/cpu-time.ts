// Processor time of other processes, from /proc; undefined on systems without it.
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

export function cpuSeconds(pid: number): number | undefined {
  const stat = readStat(pid);
  return stat && stat.ticks / ticksPerSecond;
}

/** Of a server and all processes that it started and that still run. */
export function cpuSecondsOfFamily(pid: number): number | undefined {
  const parent = readStat(pid);
  if (!parent) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(parseInt(name, 10)));
  const own = children.filter((stat) => stat?.parent === pid);
  return own.reduce((sum, stat) => sum + stat!.ticks, parent.ticks) / ticksPerSecond;
}

function readStat(pid: number): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold spaces and brackets; what follows its last bracket begins with the state.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: parseInt(fields[1]!, 10), ticks: parseInt(fields[11]!, 10) + parseInt(fields[12]!, 10) };
  } catch {
    return undefined;
  }
}
