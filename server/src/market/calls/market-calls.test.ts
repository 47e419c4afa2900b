import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCoins, wad } from '@candor/wire';
import type { CoinListEntry } from '@candor/wire';
import type { CallContext } from '../../kit/feature.ts';
import type { MarketView } from '../topics/market-view.ts';
import { marketCalls } from './market-calls.ts';

test('the list of coins gives dollars by the rate of who quotes them and counts', async () => {
  const source = (standing: string, rate: string) => ({ standing, converted: { quoted: wad('1'), rate: wad(rate) } });
  const sources = [source('in', '0.9'), source('outlier', '9'), { standing: 'in' }];
  const view = {
    market: { source: 'htx', state: () => 'live' },
    clock: { now: () => 0 },
    series: { isCorrected: () => false },
    index: { verdictOf: () => ({ sources }) },
    price: () => wad('90000'),
    day: () => undefined,
  } as unknown as MarketView;
  const calls = marketCalls({ view, pool: {} as never, countUsers: () => Promise.resolve(0) });
  const list = calls.find(({ call }) => call === listCoins)!;
  const dollars = async () => ((await list.handle({}, {} as CallContext)) as CoinListEntry[])[0]!.dol;
  assert.equal(await dollars(), '81000');
  sources.splice(0, 1);
  assert.equal(await dollars(), null);
});
