// npm run bench -- <name>: runs one benchmark on a PostgreSQL of its own and prints a table, or with --json one JSON object.
import { log } from '../../server/src/kit/log.ts';
import type { BenchResult } from './bench-result.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';

/** What a benchmark is called with: the words after its name, without --json. */
type Benchmark = (args: string[]) => Promise<BenchResult>;
type RepeatedBenchmark = (options: { rounds?: number | undefined }) => Promise<BenchResult>;

// Each is read when it is asked for: together they are the whole server.
const benchmarks: Record<string, Benchmark> = {
  due: repeated(async () => (await import('./due.ts')).benchDue),
  feed: repeated(async () => (await import('./feed.ts')).benchFeed),
  orders: repeated(async () => (await import('./orders.ts')).benchOrders),
  resets: repeated(async () => (await import('./resets.ts')).benchResets),
  settle: repeated(async () => (await import('./settle.ts')).benchSettle),
  swap: repeated(async () => (await import('./swap.ts')).benchSwap),
  triggers: repeated(async () => (await import('./triggers.ts')).benchTriggers),
  web: repeated(async () => (await import('./web.ts')).benchWeb),
  chains: async (args) => (await import('./chains.ts')).benchChains(args),
  audit: async (args) => (await import('./audit.ts')).benchAudit(args),
  console: async (args) => (await import('./console.ts')).benchConsole(args),
  memory: async (args) => (await import('./memory.ts')).benchMemory(args),
  flood: async (args) => (await import('./flood.ts')).benchFlood(args),
  logins: async (args) => (await import('./logins.ts')).benchLogins(args),
  processes: async (args) => (await import('./processes.ts')).benchProcesses(args),
  tamper: async (args) => (await import('./tamper.ts')).benchTamper(args),
  soak: async (args) => (await import('./soak.ts')).benchSoak(args),
};
const usage = `npm run bench -- ${Object.keys(benchmarks).join(' | ')} [--json] [--rounds n]`;

const [name = '', ...others] = process.argv.slice(2);
const bench = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (!bench) endWithUsage(usage);
log.setLevel('error');
tell(await bench(others.filter((each) => each !== '--json')), others.includes('--json'));

/** One that is told nothing but how often it is done. */
function repeated(load: () => Promise<RepeatedBenchmark>): Benchmark {
  return async (args) => {
    const { values } = readArguments(usage, { args, options: { rounds: { type: 'string' } } });
    const rounds = values.rounds === undefined ? undefined : parseInt(values.rounds, 10);
    if (rounds !== undefined && !(rounds >= 1)) endWithUsage(usage);
    return (await load())({ rounds });
  };
}

function tell({ text, json, faults }: BenchResult, isJson: boolean): never {
  process.stdout.write(isJson ? `${JSON.stringify(json)}\n` : text);
  for (const fault of faults) process.stderr.write(`FAULT: ${fault}\n`);
  process.exit(faults.length > 0 ? 1 : 0);
}
