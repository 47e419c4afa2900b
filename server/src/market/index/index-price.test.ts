// The index of a coin out of made streams: liars, stalls, frozen and skewed clocks, tethers that slip.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInputsFault } from '@candor/proof';
import { formatAmount, wad } from '@candor/wire';
import type { IndexSourceName, SourceStanding, Wad } from '@candor/wire';
import fc from 'fast-check';
import { createIndexPrices } from './index-price.ts';
import type { IndexPrices, IndexSourceFacts } from './index-price.ts';
import { quoteAt } from '../market-fixture.test-support.ts';
import type { Pair } from '../sources/venue.ts';

const tethers = (name: IndexSourceName): IndexSourceFacts => ({ name, quotes: 'USDT', pairs: new Set(['BTC']) });
const dollars = (name: IndexSourceName): IndexSourceFacts => ({ name, quotes: 'USD', pairs: new Set(['BTC', 'USDT']) });
const standard = [tethers('htx'), tethers('binance'), tethers('okx'), dollars('coinbase'), dollars('kraken')];

interface Said {
  pair?: Pair;
  price: string;
}
function say(index: IndexPrices, now: number, prices: Partial<Record<IndexSourceName, Said | Said[]>>): void {
  for (const [source, said] of Object.entries(prices)) {
    for (const { pair = 'BTC', price } of [said].flat())
      index.update(source as IndexSourceName, pair, quoteAt(price, now), now);
  }
}
const standingsOf = (index: IndexPrices, now: number): Partial<Record<IndexSourceName, SourceStanding>> =>
  Object.fromEntries(index.verdictOf('BTC', now).sources.map(({ source, standing }) => [source, standing]));
const priceOf = (index: IndexPrices, now: number): string | undefined => {
  const price = index.priceOf('BTC', now)?.price;
  return price === undefined ? undefined : formatAmount(price);
};
const rate = (price: string): Said => ({ pair: 'USDT', price });

test('a single source gives its price rounded down, and names itself', () => {
  const index = createIndexPrices([tethers('htx')]);
  index.update('htx', 'BTC', { prints: [{ price: wad('90000.129'), amount: wad('1'), at: 1_000 }] }, 1_000);
  const price = index.priceOf('BTC', 1_000)!;
  assert.equal(formatAmount(price.price), '90000.12');
  assert.deepEqual(price.name(), { inputs: 'htx', list: undefined });
  assert.equal(price.sourceAt, 1_000);
});

test('the list of a tick names every source, and the price can be recomputed from it', () => {
  const index = createIndexPrices(standard);
  const now = 1_000_000;
  say(index, now, {
    htx: { price: '90000' },
    binance: { price: '90010' },
    okx: { price: '99000' },
    coinbase: [{ price: '89990' }, rate('0.9998')],
  });
  const price = index.priceOf('BTC', now)!;
  const { inputs, list } = price.name();
  assert.match(inputs, /^binance\+coinbase\+htx [0-9a-f]{32}$/);
  assert.equal(
    list,
    'v2 binance:in:90010 coinbase:in:90008.0016:89990:0.9998 htx:in:90000 kraken:silent okx:outlier:99000',
  );
  const tick = { inputs, price: formatAmount(price.price), list: list!, decimals: 2 };
  assert.equal(findInputsFault(tick), undefined);
  for (const changed of [
    { ...tick, price: '90010.01' },
    { ...tick, list: list!.replace('90000', '90001') },
    { ...tick, list: list!.replace(' kraken:silent', '') },
    { ...tick, inputs: inputs.replace('+htx', '') },
    { ...tick, list: 'nonsense' },
  ]) {
    assert.ok(findInputsFault(changed), JSON.stringify(changed));
  }
});

test('dollars are converted: a tether that slips by a tenth does not leak into the price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 900, max: 1_100 }), (perMille) => {
      const index = createIndexPrices(standard);
      const tether = formatAmount((BigInt(perMille) * 10n ** 15n) as Wad);
      const inDollars = formatAmount((BigInt(perMille) * 90n * 10n ** 18n) as Wad);
      for (let now = 1_000; now <= 3_000; now += 1_000) {
        say(index, now, {
          htx: { price: '90000' },
          binance: { price: '90000' },
          okx: { price: '90000' },
          coinbase: [{ price: inDollars }, rate(tether)],
          kraken: [{ price: inDollars }, rate(tether)],
        });
        const all = index.verdictOf('BTC', now);
        assert.ok(all.sources.every(({ standing }) => standing === 'in'));
        assert.equal(priceOf(index, now), '90000');
      }
    }),
  );
});

