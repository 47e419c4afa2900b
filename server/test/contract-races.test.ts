// Close, take-profit, stop-loss and liquidation on one position at once, in every order that a seeded scheduler can think of.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { formatAmount, wad, wireId, type Uuid } from '@candor/wire';
import fc from 'fast-check';
import { requestClose } from '../src/contracts/change-position.ts';
import { endPosition } from '../src/contracts/end-position.ts';
import { addOpen, exposureIdOf, newExposure } from '../src/contracts/house-limit.ts';
import type { ContractOrder, ContractsConfig } from '../src/contracts/order.ts';
import { coinAmount, liquidationPriceOf } from '../src/contracts/rules.ts';
import type { CommandState, Decision } from '../src/ledger/command.ts';
import { InsufficientHouseFunds } from '../src/ledger/command.ts';
import { Refusal } from '../src/kit/refuse.ts';
import { sliceOf } from '../src/ledger/slices.ts';
import { openContractsStage } from './support/contracts-stage.ts';
import type { ContractsStage } from './support/contracts-stage.ts';
import { runs, testSeed } from './support/seed.ts';

const seed = testSeed;
const terms: ContractsConfig = {
  version: 1,
  leverMax: 50,
  feeRate: wad('0.01'),
  maintenanceRate: wad('0.005'),
  slippageMax: wad('0.005'),
  stressRate: wad('0.1'),
  marginShareMax: wad('0.9'),
  sheetsMax: 10_000,
  marginMin: wad('1'),
  limitDistanceMax: wad('0.5'),
  limitDistances: {},
  restingMax: 100,
  ordersMax: 200,
  restingShareMax: wad('0.05'),
  limitExpiryMs: 30 * 86_400_000,
  isOffered: true,
};
const accountId = '00000000-0000-7000-8000-000000000001' as Uuid;
const orderId = '00000000-0000-7000-8000-000000000002' as Uuid;
const place = { coin: 'BTC', book: 'real', slice: sliceOf(accountId) } as const;

function openPosition(): ContractOrder {
  const [entryPrice, sheetSize] = [wad('60000'), wad('0.001')];
  const amount = coinAmount(100, sheetSize);
  return {
    orderId,
    accountId,
    book: 'real',
    coin: 'BTC',
    side: 'long',
    orderType: 'market',
    lever: 50,
    sheets: 100,
    sheetSize,
    tradePrice: entryPrice,
    margin: wad('120'),
    fee: wad('1.2'),
    configVersion: 1,
    receivedAt: 0,
    acceptedSequence: 1,
    expiresAt: null,
    state: 'open',
    takeProfit: wad('60500'),
    stopLoss: wad('59500'),
    termsSequence: 1,
    entry: { sequence: 2, price: entryPrice, publishedAt: 300 },
    liquidationPrice: liquidationPriceOf({ side: 'long', entryPrice, lever: 50, maintenanceRate: terms.maintenanceRate, added: wad('0'), amount }), // oxfmt-ignore
    openSheets: 100,
    openMargin: wad('120'),
    openAdded: wad('0'),
    addedMargin: wad('0'),
    closing: null,
    changeCount: 0,
    exit: null,
    ending: null,
    paid: wad('0'),
    due: wad('0'),
  };
}

/** What a tick of each kind does; the close is asked for by itself. */
const ticks = [
  { sequence: 10, price: wad('59000'), publishedAt: 3_000 },
  { sequence: 11, price: wad('59400'), publishedAt: 3_100 },
  { sequence: 12, price: wad('60600'), publishedAt: 3_200 },
  { sequence: 13, price: wad('60010'), publishedAt: 3_300 },
];
const expected = new Map([[10, 'liquidated'], [11, 'stop-loss'], [12, 'take-profit'], [13, 'closed']]); // oxfmt-ignore

/** A row and a house in memory, decided upon as the lanes do: one command after the other. */
function playRow() {
  const rows = new Map<string, unknown>([
    ['contract_orders', openPosition()],
    ['contract_exposures', addOpen(newExposure(place), openPosition(), 100)],
    ['contract_accounts', { accountId, liveOrders: 1, restingOrders: 0, restingValue: wad('0') }],
  ]);
  const state: CommandState = {
    now: 4_000,
    newId: () => orderId,
    balance: () => ({ available: wad('0'), reserved: wad('0'), margin: wad('120'), staked: wad('0') }),
    house: () => wad('10000'),
    owes: () => false,
    whole: () => wad('10000'),
    row: (table) => rows.get(table.name) as never,
  };
  /** Carries a decision into the rows; true if it moved money. */
  const apply = (decision: Decision<unknown> | Refusal | InsufficientHouseFunds): boolean => {
    assert.ok(!(decision instanceof InsufficientHouseFunds));
    if (decision instanceof Refusal) return false;
    for (const { table, row } of decision.writes ?? []) rows.set(table.name, row);
    return decision.moves.length > 0;
  };
  return { state, apply, order: () => rows.get('contract_orders') as ContractOrder };
}

