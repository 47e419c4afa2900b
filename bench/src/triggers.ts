// What a tick costs with 100,000 positions open beside a scan of them in the same run, and what a million take to be rebuilt from the
// database and to stand in memory.
import { wad, type CoinCode, type Uuid, type Wad } from '@candor/wire';
import { readLiveOrders } from '../../server/src/contracts/read-store.ts';
import type { TickPoint } from '../../server/src/market/archive/tick-point.ts';
import {
  isFired,
  TriggerBook,
  watchedOf,
  type LiveOrder,
  type Watched,
} from '../../server/src/contracts/trigger-book.ts';
import { openPool } from '../../server/src/kit/postgres.ts';
import type { BenchResult } from './bench-result.ts';
import { progress } from './own-processes.ts';
import { renderTable } from './render-table.ts';
import { createCandorDatabase, startScratchPostgres } from './scratch-postgres.ts';
import { seededRandom } from './seeded-random.ts';

const openCount = 100_000;
const rebuiltCount = 1_000_000;
const tickCount = 4_000;
/** The scan is so slow that a part of the ticks is enough to know its mean. */
const scanEvery = 20;
const seed = 20_260_301;

export async function benchTriggers(): Promise<BenchResult> {
  const walked = walk();
  const rebuilt = await rebuild();
  const ratio = walked.scanMeanUs / walked.heapMeanUs;
  const triggers = {
    ratio100k: Math.round(ratio * 10) / 10,
    heapMeanUs: Math.round(walked.heapMeanUs * 100) / 100,
    scanMeanUs: Math.round(walked.scanMeanUs * 100) / 100,
    fired: walked.fired,
    rebuild1mSeconds: Math.round(rebuilt.seconds * 100) / 100,
    memory1mMegabytes: Math.round(rebuilt.megabytes),
  };
  const text =
    renderTable(
      ['measured', 'value'],
      [
        ['a tick put to 100,000 positions, mean µs', walked.heapMeanUs.toFixed(2)],
        ['a scan of the same positions, mean µs', walked.scanMeanUs.toFixed(2)],
        ['scan / heaps (bar: at least 50)', ratio.toFixed(1)],
        ['positions fired, the same as by the scan', walked.fired.toFixed(0)],
        ['1,000,000 positions rebuilt, s (bar: 10)', rebuilt.seconds.toFixed(2)],
        ['… in memory, MB (bar: 1,024)', rebuilt.megabytes.toFixed(0)],
      ],
    ) + '\n';
  const faults = [...walked.faults];
  if (rebuilt.count !== rebuiltCount) faults.push(`${rebuilt.count} positions were rebuilt`);
  if (ratio < 50) faults.push(`a tick costs only ${ratio.toFixed(1)} times less than a scan`);
  if (rebuilt.seconds > 10) faults.push(`rebuilding took ${rebuilt.seconds.toFixed(1)} s`);
  if (rebuilt.megabytes > 1_024) faults.push(`a million positions take ${rebuilt.megabytes.toFixed(0)} MB`);
  return { text, json: { triggers }, faults };
}

/** A price that moves by up to 0.03 % a tick meets the same positions in heaps and in a plain array. */
function walk() {
  const random = seededRandom(seed);
  const book = new TriggerBook();
  const list = new Map<Uuid, Watched>();
  let opened = 0;
  let cents = 6_000_000;
  const open = (): void => {
    const watched = watchedOf(position(random, { place: opened++, cents, since: 0 }));
    book.add(watched);
    list.set(watched.id, watched);
  };
  while (opened < openCount) open();
  const faults: string[] = [];
  let [fired, heapMs, scanMs, scans] = [0, 0, 0, 0];
  for (let sequence = 1; sequence <= tickCount; sequence++) {
    cents += Math.round(cents * (random.next() - 0.5) * 0.0006);
    const tick: TickPoint = { sequence, price: priceOf(cents), publishedAt: sequence * 100 };
    let expected: Watched[] | undefined;
    if (sequence % scanEvery === 0) {
      const from = performance.now();
      expected = [];
      for (const watched of list.values()) if (isFired(watched, tick)) expected.push(watched);
      scanMs += performance.now() - from;
      scans++;
    }
    const from = performance.now();
    const hit = book.fire(tick);
    heapMs += performance.now() - from;
    if (expected && !isSame(hit, expected)) faults.push(`tick ${sequence} fires others than a scan finds`);
    fired += hit.length;
    for (const { id } of hit) {
      list.delete(id);
      open();
    }
  }
  return { heapMeanUs: (heapMs * 1000) / tickCount, scanMeanUs: (scanMs * 1000) / scans, fired, faults };
}

