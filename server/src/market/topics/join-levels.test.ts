import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coins, depthSteps, formatAmount } from '@candor/wire';
import type { Wad } from '@candor/wire';
import fc from 'fast-check';
import { depthView, levelsMax } from './join-levels.ts';
import type { Book, Level } from '../sources/source.ts';
import { sharedMove, simulatedMarket } from '../sources/simulated-market.ts';
import { runs } from '../../../test/support/seed.ts';

test('joined books stay sorted and uncrossed, never better than the true one, within their length', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...coins),
      fc.constantFrom(...depthSteps),
      fc.integer({ min: 1.7e12, max: 1.8e12 }),
      (coin, step, at) => {
        const book = simulatedMarket({ seed: 1, coin, marketMove: sharedMove(1) }).book(at);
        const { bids, asks } = depthView(book, step, coin.priceDecimals);
        const unit = 10n ** BigInt(18 - coin.priceDecimals + depthSteps.indexOf(step));
        assert.ok(bids.length <= levelsMax[step] && asks.length <= levelsMax[step] && asks.length > 0);
        for (const [price] of [...bids, ...asks]) assert.equal(price % unit, 0n);
        for (let place = 1; place < bids.length; place++) assert.ok(bids[place]![0] < bids[place - 1]![0]);
        for (let place = 1; place < asks.length; place++) assert.ok(asks[place]![0] > asks[place - 1]![0]);
        if (bids[0]) assert.ok(bids[0][0] <= book.bids[0]![0]);
        assert.ok(asks[0]![0] >= book.asks[0]![0]);
      },
    ),
    { numRuns: runs(200) },
  );
});

test('sizes of joined levels add up', () => {
  const level = (price: string, size: number): Level => [
    (BigInt(Math.round(parseInt(price, 10) * 100)) * 10n ** 16n) as Wad,
    BigInt(size) as Wad,
  ];
  const book: Book = {
    bids: [level('109', 1), level('101', 2), level('99', 4)],
    asks: [level('110', 1), level('111', 2), level('119', 4), level('121', 8)],
    version: 1,
    at: 1,
  };
  const view = depthView(book, 'step3', 2);
  const shown = (levels: readonly Level[]) => levels.map(([price, size]) => `${formatAmount(price)} ${size}`);
  assert.deepEqual(shown(view.bids), ['100 3', '90 4']);
  assert.deepEqual(shown(view.asks), ['110 1', '120 6', '130 8']);
});