const common = { orderId, accountId, coin: 'BTC', exposureId: exposureIdOf(place), config: terms, stressRate: terms.stressRate } as const; // oxfmt-ignore

test(`10,000 races of four ends on one position: one end each, by the tick that came first (seed ${seed})`, () => {
  const seen = new Map<string, number>();
  const race = fc.record({
    ticks: fc.shuffledSubarray(ticks, { minLength: 2 }),
    closeAt: fc.nat(4),
    repeats: fc.nat(2),
  });
  for (const { ticks: scheduled, closeAt, repeats } of fc.sample(race, { seed, numRuns: runs(10_000) })) {
    const { state, apply, order } = playRow();
    let first: number | undefined;
    let ends = 0;
    for (const [turn, tick] of scheduled.entries()) {
      if (turn === closeAt) {
        const asked = { receivedAt: 2_000, acceptedSequence: 9 };
        apply(requestClose.decide({ ...common, asked, price: wad('60000'), sheets: undefined }, state));
      }
      for (let again = 0; again <= repeats; again++) {
        if (!apply(endPosition.decide({ ...common, tick }, state))) continue;
        ends++;
        first ??= tick.sequence;
      }
    }
    if (order().state === 'open') {
      // Only the close's own tick ended nothing, because nobody had asked by then.
      assert.equal(ends, 0);
      continue;
    }
    assert.equal(ends, 1);
    const { ending, exit } = order();
    assert.equal(exit!.sequence, first);
    assert.equal(ending!.result, expected.get(first!));
    seen.set(ending!.result, (seen.get(ending!.result) ?? 0) + 1);
  }
  assert.deepEqual([...seen.keys()].sort(), [...expected.values()].sort());
});

let stage: ContractsStage;
before(async () => {
  stage = await openContractsStage({ startMs: Date.UTC(2026, 2, 1, 12) });
  stage.tick('60000');
});
after(() => stage.end());

test(
  `200 positions raced in the database, four ends each at once: one end each (seed ${seed})`,
  { timeout: 240_000 },
  async () => {
    const caller = await stage.ledger.pay('100000');
    const placed = [];
    for (let count = 0; count < 200; count++) {
      placed.push(
        stage.place({ accountId: caller, price: '60000', sheets: 10, takeProfit: '60500', stopLoss: '59500' }),
      );
    }
    const orders = await Promise.all(placed);
    stage.tick('60000');
    const open = await Promise.all(orders.map((order) => stage.opened(order)));
    await Promise.all(orders.map(({ trade_id }) => stage.close({ accountId: caller }, trade_id)));
    // Nobody watches: the commands are all that races.
    await stage.stop();
    stage.clock.advance(1_000);
    const after = open[0]!.entry!.sequence + 10;
    const race = fc.shuffledSubarray(ticks, { minLength: 4 });
    const schedules = fc.sample(race, { seed, numRuns: open.length });
    const submitted = open.flatMap(({ orderId: id, accountId: owner }, at) =>
      schedules[at]!.map((tick) => {
        const slice = sliceOf(owner);
        const input = {
          ...common,
          orderId: id,
          accountId: owner,
          exposureId: exposureIdOf({ coin: 'BTC', book: 'real', slice }),
          tick: { ...tick, sequence: after + tick.sequence, publishedAt: stage.clock.now() },
        };
        return () =>
          stage.ledger.lanes.submit({
            command: endPosition,
            accountId: owner,
            book: 'real',
            input,
            receivedAt: stage.clock.now(),
          });
      }),
    );
    await Promise.all(submitted.map((submit) => submit()));
    const ended = await stage.list(caller, 3);
    const lost = await stage.list(caller, 4);
    const total = await stage.ledger.pool.query<{ ended: number }>(
      `select count(*) as ended from contract_orders where state = 'ended'`,
    );
    assert.equal(total.rows[0]!.ended, 200);
    assert.ok(ended.length > 0 && lost.length > 0);
    for (const order of [...ended, ...lost]) {
      const place = open.findIndex(({ orderId: id }) => order.trade_id.endsWith(wireTail(id)));
      assert.equal(order.exit!.price, formatAmount(schedules[place]![0]!.price));
    }
    await stage.ledger.audit();
  },
);

const wireTail = (id: Uuid): string => wireId('contract', id).slice(4);
