// Random histories on a real database: orders, ticks with jumps of 30 %, closes, stops, margin, cancels, restarts. What every order
// came to is recomputed from the archive by the proof library, which looks at each tick in turn.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyContractReceipt } from '@candor/proof';
import { formatAmount, wad, type Uuid, type Wad } from '@candor/wire';
import fc from 'fast-check';
import { Refusal } from '../src/kit/refuse.ts';
import { openContractsStage } from './support/contracts-stage.ts';
import type { ContractsStage } from './support/contracts-stage.ts';
import { runs, testSeed } from './support/seed.ts';

const seed = testSeed;
let stage: ContractsStage;
before(async () => {
  stage = await openContractsStage({ startMs: Date.UTC(2026, 2, 1, 12), bankroll: '100000000' });
});
after(() => stage.end());

const side = fc.constantFrom('long' as const, 'short' as const);
/** In thousandths of the price. */
const distance = fc.option(fc.integer({ min: 1, max: 40 }));
const which = fc.nat(30);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ order: side, sheets: fc.integer({ min: 1, max: 60 }), takeProfit: distance, stopLoss: distance, limit: fc.option(fc.integer({ min: 1, max: 20 })) }) }, // oxfmt-ignore
  {
    weight: 9,
    arbitrary: fc.record({ move: fc.integer({ min: -12, max: 12 }), afterMs: fc.integer({ min: 60, max: 3_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ move: fc.constantFrom(-300, -30, 30, 300), afterMs: fc.constant(300) }) },
  { weight: 3, arbitrary: fc.record({ close: which, sheets: fc.option(fc.integer({ min: 1, max: 30 })) }) },
  { weight: 2, arbitrary: fc.record({ stops: which, takeProfit: distance, stopLoss: distance }) },
  { weight: 2, arbitrary: fc.record({ margin: which, units: fc.integer({ min: 1, max: 2_000_000 }) }) },
  { weight: 1, arbitrary: fc.record({ cancel: which }) },
  { weight: 2, arbitrary: fc.constant('quiet' as const) },
  { weight: 1, arbitrary: fc.constant('restart' as const) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Cents. */
const text = (price: number): string => formatAmount((BigInt(price) * 10n ** 16n) as Wad);

async function quiet(): Promise<void> {
  for (let rounds = 0; rounds < 4; rounds++) {
    while (stage.ledger.lanes.waiting() > 0) await new Promise((resolve) => setTimeout(resolve, 2));
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}

/** A refusal is an answer like others; anything else that is thrown is not. */
const orRefused = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });

interface Run {
  accounts: [Uuid, Uuid];
  trades: { accountId: Uuid; trade_id: string }[];
  price: number;
}

async function take(run: Run, each: Step, asked: Promise<unknown>[]): Promise<void> {
  const { accounts, trades, price } = run;
  const at = (thousandths: number): string => text(Math.round((price * (1000 + thousandths)) / 1000));
  const stopsOf = (stops: { takeProfit: number | null; stopLoss: number | null }, sign: number) => ({
    ...(stops.takeProfit === null ? {} : { takeProfit: at(sign * stops.takeProfit) }),
    ...(stops.stopLoss === null ? {} : { stopLoss: at(-sign * stops.stopLoss) }),
  });
  const pick = (place: number) => trades[place % Math.max(1, trades.length)];
  if (each === 'quiet') return quiet();
  if (each === 'restart') {
    await Promise.all(asked.splice(0));
    await stage.stop();
    return stage.start();
  }
  if ('order' in each) {
    const accountId = accounts[trades.length % 2]!;
    const sign = each.order === 'long' ? 1 : -1;
    const limit = each.limit === null ? {} : ({ orderType: 'limit', price: at(-sign * each.limit) } as const);
    const wanted = {
      accountId,
      side: each.order,
      sheets: each.sheets,
      price: text(price),
      ...stopsOf(each, sign),
      ...limit,
    };
    asked.push(orRefused(stage.place(wanted).then(({ trade_id }) => trades.push({ accountId, trade_id }))));
  } else if ('move' in each) {
    run.price = Math.max(1_000, Math.round((price * (1000 + each.move)) / 1000));
    stage.tick(text(run.price), each.afterMs);
  } else if ('close' in each) {
    const trade = pick(each.close);
    if (trade) asked.push(orRefused(stage.close(trade, trade.trade_id, each.sheets ?? undefined)));
  } else if ('stops' in each) {
    const trade = pick(each.stops);
    const sign = each.stops % 2 === 0 ? 1 : -1;
    if (trade) asked.push(orRefused(stage.triggers(trade, trade.trade_id, stopsOf(each, sign))));
  } else if ('margin' in each) {
    const trade = pick(each.margin);
    const amount = formatAmount((BigInt(each.units) * 10n ** 14n) as Wad);
    if (trade) asked.push(orRefused(stage.addMargin(trade, trade.trade_id, amount)));
  } else {
    const trade = pick(each.cancel);
    if (trade) asked.push(orRefused(stage.cancel(trade, trade.trade_id)));
  }
}

/** Everything that is still open or waiting comes to an end: by the customer, then by the ticks. */
async function windUp(run: Run): Promise<void> {
  for (const accountId of run.accounts) {
    for (const { trade_id } of await stage.list(accountId, 1)) await orRefused(stage.cancel({ accountId }, trade_id));
  }
  await quiet();
  stage.tick(text(run.price), 6_000);
  await quiet();
  for (let count = 0; count < 4; count++) {
    stage.tick(text(run.price), 300);
    await quiet();
    for (const accountId of run.accounts) {
      for (const { trade_id } of await stage.list(accountId, 2)) await orRefused(stage.close({ accountId }, trade_id));
    }
  }
  for (const { trade_id } of run.trades) await stage.until(trade_id, ({ state }) => state === 'ended');
}

test(
  `whatever happens, every contract ends once, as the archive says, and nobody owes (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    let ended = 0;
    const results = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 90 }), async (steps) => {
        const accounts: [Uuid, Uuid] = [await stage.ledger.pay('5000'), await stage.ledger.pay('5000')];
        const run: Run = { accounts, trades: [], price: 6_000_000 };
        stage.tick('60000');
        const asked: Promise<unknown>[] = [];
        for (const each of steps) await take(run, each, asked);
        await Promise.all(asked);
        await windUp(run);
        for (const { accountId, trade_id } of run.trades) {
          const receipt = await stage.receipt(accountId, trade_id);
          const { accepted_sequence } = receipt.order;
          const archive = await stage.market.tickRun('BTC', accepted_sequence, 1_000_000);
          const { verdict, checks } = verifyContractReceipt(receipt, { trustedKey: stage.publicKey, archive });
          assert.equal(
            verdict,
            'verified',
            JSON.stringify({ failed: checks.filter((check) => !check.ok), receipt: { ...receipt, archive: 0 } }),
          );
          assert.ok(wad(receipt.paid) >= 0n);
          ended++;
          const kind = receipt.cancel_reason ?? receipt.result;
          results.set(kind, (results.get(kind) ?? 0) + 1);
        }
        await stage.ledger.audit();
      }),
      { seed, numRuns: runs(60), endOnFailure: true },
    );
    assert.ok(ended > 200, `only ${ended} contracts`);
    assert.ok(results.size >= 6, JSON.stringify([...results]));
  },
);
