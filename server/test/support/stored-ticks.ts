// Stores the ticks of a scripted market in the archive, so that orders can be compared with them as in an audit.
import assert from 'node:assert/strict';
import { genesisHash, hashTick } from '@candor/proof';
import { coinCodes } from '@candor/wire';
import { openPool, type Pool } from '../../src/kit/postgres.ts';
import { checkInvariants, type InvariantReport } from '../../src/ledger/check-invariants.ts';
import { products } from '../../src/products.ts';
import type { TestLedger } from './money.ts';
import type { ScriptedMarket } from './scripted-market.ts';

/** Stores ticks published since the last call. Triggers are disabled, because several flushes of a script may have the same time. */
export async function storeTicks(adminUrl: string, market: Pick<ScriptedMarket, 'tickRun'>): Promise<void> {
  const pool = openPool(adminUrl, 1);
  try {
    await pool.query('set session_replication_role = replica');
    await store(pool, market);
  } finally {
    await pool.end();
  }
}

async function store(pool: Pool, market: Pick<ScriptedMarket, 'tickRun'>): Promise<void> {
  for (const coin of coinCodes) {
    const { rows } = await pool.query<{ last: number }>(
      'select coalesce(max(sequence), 0) as last from market_ticks where coin = $1',
      [coin],
    );
    const { ticks } = await market.tickRun(coin, 0, Number.MAX_SAFE_INTEGER);
    let hash = genesisHash(coin);
    const chained = ticks.map((tick) => ({ tick, hash: (hash = hashTick(hash, coin, tick)) }));
    const missing = chained.filter(({ tick }) => tick[0] > rows[0]!.last);
    await pool.query(
      `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash)
       select $1, (tick->>0)::bigint, (tick->>1)::numeric, (tick->>2)::bigint, (tick->>3)::bigint, tick->>4, decode(hash, 'hex')
       from unnest($2::jsonb[], $3::text[]) as each (tick, hash)`,
      [coin, missing.map(({ tick }) => JSON.stringify(tick)), missing.map((each) => each.hash)],
    );
  }
}

/** Runs the audit rules that compare orders with the archive. */
export const checkArchiveRules = (pool: Pool): Promise<InvariantReport[]> =>
  checkInvariants(
    pool,
    products.flatMap((each) => each.archiveRules),
  );

/** Fails and lists the orders whose results do not follow from the archive. */
export async function auditTicks({ adminUrl, serverPool }: TestLedger, market: ScriptedMarket): Promise<void> {
  await storeTicks(adminUrl!, market);
  assert.deepEqual(
    (await checkArchiveRules(serverPool)).filter(({ broken }) => broken > 0),
    [],
  );
}
