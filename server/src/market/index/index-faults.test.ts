// Six exchanges through their own frames for ten minutes, two of them at a time in some kind of trouble and a tether that slips:
// every price lies where honest ones are, and can be recomputed from what its tick says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInputsFault } from '@candor/proof';
import { formatAmount, wad } from '@candor/wire';
import type { VenueName, Wad } from '@candor/wire';
import { createIndexPrices } from './index-price.ts';
import { quoteOf } from '../sources/venue-fields.ts';
import type { QuoteUpdate, Pair } from '../sources/venue.ts';

const names = ['htx', 'binance', 'okx', 'bybit', 'coinbase', 'kraken'] as const;
const inDollars: readonly VenueName[] = ['coinbase', 'kraken'];
const faults = ['lies', 'lies far', 'repeats itself', 'is late', 'is ahead', 'is crossed', 'is silent'] as const;
type Fault = (typeof faults)[number];
const startMs = 1_000_000_000;
const stepMs = 100;

/** Whole hundredths, the same at every run: a slow wave with a little noise for each exchange. */
const honestAt = (step: number, place: number): bigint =>
  9_000_000n + BigInt(Math.round(Math.sin(step / 400) * 20_000)) + BigInt((step * (place + 3)) % 97);

/** Dollars a tether, in ten-thousandths: from 1 down to 0.9 and back within the ten minutes. */
const tetherAt = (step: number): bigint => 10_000n - BigInt(Math.round(Math.abs(Math.sin(step / 1_900)) * 1_000));

const text = (hundredths: bigint): string => formatAmount((hundredths * 10n ** 16n) as Wad);

/** What an exchange says at a step, with a trouble or without. */
function said(price: bigint, now: number, fault: Fault | undefined): QuoteUpdate | undefined {
  if (fault === 'is silent') return undefined;
  const told = fault === 'lies' ? (price * 104n) / 100n : fault === 'lies far' ? price * 3n : price;
  const [bid, ask] = fault === 'is crossed' ? [told + 100n, told - 100n] : [told - 100n, told + 100n];
  const quote = quoteOf([text(bid), '1'], [text(ask), '2']);
  const sentAt = fault === 'is late' ? now - 60_000 : fault === 'is ahead' ? now + 60_000 : now;
  return { ...(quote && { quote }), sentAt };
}

test('no price of ten minutes is beyond what honest exchanges said, and all follow from their lists', () => {
  const index = createIndexPrices(
    names.map((name) => {
      const isInDollars = inDollars.includes(name);
      const pairs: Set<Pair> = isInDollars ? new Set(['BTC', 'USDT']) : new Set(['BTC']);
      return { name, quotes: isInDollars ? 'USD' : 'USDT', pairs };
    }),
  );
  const frozen = new Map<VenueName, QuoteUpdate>();
  let [judged, without] = [0, 0];
  for (let step = 0; step < 6_000; step++) {
    const now = startMs + step * stepMs;
    // A new pair in trouble each twenty seconds; a quarter of an hour's exclusions pile up meanwhile.
    const round = Math.floor(step / 200);
    const troubled = new Map<VenueName, Fault>();
    if (round % 3 !== 0) {
      troubled.set(names[round % 2]!, faults[round % faults.length]!);
      troubled.set(names[2 + (round % 2)]!, faults[(round + 2) % faults.length]!);
    }
    const honest: bigint[] = [];
    for (const [place, name] of names.entries()) {
      const fault = troubled.get(name);
      const price = honestAt(step, place);
      const isInDollars = inDollars.includes(name);
      if (fault === undefined) honest.push(price);
      if (isInDollars) index.update(name, 'USDT', { quote: quoteOf([text(tetherAt(step) / 100n - 1n), '1'], [text(tetherAt(step) / 100n + 1n), '1'])! }, now); // oxfmt-ignore
      const told = isInDollars ? (price * (tetherAt(step) / 100n)) / 100n : price;
      const fresh = said(told, now, fault);
      const heard = fault === 'repeats itself' ? (frozen.get(name) ?? fresh) : fresh;
      if (heard) {
        frozen.set(name, heard);
        index.update(name, 'BTC', { ...heard, ...(fault === 'repeats itself' && { sentAt: now }) }, now);
      }
    }
    const price = index.priceOf('BTC', now);
    if (!price) {
      without++;
      continue;
    }
    const { inputs, list } = price.name();
    const fault = findInputsFault({
      inputs,
      price: formatAmount(price.price),
      list: list!,
      decimals: 2,
      leastVersion: 2,
    });
    assert.equal(fault, undefined);
    // What is frozen was honest some seconds ago; half a hundredth of a percent is the conversion's and the pause's.
    const sorted = honest.toSorted((left, right) => (left < right ? -1 : 1));
    const slack = 9_000_000n / 2_000n;
    assert.ok(price.price >= wad(text(sorted[0]! - slack)), `${step}: ${price.price} is too low`);
    assert.ok(price.price <= wad(text(sorted.at(-1)! + slack)), `${step}: ${price.price} is too high`);
    judged++;
  }
  assert.ok(judged > 5_500, `${judged} prices, ${without} times none`);
});
