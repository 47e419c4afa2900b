// Whatever an account does, what the house has set aside for it is bounded by its own money: random lives of one account in a house of
// its own, decided as the lanes decide, with every balance and reserve in memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, wad, zero, type Uuid, type Wad } from '@candor/wire';
import fc from 'fast-check';
import { accountOrders } from '../src/contracts/account-orders.ts';
import { addMargin, cancelOrder, changeTriggers, requestClose } from '../src/contracts/change-position.ts';
import { endPosition } from '../src/contracts/end-position.ts';
import { fillContract } from '../src/contracts/fill-order.ts';
import { contractExposures, exposureIdOf, newExposure } from '../src/contracts/house-limit.ts';
import { contractOrders, type ContractOrder, type ContractsConfig } from '../src/contracts/order.ts';
import { placeContract } from '../src/contracts/place-order.ts';
import { marginOf } from '../src/contracts/rules.ts';
import { Refusal } from '../src/kit/refuse.ts';
import { BatchState } from '../src/ledger/batch-state.ts';
import { InsufficientHouseFunds, type Command, type Decision } from '../src/ledger/command.ts';
import { sliceOf } from '../src/ledger/slices.ts';
import { runs, testSeed } from './support/seed.ts';

const seed = testSeed;
const config: ContractsConfig = {
  version: 2,
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
  restingMax: 10,
  ordersMax: 20,
  restingShareMax: wad('0.05'),
  limitExpiryMs: 60_000,
  isOffered: true,
};
const accountId = '00000000-0000-7000-8000-000000000001' as Uuid;
const place = { coin: 'BTC', book: 'real', slice: sliceOf(accountId) } as const;
const exposureId = exposureIdOf(place);
const sheetSize = wad('0.001');
const house = (bucket: 'bankroll' | 'contracts-reserve' | 'fees', balance: Wad) => ({ bucket, coin: 'USDT' as const, book: 'real' as const, slice: place.slice, balance }); // oxfmt-ignore

