// A part of a run of tests in a process group of its own: when it takes too long, it says what it was at, and all that it had
// started ends with it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from './processes.ts';
import { failedAs, type Tally } from './tally.ts';

/** How long a part that is told to end may take to say what it was at. */
const sayMs = 5_000;
const hasGroups = process.platform !== 'win32';

export interface PartRun {
  name: string;
  args: readonly string[];
  limitSeconds: number;
  environment: Record<string, string>;
  /** Tells that the limit has passed. */
  limit?: AbortSignal;
}

export async function runPart({
  name,
  args,
  limitSeconds,
  environment,
  limit = AbortSignal.timeout(limitSeconds * 1_000),
}: PartRun): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-part-'));
  const file = join(folder, 'tally.json');
  const child = spawn(process.execPath, [join(repository, 'server/test/run-part.ts'), name, file, ...args], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
    detached: hasGroups,
  });
  const end = (signal: NodeJS.Signals): void => endGroup(child.pid!, signal);
  const endAll = (): void => end('SIGKILL');
  process.on('exit', endAll);
  const endLate = (): void => {
    console.log(`\n${name}: over ${limitSeconds} s, so it is ended.`);
    end('SIGTERM');
    setTimeout(endAll, sayMs).unref();
  };
  limit.addEventListener('abort', endLate);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (ended) => resolve(ended ?? 1));
    });
    if (limit.aborted) return { files: [failedAs(name, `over ${limitSeconds} s`)] };
    if (code !== 0) return { files: [failedAs(name, `ended with ${code}`)] };
    return JSON.parse(readFileSync(file, 'utf8')) as Tally;
  } finally {
    limit.removeEventListener('abort', endLate);
    endAll();
    process.off('exit', endAll);
    rmSync(folder, { recursive: true, force: true });
  }
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(hasGroups ? -pid : pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