function isSame(fired: readonly Watched[], expected: readonly Watched[]): boolean {
  const found = new Set(fired);
  return (
    found.size === expected.length && fired.length === expected.length && expected.every((each) => found.has(each))
  );
}

const priceOf = (cents: number): Wad => (BigInt(cents) * 10n ** 16n) as Wad;

/** With all three triggers: liquidation at lever 50, and stops between 0.2 and 4 % away. */
function position(
  random: ReturnType<typeof seededRandom>,
  { place, cents, since }: { place: number; cents: number; since: number },
): LiveOrder {
  const isLong = random.below(2) === 0;
  const away = (share: number): Wad => priceOf(Math.round(cents * (1 + (isLong ? share : -share))));
  const distance = (): number => 0.002 + random.next() * 0.038;
  return {
    orderId: random.uuid() as Uuid,
    accountId: random.uuid() as Uuid,
    book: 'real',
    coin: 'BTC' satisfies CoinCode,
    side: isLong ? 'long' : 'short',
    state: 'open',
    orderType: 'market',
    tradePrice: wad('60000'),
    configVersion: 1,
    receivedAt: place,
    acceptedSequence: since,
    expiresAt: null,
    entry: { sequence: since },
    liquidationPrice: away(-0.015),
    takeProfit: away(distance()),
    stopLoss: away(-distance()),
    termsSequence: since,
    closing: null,
  };
}

async function rebuild(): Promise<{ seconds: number; megabytes: number; count: number }> {
  const postgres = await startScratchPostgres();
  try {
    await createCandorDatabase(postgres, 'candor_triggers');
    const pool = openPool(postgres.urlOf('candor_triggers'), 1);
    progress(`writing ${rebuiltCount} positions`);
    // Rows are written in batches, so that each statement ends within the statement timeout of the pool.
    for (let written = 0; written < rebuiltCount; written += writtenAtOnce)
      await pool.query(writePositions, [Math.min(writtenAtOnce, rebuiltCount - written)]);
    await pool.query('analyze contract_orders');
    progress('reading them');
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const from = performance.now();
    const book = new TriggerBook();
    for await (const orders of readLiveOrders(pool)) for (const order of orders) book.add(watchedOf(order));
    const seconds = (performance.now() - from) / 1000;
    const megabytes = (process.memoryUsage().rss - before) / 2 ** 20;
    const count = book.size;
    await pool.end();
    return { seconds, megabytes, count };
  } finally {
    await postgres.stop();
  }
}

const writtenAtOnce = 20_000;
const writePositions = `
  insert into contract_orders (account_id, order_id, book, coin, side, order_type, lever, sheets, sheet_size, trade_price,
    margin, fee, config_version, received_at, accepted_sequence, state, take_profit, stop_loss, terms_sequence,
    entry_sequence, entry_price, entry_at, liquidation_price, open_sheets, open_margin, open_added, added_margin,
    change_count, paid)
  select gen_random_uuid(), gen_random_uuid(), 'real', 'BTC', side, 'market', 50, 100, 0.001, price, price * 0.002,
    price * 0.00002, 1, now(), 1, 'open', price * (1 + sign * away), price * (1 - sign * away), 1, 2, price, now(),
    price * (1 - sign * 0.015), 100, price * 0.002, 0, 0, 0, 0
  from (select case when n % 2 = 0 then 'long' else 'short' end as side, case when n % 2 = 0 then 1 else -1 end as sign,
          (60000 + n % 1000)::numeric as price, ((2 + n % 38)::numeric / 1000) as away
        from generate_series(1, $1) as n) as made`;