test('quotes in dollars without a rate that can be trusted do not count', () => {
  const index = createIndexPrices(standard);
  const tetherPrices = { htx: { price: '100' }, binance: { price: '100' }, okx: { price: '100' } };
  say(index, 1_000, { ...tetherPrices, coinbase: { price: '90' }, kraken: [{ price: '90' }, rate('0.9')] });
  assert.equal(standingsOf(index, 1_000).coinbase, 'unconverted', 'no rate of its own');
  assert.equal(standingsOf(index, 1_000).kraken, 'in');
  say(index, 32_000, { ...tetherPrices, coinbase: [{ price: '100' }, rate('1')], kraken: { price: '90' } });
  const standings = standingsOf(index, 32_000);
  assert.deepEqual([standings.coinbase, standings.kraken], ['in', 'unconverted'], 'a rate of half a minute ago');
  assert.equal(priceOf(index, 32_000), '100');
});

test("a liar's tether rate moves nobody's price but its own", () => {
  const index = createIndexPrices([tethers('htx'), dollars('coinbase'), dollars('kraken')]);
  say(index, 1_000, {
    htx: { price: '100' },
    coinbase: [{ price: '100' }, rate('1')],
    kraken: [{ price: '100' }, rate('0.991')],
  });
  const { sources } = index.verdictOf('BTC', 1_000);
  assert.equal(formatAmount(sources.find(({ source }) => source === 'coinbase')!.price!), '100');
});

/** Five honest markets that move a little each half second, for some seconds; one of them is spoilt from the third on. */
function run(
  spoil: (index: IndexPrices, now: number, honest: string) => void,
  seconds = 9,
): { index: IndexPrices; now: number } {
  const names = ['htx', 'binance', 'okx', 'bybit', 'kraken'] as const;
  const index = createIndexPrices(names.map(tethers));
  let now = 1_000_000;
  for (let step = 0; step <= seconds * 2; step++, now += 500) {
    const honest = formatAmount((wad('90000') + BigInt(step % 5) * 10n ** 18n) as Wad);
    for (const name of names.slice(1)) index.update(name, 'BTC', quoteAt(honest, now), now);
    if (step < 6) index.update('htx', 'BTC', quoteAt(honest, now), now);
    else spoil(index, now, honest);
    index.verdictOf('BTC', now);
  }
  return { index, now: now - 500 };
}

for (const [fault, standing, spoil] of [
  ['stalled', 'silent', () => undefined],
  ['frozen', 'frozen', (index, now) => index.update('htx', 'BTC', quoteAt('90002', now), now)],
  ['frozen with its clock', 'clock', (index, now) => index.update('htx', 'BTC', quoteAt('90002', 1_002_000), now)],
  ['spiking', 'outlier', (index, now) => index.update('htx', 'BTC', quoteAt(`9300${(now / 500) % 7}`, now), now)],
  ['an hour late', 'clock', (index, now, honest) => index.update('htx', 'BTC', quoteAt(honest, now - 3_600_000), now)],
  ['ahead of time', 'clock', (index, now, honest) => index.update('htx', 'BTC', quoteAt(honest, now + 7_000), now)],
] as [string, SourceStanding, (index: IndexPrices, now: number, honest: string) => void][]) {
  test(`a source that is ${fault} is out within 6 s, and the others go on`, () => {
    const { index, now } = run(spoil);
    assert.equal(standingsOf(index, now).htx, standing);
    assert.ok(index.priceOf('BTC', now));
  });
}

