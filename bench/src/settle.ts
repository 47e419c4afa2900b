// How long after its expiry an option is settled, durably, beside how long a placement takes in the same seconds: 100,000 open
// options, 1,000 placed and about 1,500 expiring a second, on the real engine with a simulated market in one process.
import { setTimeout as pause } from 'node:timers/promises';
import { createBus, type Bus } from '../../server/src/kit/bus.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import { openPool } from '../../server/src/kit/postgres.ts';
import { checkInvariants } from '../../server/src/ledger/check-invariants.ts';
import { invariants } from '../../server/src/products.ts';
import { countWrongTicks, type TickCheck } from './check-ticks.ts';
import { median, percentiles } from './closed-loop.ts';
import type { BenchResult } from './bench-result.ts';
import { openEngine, type Engine } from './open-engine.ts';
import { expirySpanMs, makeTerms, openOptions, type OpenOptions } from './open-options.ts';
import { progress } from './own-processes.ts';
import { placeSteadily } from './place-steadily.ts';
import { renderTable } from './render-table.ts';
import { startScratchPostgres, type ScratchPostgres } from './scratch-postgres.ts';

/** How much there is of everything. */
export interface SettleSize extends OpenOptions {
  accounts: number;
  placedPerSecond: number;
  warmUpMs: number;
  measureMs: number;
}

const fullSize: SettleSize = {
  accounts: 100_000,
  openOptions: 100_000,
  preparationMinMs: 20_000,
  placedPerSecond: 1_000,
  warmUpMs: 5_000,
  measureMs: 30_000,
};

interface Round {
  placement: { p50Ms: number; p99Ms: number };
  settlement: { p50Ms: number; p99Ms: number };
  settled: number;
  placed: number;
  ticks: TickCheck;
  faults: string[];
}

export async function benchSettle(
  { rounds = 1 }: { rounds?: number | undefined },
  size: SettleSize = fullSize,
): Promise<BenchResult> {
  const postgres = await startScratchPostgres();
  try {
    const done: Round[] = [];
    for (let round = 1; round <= rounds; round++) {
      done.push(await runRound(postgres, `candor_settle_${round}`, size));
      progress(`round ${round}: ${describe(done.at(-1)!)}`);
    }
    return report(done);
  } finally {
    await postgres.stop();
  }
}

async function runRound(postgres: ScratchPostgres, database: string, size: SettleSize): Promise<Round> {
  const bus = createBus();
  const engine = await openEngine(postgres, { database, bus, accountCount: size.accounts, prepare: makeTerms });
  const settlements = measureSettlements(bus);
  let played: { placements: number[]; lastExpiryAt: number };
  try {
    played = await play(engine, { size, onMeasure: settlements.onMeasure });
  } finally {
    await engine.close();
  }
  const { faults, ticks } = await verify(engine.url, { lastExpiryAt: played.lastExpiryAt, size });
  return {
    placement: percentiles(played.placements),
    settlement: percentiles(settlements.latencies),
    settled: settlements.latencies.length,
    placed: played.placements.length,
    ticks,
    faults,
  };
}

async function play(
  engine: Engine,
  { size, onMeasure }: { size: SettleSize; onMeasure: (isMeasured: boolean) => void },
): Promise<{ placements: number[]; lastExpiryAt: number }> {
  const firstExpiryAt = await openOptions(engine, size);
  await pause(firstExpiryAt - systemClock.now());
  const { placedPerSecond: perSecond, warmUpMs, measureMs } = size;
  const placements = await placeSteadily(engine, { perSecond, warmUpMs, measureMs, onMeasure });
  progress('waiting for the last expiries');
  const lastExpiryAt = firstExpiryAt + expirySpanMs(size.openOptions);
  await pause(lastExpiryAt + 3_000 - systemClock.now());
  return { placements, lastExpiryAt };
}

/** From the instant of expiry to the event behind the commit, by one clock; rounded up to its whole milliseconds. */
function measureSettlements(bus: Bus): { latencies: number[]; onMeasure: (isMeasured: boolean) => void } {
  const latencies: number[] = [];
  let isOn = false;
  bus.on('options.changed', (order) => {
    if (isOn && order.ending && order.expiresAt !== null) latencies.push(systemClock.now() + 1 - order.expiresAt);
  });
  return { latencies, onMeasure: (isMeasured) => void (isOn = isMeasured) };
}

async function verify(
  url: string,
  { lastExpiryAt, size }: { lastExpiryAt: number; size: SettleSize },
): Promise<{ faults: string[]; ticks: TickCheck }> {
  const pool = openPool(url, 1);
  await pool.query('set statement_timeout = 0');
  const reports = await checkInvariants(pool, invariants);
  const ticks = await countWrongTicks(pool, lastExpiryAt);
  await pool.end();
  const faults = reports.filter(({ broken }) => broken > 0).map(({ name, broken }) => `broken: ${name} (${broken})`);
  if (ticks.wrong > 0) faults.push(`${ticks.wrong} of ${ticks.checked} settlements name a wrong tick`);
  if (ticks.overdue > 0) faults.push(`${ticks.overdue} options are past their expiry and not settled`);
  if (ticks.checked < size.openOptions * 0.9) faults.push(`only ${ticks.checked} options were settled`);
  return { faults, ticks };
}

function report(done: readonly Round[]): BenchResult {
  const of = (read: (round: Round) => number): number => Math.round(median(done.map(read)) * 100) / 100;
  const settle = {
    placementP99Ms: of(({ placement }) => placement.p99Ms),
    settlementP99Ms: of(({ settlement }) => settlement.p99Ms),
    ratio: of(({ placement, settlement }) => settlement.p99Ms / placement.p99Ms),
    settled: done.reduce((sum, { ticks }) => sum + ticks.checked, 0),
    wrongTicks: done.reduce((sum, { ticks }) => sum + ticks.wrong, 0),
  };
  const row = (name: string, p50: number, p99: number, count: number): string[] => [
    name,
    p50.toFixed(1),
    p99.toFixed(1),
    count.toFixed(0),
  ];
  const text =
    renderTable(
      ['measured', 'p50 ms', 'p99 ms', 'count'],
      [
        row(
          'placed, to its acknowledgement',
          of(({ placement }) => placement.p50Ms),
          settle.placementP99Ms,
          of(({ placed }) => placed),
        ),
        row(
          'expired, to durably settled',
          of(({ settlement }) => settlement.p50Ms),
          settle.settlementP99Ms,
          of(({ settled }) => settled),
        ),
      ],
    ) +
    `\nsettlement p99 / placement p99: ${settle.ratio.toFixed(2)} (bar: at most 2)` +
    `\nsettled by the wrong tick: ${settle.wrongTicks} of ${settle.settled}, all of them checked against the archive\n`;
  return { text, json: { settle }, faults: done.flatMap(({ faults }) => faults) };
}

const describe = ({ placement, settlement, settled, placed, ticks }: Round): string =>
  `placement p50 ${placement.p50Ms.toFixed(1)} p99 ${placement.p99Ms.toFixed(1)} ms (${placed}), ` +
  `settlement p50 ${settlement.p50Ms.toFixed(1)} p99 ${settlement.p99Ms.toFixed(1)} ms (${settled}), ` +
  `ratio ${(settlement.p99Ms / placement.p99Ms).toFixed(2)}, ${ticks.wrong} of ${ticks.checked} by a wrong tick`;
