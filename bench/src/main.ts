// npm run bench -- <name>: runs one benchmark on a PostgreSQL of its own and prints a table, or with --json one JSON object.
import { log } from '../../server/src/kit/log.ts';
import type { BenchResult } from './bench-result.ts';
import { benchConsole } from './console.ts';
import { benchDue } from './due.ts';
import { benchFeed } from './feed.ts';
import { benchFlood } from './flood.ts';
import { benchLogins } from './logins.ts';
import { benchMemory } from './memory.ts';
import { benchOrders } from './orders.ts';
import { benchProcesses } from './processes.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';
import { benchResets } from './resets.ts';
import { benchSettle } from './settle.ts';
import { runSoak } from './soak.ts';
import { benchSwap } from './swap.ts';
import { benchTamper } from './tamper.ts';
import { benchTriggers } from './triggers.ts';
import { benchWeb } from './web.ts';

const benchmarks: Record<string, (options: { rounds?: number | undefined }) => Promise<BenchResult>> = {
  due: benchDue,
  feed: benchFeed,
  orders: benchOrders,
  resets: benchResets,
  settle: benchSettle,
  swap: benchSwap,
  triggers: benchTriggers,
  web: benchWeb,
};

const withOptions: Record<string, (args: string[]) => Promise<BenchResult>> = {
  console: benchConsole,
  memory: benchMemory,
  flood: benchFlood,
  logins: benchLogins,
  processes: benchProcesses,
  tamper: benchTamper,
};

// The soak ends the process by itself.
const [first, ...others] = process.argv.slice(2);
if (first === 'soak') await runSoak(others);
else if (first !== undefined && Object.hasOwn(withOptions, first)) {
  log.setLevel('error');
  tell(await withOptions[first]!(others.filter((each) => each !== '--json')), others.includes('--json'));
} else await runBench();

async function runBench(): Promise<void> {
  const names = [...Object.keys(benchmarks), ...Object.keys(withOptions), 'soak'].join(' | ');
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
