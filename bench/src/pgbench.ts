// pgbench's TPC-B on the same server: the measure that a benchmark's numbers are divided by.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { own, progress } from './own-processes.ts';
import type { ScratchPostgres } from './scratch-postgres.ts';

const run = promisify(execFile);
const database = 'pgbench';
const scale = 40;
const clients = 32;

export interface Pgbench {
  /** TPC-B transactions a second, measured now. */
  transactionsPerSecond(seconds: number): Promise<number>;
}

export const pgbenchIsMissing = `pgbench is not installed, so nothing is compared with TPC-B and all ratios are null. It comes with
PostgreSQL's client programs: on Debian and Ubuntu "apt-get install postgresql-contrib" or "postgresql", elsewhere the
package that holds psql. Put it on the PATH and run this again.
`;

/** Fills pgbench's tables; undefined where pgbench is missing. */
export async function preparePgbench(postgres: ScratchPostgres): Promise<Pgbench | undefined> {
  const pgbench = (args: readonly string[]): Promise<{ stdout: string }> => {
    const running = run('pgbench', [...args, database], { env: postgres.environment });
    own(running.child);
    return running;
  };
  try {
    await run('pgbench', ['--version']);
  } catch {
    return undefined;
  }
  progress(`filling pgbench's tables at scale ${scale}`);
  await postgres.admin.query(`create database ${database}`);
  await pgbench(['--initialize', `--scale=${scale}`, '--quiet']);
  return {
    async transactionsPerSecond(seconds) {
      const { stdout } = await pgbench([
        '--protocol=prepared',
        `--client=${clients}`,
        '--jobs=2',
        `--time=${seconds}`,
        '--no-vacuum',
      ]);
      const found = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
      if (found === undefined) throw new Error(`pgbench printed no tps:\n${stdout}`);
      return parseFloat(found);
    },
  };
}
