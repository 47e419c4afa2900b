// What counts for VIP levels has been paid: trades that cost their customer little make no level, however large they are.
import { formatAmount, wad, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { tradingCosts } from '../src/products.ts';
import { countLevels, readStanding } from '../src/vip/store.ts';
import { openContractsStage, type ContractsStage } from './support/contracts-stage.ts';
import type { TestLedger } from './support/money.ts';
import { openOptionsStage, type OptionsStage } from './support/options-stage.ts';
import { testSeed } from './support/seed.ts';

const startMs = Date.UTC(2026, 2, 1, 12);
const dayMs = 24 * 3_600_000;
let contracts: ContractsStage;
let options: OptionsStage;
before(async () => {
  [contracts, options] = await Promise.all([
    openContractsStage({ startMs, bankroll: '10000000' }),
    openOptionsStage({ startMs, bankroll: '10000000' }),
  ]);
  contracts.tick('60000');
  options.market.publish('BTC', [{ price: '60000', publishedAt: startMs }]);
});
after(() => Promise.all([contracts.end(), options.close()]));

/** Levels are counted on a day of their own each time, which is past all trades. */
let days = 1;
async function countedFor({ pool }: TestLedger, accountIds: readonly Uuid[]): Promise<{ cost: Wad; level: number }> {
  await countLevels(pool, tradingCosts, startMs + days++ * dayMs);
  const all = (await Promise.all(accountIds.map((accountId) => readStanding(pool, accountId)))).flat();
  return {
    cost: all.reduce((sum, { cost }) => sum + cost, 0n) as Wad,
    level: Math.max(0, ...all.map(({ level }) => level)),
  };
}

async function sumOf({ pool }: TestLedger, accountIds: readonly Uuid[], wanted: string): Promise<Wad> {
  const { rows } = await pool.query<{ sum: string }>(
    `select coalesce(sum(amount), 0)::text as sum from ledger_moves where account_id = any ($1::uuid[]) and ${wanted}`,
    [accountIds],
  );
  return wad(rows[0]!.sum);
}

/** Accounts with a row of their own, as levels are kept there. */
async function rich({ ledger }: { ledger: TestLedger }, number: string): Promise<Uuid> {
  const accountId = await ledger.pay('100000');
  await ledger.pool.query(
    `insert into accounts (account_id, number, email, account_type, language, invite_code, created_at)
     values ($1, $2, $3, '1', 'en', $4, now()) on conflict do nothing`,
    [accountId, number, `${number}@example.com`, `invite${number}`],
  );
  return accountId;
}

interface Wash {
  side: 'long' | 'short';
  sheets: number;
  lever: number;
  price?: string;
}
async function openAndClose(accountId: Uuid, { side, sheets, lever, price = '60000' }: Wash): Promise<void> {
  const order = await contracts.place({ accountId, price: '60000', side, sheets, lever });
  contracts.tick('60000');
  await contracts.opened(order);
  await contracts.close({ accountId }, order.trade_id);
  contracts.tick(price, 1_500);
  await contracts.ended(order);
  contracts.tick('60000');
}

test('a million of volume at the highest leverage, closed at once, makes no level beyond the first', async () => {
  const washer = await rich(contracts, '30000001');
  for (const side of ['long', 'short', 'long', 'short'] as const) await openAndClose(washer, { side, sheets: 4_200, lever: 50 }); // oxfmt-ignore
  const { rows } = await contracts.ledger.pool.query<{ volume: string }>(
    'select sum(sheets * sheet_size * entry_price)::text as volume from contract_orders where account_id = $1',
    [washer],
  );
  assert.equal(Number(rows[0]!.volume), 1_008_000);
  const { cost, level } = await countedFor(contracts.ledger, [washer]);
  assert.deepEqual([formatAmount(cost), level], ['201.6', 1]);
});

test(`contracts count exactly the fees that came to the platform (seed ${testSeed})`, async () => {
  const trader = await rich(contracts, '30000002');
  const trades = fc.sample(
    fc.record({
      side: fc.constantFrom('long', 'short'),
      sheets: fc.integer({ min: 1, max: 500 }),
      lever: fc.integer({ min: 1, max: 50 }),
      price: fc.constantFrom('59900', '60000', '60050'),
    }),
    { seed: testSeed, numRuns: 12 },
  );
  for (const trade of trades) await openAndClose(trader, trade);
  // One that waits, and one that was taken back, cost nothing.
  await contracts.place({ accountId: trader, price: '40000', orderType: 'limit' });
  const waiting = await contracts.place({ accountId: trader, price: '41000', orderType: 'limit' });
  await contracts.cancel({ accountId: trader }, waiting.trade_id);
  const { cost } = await countedFor(contracts.ledger, [trader]);
  const paid = await sumOf(contracts.ledger, [trader], `to_bucket = 'fees'`);
  assert.ok(paid > 0n);
  assert.equal(formatAmount(cost), formatAmount(paid));
});

test(`options up and down at once count no more than what both lost (seed ${testSeed})`, async () => {
  const people = [await rich(options, '30000003'), await rich(options, '30000004')] as const;
  const stakes = fc.sample(fc.integer({ min: 10, max: 5_000 }), { seed: testSeed, numRuns: 6 });
  for (const [place, stake] of stakes.entries()) {
    const now = options.clock.now() + 300_000;
    options.clock.set(now + 120_000);
    options.market.publish('BTC', [{ price: '60000', publishedAt: now }]);
    const orders = await Promise.all([
      options.place({ accountId: people[0], side: 'up', stake: String(stake), receivedAt: now }),
      options.place({ accountId: people[1], side: 'down', stake: String(stake), receivedAt: now }),
    ]);
    // The last pair is a tie.
    const exit = place === stakes.length - 1 ? '60000' : place % 2 === 0 ? '60001' : '59999';
    options.market.publish('BTC', [
      { price: '60000', publishedAt: now + 300 },
      { price: exit, publishedAt: now + 30_200 },
      { price: '1', publishedAt: now + 120_000 },
    ]);
    await Promise.all(orders.map((order) => options.ended(order)));
  }
  const { cost } = await countedFor(options.ledger, people);
  const lost = (await sumOf(options.ledger, people, `kind = 'option-lost'`)) - (await sumOf(options.ledger, people, `kind = 'option-won'`)); // oxfmt-ignore
  const expected = stakes.slice(0, -1).reduce((sum, stake) => sum + BigInt(stake) * 15n, 0n) * 10n ** 16n;
  assert.deepEqual([formatAmount(cost), formatAmount(lost as Wad)], [formatAmount(expected as Wad), formatAmount(expected as Wad)]); // oxfmt-ignore
});
