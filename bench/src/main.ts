// npm run bench -- <name>: runs one benchmark on a PostgreSQL of its own and prints a table, or with --json one JSON object.
import { parseArgs } from 'node:util';
import { log } from '../../server/src/kit/log.ts';
import { benchFeed } from './feed.ts';
import { benchOrders } from './orders.ts';
import { benchSettle } from './settle.ts';
import { runSoak } from './soak.ts';
import { benchWeb } from './web.ts';

export interface BenchResult {
  /** For people. */
  text: string;
  /** For programs. */
  json: Record<string, unknown>;
  /** What must hold and did not; anything here makes the run fail. */
  faults: readonly string[];
}

const benchmarks: Record<string, (options: { rounds?: number | undefined }) => Promise<BenchResult>> = {
  feed: benchFeed,
  orders: benchOrders,
  settle: benchSettle,
  web: benchWeb,
};

// The soak has options of its own and ends the process by itself.
if (process.argv[2] === 'soak') await runSoak(process.argv.slice(3));
else await runBench();

async function runBench(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, rounds: { type: 'string' } },
  });
  const [name = ''] = positionals;
  const rounds = values.rounds === undefined ? undefined : parseInt(values.rounds, 10);
  const bench = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
  if (!bench || (rounds !== undefined && !(rounds >= 1))) {
    process.stderr.write(
      `Usage: npm run bench -- ${[...Object.keys(benchmarks), 'soak'].join(' | ')} [--json] [--rounds n]\n`,
    );
    process.exit(2);
  }
  log.setLevel('error');
  const { text, json, faults } = await bench({ rounds });
  process.stdout.write(values.json ? `${JSON.stringify(json)}\n` : text);
  for (const fault of faults) process.stderr.write(`FAULT: ${fault}\n`);
  process.exit(faults.length > 0 ? 1 : 0);
}
