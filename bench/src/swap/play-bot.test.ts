import assert from 'node:assert/strict';
import { test } from 'node:test';
import { swapTerms, type Wad } from '@candor/wire';
import { playBot, type BotMarket } from './play-bot.ts';

/** A price that goes a little up or down at each tick, by chance and so that nobody can know which (Park and Miller's generator, 1988). */
function chance(seed: number, length: number): BotMarket {
  let state = seed;
  let price = 50_000_00n;
  const prices = Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    price += BigInt((state % 1_001) - 500);
    return (price * 10n ** 16n) as Wad;
  });
  return { coin: 'BTC', prices, tickMs: 250 };
}

test('whoever is half a second ahead wins by quotes that fill themselves, and nothing by ticks of the next moment', () => {
  assert.ok(swapTerms.fillDelayMs > 500);
  const totals = { tick: { gained: 0n, turnover: 0n }, quote: { gained: 0n, turnover: 0n } };
  for (let seed = 1; seed <= 8; seed++) {
    const market = chance(seed * 7_919, 40_000);
    for (const decidedBy of ['tick', 'quote'] as const) {
      const { gained, turnover, swaps } = playBot(market, { aheadMs: 500, decidedBy });
      assert.ok(swaps > 5_000, `${swaps}`);
      totals[decidedBy].gained += gained;
      totals[decidedBy].turnover += turnover;
    }
  }
  const millionths = ({ gained, turnover }: { gained: bigint; turnover: bigint }): bigint => (gained * 1_000_000n) / turnover; // oxfmt-ignore
  assert.ok(millionths(totals.quote) > 20n, `by quotes ${millionths(totals.quote)}`);
  assert.ok(millionths(totals.tick) <= 0n, `by ticks ${millionths(totals.tick)}`);
});
