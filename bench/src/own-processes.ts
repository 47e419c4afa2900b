// What a benchmark started ends with it, whichever way it ends.
import type { ChildProcess } from 'node:child_process';

const children = new Set<ChildProcess>();
const killAll = (): void => children.forEach((child) => child.kill('SIGKILL'));
process.once('exit', killAll);
const endings: (() => Promise<void>)[] = [];
let isEnding = false;

/** Kills the child if it is still there when the benchmark ends. */
export function own<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Runs `end` when a signal ends the benchmark early; the caller runs it when all goes well. */
export function onEarlyEnd(end: () => Promise<void>): void {
  if (endings.length === 0) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void endEarly());
    process.once('disconnect', () => void endEarly());
  }
  endings.push(end);
}

async function endEarly(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  killAll();
  await Promise.allSettled(endings.map((end) => end()));
  process.exit(130);
}

/** A line about how far the benchmark is; standard output belongs to its result. */
export const progress = (line: string): void => void process.stderr.write(`${line}\n`);
