// A client written for HTX (our own adapter, which knows nothing of this server) against /ws and /market as they are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { candlePeriods, coinCodes, getCorrections, getIndexSources, createClient } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import { systemClock } from '../src/kit/clock.ts';
import { createHtxSource } from '../src/market/sources/htx-source.ts';
import { got, liveMarket, openRunningApp } from './support/running-app.ts';
import type { RunningApp } from './support/running-app.ts';

let app: RunningApp;
before(async () => {
  // A quiet coin may go without a trade for longer than anybody wants to wait here.
  app = await openRunningApp({ settings: { ...liveMarket, SIMULATED_RESTLESS: 'on', SIMULATED_HISTORY: '600' } });
});
after(() => app.close());

test('it gets books, trades, figures and candles of every coin, each message as it expects it', async (context) => {
  const source = createHtxSource({
    clock: systemClock,
    websocketUrl: `${app.url.replace('http', 'ws')}/ws`,
    restUrl: app.url,
  });
  context.after(() => source.close());
  const heard = { books: new Set<CoinCode>(), trades: new Set<CoinCode>(), details: new Set<CoinCode>() };
  const tradeIds = new Set<string>();
  let repeated = 0;
  source.connect({
    book: (coin) => void heard.books.add(coin),
    trades(coin, trades) {
      heard.trades.add(coin);
      for (const { tradeId } of trades) {
        if (tradeIds.has(`${coin} ${tradeId}`)) repeated++;
        tradeIds.add(`${coin} ${tradeId}`);
      }
    },
    detail: (coin) => void heard.details.add(coin),
    minute: () => undefined,
    recovered: () => assert.fail('nothing was interrupted'),
  });
  const isComplete = () => Object.values(heard).every(({ size }) => size === coinCodes.length);
  for (const end = performance.now() + 15_000; !isComplete() && performance.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const [kind, coins] of Object.entries(heard)) {
    assert.deepEqual(
      coinCodes.filter((coin) => !coins.has(coin)),
      [],
      `without ${kind}`,
    );
  }
  assert.equal(repeated, 0);
  const { opened, corrupt, errors, unreadable, dropped } = source.counts();
  assert.deepEqual(
    { opened, corrupt, errors, unreadable, dropped },
    { opened: 6, corrupt: 0, errors: 0, unreadable: 0, dropped: 0 },
  );
  for (const period of candlePeriods) {
    const candles = await source.history('BTC', period, 50);
    assert.ok(candles.length > 0, period);
    const starts = candles.map(({ start }) => start);
    assert.deepEqual(
      starts,
      starts.toSorted((left, right) => left - right),
    );
  }
});

test('what is ours beside it answers over HTTP, and operators are refused as long as there are none', async () => {
  const client = createClient({ baseUrl: app.url });
  const { sources, price } = got(await client.call(getIndexSources, { coin: 'BTC' }));
  assert.deepEqual(
    sources.map(({ source, standing }) => [source, standing]),
    [['simulated', 'in']],
  );
  assert.equal(typeof price, 'string');
  assert.deepEqual(got(await client.call(getCorrections, {})), { corrections: [] });
});
