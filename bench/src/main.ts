// npm run bench -- <name>: runs one benchmark on a PostgreSQL of its own and prints a table, or with --json one JSON object.
import { log } from '../../server/src/kit/log.ts';
import type { BenchResult } from './bench-result.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';

// Each is read when it is asked for: together they are the whole server.
const benchmarks: Record<string, () => Promise<(options: { rounds?: number | undefined }) => Promise<BenchResult>>> = {
  due: async () => (await import('./due.ts')).benchDue,
  feed: async () => (await import('./feed.ts')).benchFeed,
  orders: async () => (await import('./orders.ts')).benchOrders,
  resets: async () => (await import('./resets.ts')).benchResets,
  settle: async () => (await import('./settle.ts')).benchSettle,
  swap: async () => (await import('./swap.ts')).benchSwap,
  triggers: async () => (await import('./triggers.ts')).benchTriggers,
  web: async () => (await import('./web.ts')).benchWeb,
};

const withOptions: Record<string, () => Promise<(args: string[]) => Promise<BenchResult>>> = {
  console: async () => (await import('./console.ts')).benchConsole,
  memory: async () => (await import('./memory.ts')).benchMemory,
  flood: async () => (await import('./flood.ts')).benchFlood,
  logins: async () => (await import('./logins.ts')).benchLogins,
  processes: async () => (await import('./processes.ts')).benchProcesses,
  tamper: async () => (await import('./tamper.ts')).benchTamper,
};

// The soak ends the process by itself.
const [first, ...others] = process.argv.slice(2);
if (first === 'soak') {
  const { runSoak } = await import('./soak.ts');
  await runSoak(others);
} else if (first !== undefined && Object.hasOwn(withOptions, first)) {
  log.setLevel('error');
  const bench = await withOptions[first]!();
  tell(await bench(others.filter((each) => each !== '--json')), others.includes('--json'));
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
  tell(await (await bench())({ rounds }), values.json);
}

function tell({ text, json, faults }: BenchResult, isJson: boolean): never {
  process.stdout.write(isJson ? `${JSON.stringify(json)}\n` : text);
  for (const fault of faults) process.stderr.write(`FAULT: ${fault}\n`);
  process.exit(faults.length > 0 ? 1 : 0);
}
