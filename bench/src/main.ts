// npm run bench -- <name>: runs one benchmark on a PostgreSQL of its own and prints a table, or with --json one JSON object.
import { log } from '../../server/src/kit/log.ts';
import { benchFeed } from './feed.ts';
import { benchMemory } from './memory.ts';
import { benchOrders } from './orders.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';
import { benchSettle } from './settle.ts';
import { runSoak } from './soak.ts';
import { benchTriggers } from './triggers.ts';
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
  triggers: benchTriggers,
  web: benchWeb,
};

// These two have options of their own; the soak ends the process by itself.
const [first, ...others] = process.argv.slice(2);
if (first === 'soak') await runSoak(others);
else if (first === 'memory')
  tell(await benchMemory(others.filter((each) => each !== '--json')), others.includes('--json'));
else await runBench();

async function runBench(): Promise<void> {
  const names = [...Object.keys(benchmarks), 'memory', 'soak'].join(' | ');
  const usage = `npm run bench -- ${names} [--json] [--rounds n]`;
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, rounds: { type: 'string' } },
  });
  const [name = ''] = positionals;
  const rounds = values.rounds === undefined ? undefined : parseInt(values.rounds, 10);
  const bench = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
  if (!bench || (rounds !== undefined && !(rounds >= 1))) endWithUsage(usage);
  log.setLevel('error');
  tell(await bench({ rounds }), values.json);
}

function tell({ text, json, faults }: BenchResult, isJson: boolean): never {
  process.stdout.write(isJson ? `${JSON.stringify(json)}\n` : text);
  for (const fault of faults) process.stderr.write(`FAULT: ${fault}\n`);
  process.exit(faults.length > 0 ? 1 : 0);
}