/** Four markets that move a little each half second for 50 s, and a fifth that has a book and trades of its own. */
function watchFifth(fifth: (index: IndexPrices, now: number, step: number) => void): SourceStanding[] {
  const names = ['binance', 'okx', 'bybit', 'kraken'] as const;
  const index = createIndexPrices([...names.map(tethers), tethers('htx')]);
  const standings: SourceStanding[] = [];
  for (let step = 0, now = 1_000_000; step <= 100; step++, now += 500) {
    const honest = formatAmount((wad('90000') + BigInt(step % 5) * 10n ** 18n) as Wad);
    for (const name of names) index.update(name, 'BTC', quoteAt(honest, now), now);
    fifth(index, now, step);
    standings.push(standingsOf(index, now).htx!);
  }
  return standings;
}
const trade = (price: string, amount: string, at: number) => ({
  prints: [{ price: wad(price), amount: wad(amount), at }],
  sentAt: at,
});

test('the same trade again and again, with new numbers and times, is frozen', () => {
  const standings = watchFifth((index, now) => {
    index.update('htx', 'BTC', quoteAt('90002', now), now);
    index.update('htx', 'BTC', trade('90002', '0.5', now), now);
  });
  assert.deepEqual(new Set(standings.slice(0, 10)), new Set(['in']));
  assert.deepEqual(new Set(standings.slice(12)), new Set(['frozen']));
});

test('so is the same book again and again while trades go round and round', () => {
  const standings = watchFifth((index, now, step) => {
    index.update('htx', 'BTC', quoteAt('90002', now), now);
    index.update('htx', 'BTC', trade(`9000${step % 3}`, '0.5', now), now);
  });
  assert.deepEqual(new Set(standings.slice(0, 30)), new Set(['in']));
  assert.deepEqual(new Set(standings.slice(32)), new Set(['frozen']));
});

test('a quiet market that is honest is not: trades change its book, and a book that is told once is not told again', () => {
  const trading = watchFifth((index, now, step) => {
    const { quote } = quoteAt('90002', now);
    if (step % 4 === 0) index.update('htx', 'BTC', trade('90002', '0.5', now), now);
    // At the same prices all the time; what was traded is missing from the size.
    const bidSize = wad(String(200 - Math.ceil((step + 1) / 4)));
    index.update('htx', 'BTC', { quote: { ...quote!, bidSize }, sentAt: now }, now);
  });
  assert.deepEqual(new Set(trading), new Set(['in']));
  const tradesOnly = watchFifth((index, now, step) => {
    if (step === 0) index.update('htx', 'BTC', quoteAt('90002', now), now);
    if (step % 6 === 0) index.update('htx', 'BTC', trade('90002', `0.${(step % 7) + 1}`, now), now);
  });
  assert.deepEqual(new Set(tradesOnly), new Set(['in']));
});

test('two liars do not make the price of a market whose honest sources repeat themselves', () => {
  const names = ['binance', 'okx', 'bybit'] as const;
  const index = createIndexPrices([...names, 'htx' as const, 'kraken' as const].map(tethers));
  for (let step = 0, now = 1_000_000; step <= 60; step++, now += 500) {
    for (const name of names) index.update(name, 'BTC', quoteAt('90000', now), now);
    // Below what would make them outliers at once; then away, once the others count as frozen.
    const lie = formatAmount((wad('90000') + BigInt(step < 20 ? step : step * 60) * 10n ** 18n) as Wad);
    for (const name of ['htx', 'kraken'] as const) index.update(name, 'BTC', quoteAt(lie, now), now);
    const price = index.priceOf('BTC', now)?.price;
    assert.ok(price === undefined || price <= wad('90020'), `step ${step}: ${price}`);
  }
});

test('a source that spikes is out at once, and stays out for a quarter of an hour', () => {
  const index = createIndexPrices([tethers('htx'), tethers('binance'), tethers('okx')]);
  const others = { binance: { price: '100' }, okx: { price: '100.1' } };
  say(index, 1_000, { ...others, htx: { price: '100.05' } });
  assert.equal(priceOf(index, 1_000), '100.05');
  say(index, 1_100, { ...others, htx: { price: '102' } });
  assert.equal(priceOf(index, 1_100), '100.1');
  for (let now = 2_000; now < 1_100 + 15 * 60_000; now += 1_000) {
    say(index, now, { ...others, htx: { price: '100.05' } });
    assert.equal(standingsOf(index, now).htx, 'outlier');
    assert.ok(priceOf(index, now));
  }
  say(index, 902_000, { ...others, htx: { price: '100.05' } });
  assert.equal(standingsOf(index, 902_000).htx, 'in');
});
