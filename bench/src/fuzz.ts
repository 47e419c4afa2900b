// npm run fuzz -- [--requests 230000] [--seed number]: every call with what no one should send, from two customers and a stranger, to the
// real server. Ends with 1 if it failed, told one of the other, grew, or broke an invariant of the ledger.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl } from '@candor/embedded-postgres';
import { openPool } from '../../server/src/kit/postgres.ts';
import { checkInvariants } from '../../server/src/ledger/check-invariants.ts';
import { invariants } from '../../server/src/products.ts';
import { playFuzz } from './fuzz/play-fuzz.ts';
import { inspectedOptions, openInspectors } from './memory/ask-inspector.ts';
import { offerExperience } from './offer-experience.ts';
import { onEarlyEnd, own, progress } from './own-processes.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';
import { freePort } from '../../server/src/kit/free-ports.test-support.ts';
import { residentBytesOfServer } from '../../server/src/kit/processes.test-support.ts';
import { killAll, postgresDirectory, startServer, stopServer } from './server-process.ts';

const usage = 'npm run fuzz -- [--requests 230000] [--seed number]';
/** Of the requests: what the server's processes hold after them is, but for a tenth, what they may hold at the end. */
const warmUpShare = 0.3;
const growthMax = 1.1;
/** Before that many, memory is still what it takes to start. */
const growthFrom = 100_000;

const plan = readPlan();
const dataDirectory = mkdtempSync(join(tmpdir(), 'candor-fuzz-'));
const environment = { MARKET_SOURCE: 'simulated', LOG_LEVEL: 'error', NODE_OPTIONS: inspectedOptions };
const server = await startServer({ dataDirectory, port: await freePort(), environment });
own(server.child);
const clean = async (): Promise<void> => {
  killAll(server, dataDirectory);
  rmSync(dataDirectory, { recursive: true, force: true });
};
onEarlyEnd(clean);
try {
  process.exitCode = await fuzz();
} finally {
  await clean();
}
process.exit();

async function fuzz(): Promise<number> {
  const held: { done: number; bytes: number }[] = [];
  const inspector = await openInspectors(server.logFile);
  // What nothing holds any more is collected first: that V8 has not come to it yet is no growth.
  const look = async (done: number): Promise<void> => {
    await inspector.heldBytes();
    held.push({ done, bytes: residentBytesOfServer(server.child.pid!) });
  };
  const startedAt = performance.now();
  progress(`Seed ${plan.seed}; ${plan.requests} requests.`);
  const invitedBy = await offerExperience(server, dataDirectory);
  const report = await playFuzz({ ...plan, url: server.url, invitedBy, onShare: look });
  inspector.close();
  const seconds = (performance.now() - startedAt) / 1000;
  const faults = [...report.faults, ...(await brokenInvariants()), ...growthOf(held)];
  const { signal, code } = await stopServer(server);
  if (code !== 0) faults.push(`the server ended with ${signal ?? code}`);
  const statuses = [...report.statuses].sort(([left], [right]) => left - right);
  const total = statuses.reduce((sum, [, count]) => sum + count, 0);
  const megabytes = (place: number): number => Math.round((held.at(place)?.bytes ?? 0) / 1e6);
  const lines = [
    `${total} requests in ${Math.round(seconds)} s, seed ${plan.seed}, ${report.accounts} accounts with orders: ${[...report.ordered].join(', ')}`,
    statuses.map(([status, count]) => `${status} ${count}`).join(' · '),
    `slowest ${Math.round(report.slowest.ms)} ms (${report.slowest.call}); resident ${megabytes(0)} → ${megabytes(-1)} MB`,
    faults.length === 0
      ? 'No failure, nothing told to others, ledger sound.'
      : faults.map((fault) => `✗ ${fault}`).join('\n'),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return faults.length === 0 ? 0 : 1;
}

function readPlan(): { requests: number; seed: number } {
  const { values } = readArguments(usage, {
    options: {
      requests: { type: 'string', default: '230000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    },
  });
  const [requests, seed] = [values.requests, values.seed].map((text) =>
    /^\d{1,9}$/.test(text) ? parseInt(text, 10) : 0,
  );
  if (!requests || seed === undefined) endWithUsage(usage);
  return { requests, seed };
}

function growthOf(held: readonly { done: number; bytes: number }[]): string[] {
  const warm = held.find(({ done }) => done >= plan.requests * warmUpShare);
  const last = held.at(-1);
  if (plan.requests < growthFrom || !warm || !last || last.bytes <= warm.bytes * growthMax) return [];
  return [`the server grew from ${Math.round(warm.bytes / 1e6)} to ${Math.round(last.bytes / 1e6)} MB`];
}

async function brokenInvariants(): Promise<string[]> {
  const pool = openPool(databaseUrl(postgresDirectory(dataDirectory)), 1);
  const reports = await checkInvariants(pool, invariants);
  await pool.end();
  return reports.filter(({ broken }) => broken > 0).map(({ name, broken }) => `${name}: ${broken} broken`);
}
