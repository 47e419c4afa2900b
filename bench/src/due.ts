// How long it takes until 100,000 pledges that are due within one hour have their income, each by a command of its own: the clock is set
// forward, and what is due is done as in the engine.
import { wad, type Uuid } from '@candor/wire';
import { createBus } from '../../server/src/kit/bus.ts';
import { manualClock } from '../../server/src/kit/clock.ts';
import { idMaker } from '../../server/src/kit/new-id.ts';
import { startPart, stopPart } from '../../server/src/kit/part.ts';
import { openPool, type Pool } from '../../server/src/kit/postgres.ts';
import { checkInvariants } from '../../server/src/ledger/check-invariants.ts';
import type { Command } from '../../server/src/ledger/command.ts';
import { openDueWork } from '../../server/src/ledger/due-work.ts';
import { openLanes, type Lanes } from '../../server/src/ledger/lanes.ts';
import { commands, moneyInvariants, products } from '../../server/src/products.ts';
import type { BenchResult } from './bench-result.ts';
import { median } from './closed-loop.ts';
import { progress } from './own-processes.ts';
import { renderTable } from './render-table.ts';
import { createCandorDatabase, startScratchPostgres, type ScratchPostgres } from './scratch-postgres.ts';
import { payIntoHouse, seedAccounts, settleDown } from './seed-accounts.ts';

const pledgeCount = 100_000;
const chunk = 5_000;
const hourMs = 3_600_000;
const boundMs = 60_000;
const amount = wad('100');

interface Round {
  seconds: number;
  posted: number;
  faults: string[];
}

export async function benchDue({ rounds = 1 }: { rounds?: number | undefined }): Promise<BenchResult> {
  const postgres = await startScratchPostgres();
  try {
    const done: Round[] = [];
    for (let round = 1; round <= rounds; round++) {
      done.push(await runRound(postgres, `candor_due_${round}`));
      progress(`round ${round}: ${done.at(-1)!.seconds.toFixed(1)} s`);
    }
    return report(done);
  } finally {
    await postgres.stop();
  }
}

async function runRound(postgres: ScratchPostgres, database: string): Promise<Round> {
  const url = await createCandorDatabase(postgres, database);
  const clock = manualClock(Date.now());
  const bus = createBus();
  const newId = idMaker(clock);
  const accountIds = await seedAccounts(postgres.urlOf(database), { count: pledgeCount, amount, newId });
  const pool = openPool(url, 4);
  const lanes = await openLanes({ databaseUrl: url, clock, bus, newId, commands });
  await payIntoHouse(
    { adminUrl: postgres.urlOf(database), lanes },
    { amount: wad('100000'), bucket: 'staking-rewards', now: clock.now() },
  );
  await openPledges(lanes, { clock, accountIds });
  await settleDown(postgres.urlOf(database));

  clock.advance(24 * hourMs);
  const staking = products.find(({ name }) => name === 'staking')!;
  const engine = staking.engine!({ pool } as never);
  await engine.start?.();
  const due = openDueWork({ pool, lanes, clock, hooks: engine.dueWork! });
  const startedAt = performance.now();
  await startPart(due);
  while (await isAnyDue(pool, clock.now())) await new Promise((resolve) => setTimeout(resolve, 100));
  const seconds = (performance.now() - startedAt) / 1000;
  await stopPart(due);
  await lanes.close();
  const { rows } = await pool.query<{ posted: number }>('select count(*)::int as posted from pledges where days_posted = 1'); // oxfmt-ignore
  await pool.query('set statement_timeout = 0');
  const broken = (await checkInvariants(pool, moneyInvariants)).filter((each) => each.broken > 0);
  await pool.end();
  const faults = broken.map((each) => `broken: ${each.name} (${each.broken})`);
  if (rows[0]!.posted !== pledgeCount) faults.push(`${rows[0]!.posted} of ${pledgeCount} have their income`);
  if (seconds * 1000 > boundMs) faults.push(`it took ${seconds.toFixed(1)} s, more than ${boundMs / 1000}`);
  return { seconds, posted: rows[0]!.posted, faults };
}

/** Evenly over one hour. */
async function openPledges(
  lanes: Lanes,
  { clock, accountIds }: { clock: ReturnType<typeof manualClock>; accountIds: readonly Uuid[] },
): Promise<void> {
  const open = [...commands].find(({ name }) => name === 'open-pledge') as Command<object, unknown>;
  progress(`opening ${accountIds.length} pledges`);
  const config = {
    productId: '1', version: 1, days: 7, dailyRate: wad('0.0002'), minAmount: wad('10'), maxAmount: wad('50000'),
    quota: wad('100000000'), isOffered: true,
  }; // oxfmt-ignore
  for (let start = 0; start < accountIds.length; start += chunk) {
    const submit = (accountId: Uuid): Promise<unknown> => {
      const input = { accountId, book: 'real', productId: '1', amount, config, autoRenew: false };
      return lanes.submit({ command: open, accountId, book: 'real', input, receivedAt: clock.now() });
    };
    await Promise.all(accountIds.slice(start, start + chunk).map(submit));
    clock.advance(Math.trunc((hourMs * chunk) / accountIds.length));
  }
}

async function isAnyDue(pool: Pool, now: number): Promise<boolean> {
  const { rows } = await pool.query<{ isDue: boolean }>(
    'select exists (select from due_work where due_at <= $1) as "isDue"',
    [new Date(now)],
  );
  return rows[0]!.isDue;
}

function report(done: readonly Round[]): BenchResult {
  const seconds = median(done.map((round) => round.seconds));
  const text = renderTable(
    ['due within one hour', 'seconds', 'a second'],
    [[String(pledgeCount), seconds.toFixed(1), (pledgeCount / seconds).toFixed(0)]],
  );
  const json = { due: { pledges: pledgeCount, seconds, perSecond: Math.round(pledgeCount / seconds) } };
  return { text: `${text}\nbar: at most ${boundMs / 1000} s\n`, json, faults: done.flatMap(({ faults }) => faults) };
}
