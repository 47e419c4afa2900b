// npm run bench -- audit [--lines 1000000] [--json]: how fast an audit reads the journal, beside a plain sequential read of the same table
// in the same run. Both use one core, and find the table as warm as the other does.
import { urlAs } from '@candor/embedded-postgres';
import { openReadConnection } from '../../server/src/kit/postgres.ts';
import { runAudit } from '../../server/src/ledger/audit/run-audit.ts';
import { ledgerInvariants, ledgerJournalRules } from '../../server/src/ledger/check-invariants.ts';
import { explainedByOrders } from '../../server/src/products.ts';
import { fillJournal } from './audit/fill-journal.ts';
import type { BenchResult } from './bench-result.ts';
import { progress } from './own-processes.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';
import { renderTable } from './render-table.ts';
import { createCandorDatabase, startScratchPostgres, type ScratchPostgres } from './scratch-postgres.ts';
import { settleDown } from './seed-accounts.ts';

const usage = 'npm run bench -- audit [--lines 1000000] [--json]';
const database = 'candor_audit';
/** In bytes. */
const megabyte = 1e6;

export async function benchAudit(args: string[]): Promise<BenchResult> {
  const { values } = readArguments(usage, { args, options: { lines: { type: 'string', default: '1000000' } } });
  const lines = parseInt(values.lines, 10);
  if (!(lines >= 1)) endWithUsage(usage);
  const postgres = await startScratchPostgres();
  try {
    const url = await createCandorDatabase(postgres, database);
    await fillJournal(urlAs(postgres.urlOf(database), 'candor_owner'), lines);
    await settleDown(postgres.urlOf(database));
    return report(await measure(postgres, url));
  } finally {
    await postgres.stop();
  }
}

interface Measured {
  lines: number;
  bytes: number;
  /** Of the sequential read: once before the audit, once behind it. */
  readSeconds: [before: number, behind: number];
  /** The pass over the journal, with the comparison of all balances. */
  passSeconds: number;
  /** All rules of the ledger. */
  allSeconds: number;
  /** The rules that compare movements and orders, of all products together. */
  explainSeconds: number;
  /** Duration of each rule that is checked alone, and of the first rule of each group that is checked together. */
  ruleSeconds: [name: string, seconds: number][];
  residentMb: number;
  faults: string[];
}

async function measure(postgres: ScratchPostgres, url: string): Promise<Measured> {
  // Whoever reads first would fill the cache for the other.
  await readPlainly(url);
  const before = await readPlainly(url);
  progress('the journal is read plainly; now it is audited');
  const from = performance.now();
  let passSeconds = 0;
  let explainSeconds = 0;
  const passRules = new Set<string>(
    [...ledgerInvariants.filter(({ ofMoves }) => ofMoves), ...Object.values(ledgerJournalRules)].map(
      ({ name }) => name,
    ),
  );
  const ruleSeconds: [name: string, seconds: number][] = [];
  let residentMb = 0;
  const faults: string[] = [];
  let isOver = false;
  for await (const event of runAudit([...ledgerInvariants, ...explainedByOrders], {
    open: () => openReadConnection(url),
  })) {
    residentMb = Math.max(residentMb, process.memoryUsage().rss / megabyte);
    if (event.kind === 'not-checked') faults.push(`${event.name} was not checked: ${event.reason}`);
    if (event.kind !== 'checked') continue;
    // All rules of the pass are reported at its end, and before the others.
    if (!isOver) passSeconds = secondsSince(from);
    if (event.seconds > 0 && !passRules.has(event.name)) ruleSeconds.push([event.name, event.seconds]);
    isOver = true;
    if (explainedByOrders.some(({ name }) => name === event.name)) explainSeconds += event.seconds;
    if (event.broken > 0) faults.push(`${event.name}: ${event.broken} of ${event.checked} broken`);
  }
  const allSeconds = secondsSince(from) - explainSeconds;
  const behind = await readPlainly(url);
  const connection = await openReadConnection(postgres.urlOf(database));
  const { rows } = await connection.query<{ lines: number; bytes: number }>(
    `select count(*) as lines, pg_relation_size('ledger_moves') as bytes from ledger_moves`,
  );
  await connection.end();
  return {
    ...rows[0]!,
    readSeconds: [before, behind],
    passSeconds,
    allSeconds,
    explainSeconds,
    ruleSeconds,
    residentMb,
    faults,
  };
}

/** Seconds for a sequential read of the journal. It reads a column near the end of each row, so the database decodes whole rows. */
async function readPlainly(url: string): Promise<number> {
  const connection = await openReadConnection(url);
  const from = performance.now();
  await connection.query('set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off');
  await connection.query('select count(*), max(sequence), max(at) from ledger_moves');
  const seconds = secondsSince(from);
  await connection.end();
  return seconds;
}

const secondsSince = (from: number): number => (performance.now() - from) / 1000;

function report({
  lines,
  bytes,
  readSeconds,
  passSeconds,
  allSeconds,
  explainSeconds,
  ruleSeconds,
  residentMb,
  faults,
}: Measured): BenchResult {
  const read = (readSeconds[0] + readSeconds[1]) / 2;
  const row = (name: string, seconds: number): string[] => [
    name,
    seconds.toFixed(1),
    (lines / seconds).toFixed(0),
    (bytes / megabyte / seconds).toFixed(0),
    (seconds / read).toFixed(1),
  ];
  const columns = [
    `${lines} lines, ${(bytes / megabyte).toFixed(0)} MB`,
    'seconds',
    'lines/s',
    'MB/s',
    'times the read',
  ];
  const rows = [
    row('sequential read', read),
    row('pass of the audit', passSeconds),
    row('all rules of the ledger', allSeconds),
    row('movements against orders', explainSeconds),
    ...ruleSeconds.map(([name, seconds]) => row(name, seconds)),
  ];
  return {
    text: `${renderTable(columns, rows)}The auditing process held ${residentMb.toFixed(0)} MB at most.\n`,
    json: {
      audit: { lines, bytes, readSeconds: read, passSeconds, allSeconds, explainSeconds, ruleSeconds, residentMb },
    },
    faults,
  };
}