/** One account with its money in a house of one slice. */
function openHouse(money: Wad, bankroll: Wad) {
  let ids = 0;
  let sequence = 1;
  const at = { now: 1_000_000 };
  const clock = { get now() { return at.now; }, newId: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}` as Uuid }; // oxfmt-ignore
  const state = new BatchState(clock);
  state.addBalances([{ accountId, coin: 'USDT', book: 'real', amounts: { available: money, reserved: zero, margin: zero, staked: zero }, version: 0 }]); // oxfmt-ignore
  state.addHouse([house('bankroll', bankroll), house('contracts-reserve', zero), house('fees', zero)]);
  state.addRows(contractExposures, [{ row: newExposure(place), version: 0 }]);
  const known: Uuid[] = [];

  function run<Input, Reply>(command: Command<Input, Reply>, input: Input): Reply | Refusal {
    const submission = { command, accountId, book: 'real', input, receivedAt: at.now } as never;
    const answer = command.decide(input, state.view(submission));
    const decided = answer instanceof InsufficientHouseFunds ? answer.otherwise : answer;
    if (decided instanceof Refusal) return decided;
    state.apply(submission, decided as Decision<unknown>);
    return decided.reply;
  }
  const view = () => state.view({ command: { name: 'look' }, accountId, book: 'real' } as never);
  const order = (id: Uuid): ContractOrder => view().row(contractOrders, id)!;
  return {
    run,
    view,
    at,
    known,
    tick: (price: Wad) => ({ sequence: (sequence += 5), price, publishedAt: (at.now += 300) }),
    newest: () => sequence,
    orders: () => known.map(order),
  };
}

type World = ReturnType<typeof openHouse>;
const priceOf = (dollars: number): Wad => wad(String(dollars));
const step = (orderId: Uuid) => ({ orderId, accountId, coin: 'BTC' as const, exposureId, config, stressRate: config.stressRate }); // oxfmt-ignore

const which = fc.nat(30);
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ side: fc.constantFrom('long' as const, 'short' as const), isLimit: fc.boolean(), away: fc.integer({ min: 1, max: 499 }), lever: fc.constantFrom(1, 5, 20, 50), sheets: fc.integer({ min: 1, max: 300 }) }) }, // oxfmt-ignore
  { weight: 5, arbitrary: fc.record({ tick: fc.integer({ min: -60, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ tick: fc.constantFrom(-400, 400) }) },
  { weight: 2, arbitrary: fc.record({ close: which, share: fc.constantFrom(1, 2, 3) }) },
  { weight: 2, arbitrary: fc.record({ cancel: which }) },
  { weight: 1, arbitrary: fc.record({ stops: which }) },
  { weight: 1, arbitrary: fc.record({ margin: which, units: fc.integer({ min: 1, max: 50 }) }) },
  { weight: 1, arbitrary: fc.constant('wait' as const) },
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

function take(world: World, each: Act, price: { dollars: number }): void {
  const { run, known, at, newest } = world;
  const now = priceOf(price.dollars);
  const asked = { receivedAt: at.now, acceptedSequence: newest() };
  const request = (place: number) => ({ ...step(known[place % known.length]!), asked, price: now });
  if (each === 'wait') {
    at.now += 70_000;
  } else if ('side' in each) {
    const { side, isLimit, away, lever, sheets } = each;
    const distance = Math.trunc((price.dollars * away) / 1_000);
    const tradePrice = isLimit ? priceOf(price.dollars + (side === 'long' ? -distance : distance)) : now;
    const reply = run(placeContract, {
      accountId, isVerified: true, book: 'real', coin: 'BTC', side, orderType: isLimit ? 'limit' : 'market', lever, sheets, sheetSize, tradePrice,
      claimedMargin: marginOf({ sheets, sheetSize, price: tradePrice, lever }), takeProfit: null, stopLoss: null, config, asked,
      newestPrice: now, marketState: 'live',
    }); // oxfmt-ignore
    if (!(reply instanceof Refusal)) known.push(reply.orderId);
  } else if ('tick' in each) {
    price.dollars = Math.max(1_000, Math.trunc((price.dollars * (1_000 + each.tick)) / 1_000));
  } else if (known.length === 0) {
    return;
  } else if ('close' in each) {
    const { openSheets } = world.orders()[each.close % known.length]!;
    run(requestClose, { ...request(each.close), sheets: Math.max(1, Math.trunc(openSheets / each.share)) });
  } else if ('cancel' in each) {
    run(cancelOrder, request(each.cancel));
  } else if ('stops' in each) {
    run(changeTriggers, { ...request(each.stops), takeProfit: priceOf(price.dollars + 900), stopLoss: null });
  } else {
    run(addMargin, { ...request(each.margin), amount: wad(String(each.units)) });
  }
}

/** What the tick does to everything that is open, as the engine would. */
function meetTick(world: World, dollars: number): void {
  const tick = world.tick(priceOf(dollars));
  for (const { orderId, state } of world.orders()) {
    if (state === 'waiting') world.run(fillContract, { ...step(orderId), tick, price: tick.price });
    else if (state === 'open') world.run(endPosition, { ...step(orderId), tick });
  }
}

const one = 10n ** 18n;

/**
 * Stress rate × lever × margin of each order; of a position, at the highest price that the coin has had, for which it was set aside at
 * some command and which may have gained it that much.
 */
function boundOf(orders: readonly ContractOrder[], peak: Wad): bigint {
  let bound = 0n;
  for (const { state, lever, margin, openSheets, openMargin } of orders) {
    if (state === 'ended') continue;
    const agreed = BigInt(lever) * (state === 'waiting' ? margin : openMargin);
    const atPeak = state === 'waiting' ? 0n : (BigInt(openSheets) * sheetSize * peak) / one;
    bound += ((atPeak > agreed ? atPeak : agreed) * config.stressRate) / one + 1n;
  }
  return bound;
}

test(`what is set aside for an account is within its own margins at stress rate × lever, whatever it does (seed ${seed})`, () => {
  let placed = 0;
  fc.assert(
    fc.property(
      fc.array(act, { minLength: 10, maxLength: 80 }),
      fc.integer({ min: 10, max: 50_000 }),
      (acts, money) => {
        const [balance, bankroll] = [wad(String(money)), wad('1000000')];
        const world = openHouse(balance, bankroll);
        const price = { dollars: 60_000 };
        let peak = price.dollars;
        for (const each of acts) {
          take(world, each, price);
          peak = Math.max(peak, price.dollars);
          meetTick(world, price.dollars);
          const view = world.view();
          const held = view.house('contracts-reserve', 'USDT');
          const orders = world.orders();
          const bound = boundOf(orders, priceOf(peak));
          assert.ok(held <= bound, `${formatAmount(held)} is held, the bound is ${formatAmount(bound as Wad)}`);
          assert.equal(held, view.row(contractExposures, exposureId)!.reserved);
          const live = orders.filter(({ state }) => state !== 'ended');
          const resting = live.filter(({ state, orderType }) => state === 'waiting' && orderType === 'limit');
          const counted = view.row(accountOrders, accountId) ?? { liveOrders: 0, restingOrders: 0, restingValue: zero };
          assert.deepEqual([counted.liveOrders, counted.restingOrders], [live.length, resting.length]);
          assert.ok(live.length <= config.ordersMax && resting.length <= config.restingMax);
          // While nothing is open, five times what the account has by now and 5 % of the house are both out of its reach.
          if (live.length === resting.length) {
            const { available, reserved, margin } = view.balance('USDT');
            assert.ok(held <= 5n * (available + reserved + margin), `${formatAmount(held)} of resting orders`);
            assert.ok(held * 19n <= bankroll + balance, `${formatAmount(held)} of resting orders`);
          }
          if (live.length === 0) assert.deepEqual([held, counted.restingValue], [0n, 0n]);
        }
        placed += world.known.length;
      },
    ),
    { seed, numRuns: runs(1_500) },
  );
  assert.ok(placed > runs(5_000), `only ${placed} orders`);
});
