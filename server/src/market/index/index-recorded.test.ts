// The index over what two exchanges really said, with a third that lies.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { wad } from '@candor/wire';
import fc from 'fast-check';
import { createIndexPrices } from './index-price.ts';
import { quoteAt } from '../market-fixture.test-support.ts';
import { bybit } from '../sources/bybit.ts';
import { coinbase } from '../sources/coinbase.ts';
import type { QuoteUpdate, Venue } from '../sources/venue.ts';
import { runs } from '../../../test/support/seed.ts';

const folder = join(import.meta.dirname, '../../../../../shared/data/venues');
const isThere = existsSync(folder);
const startMs = 1_800_000_000_000;

interface Event {
  at: number;
  name: 'bybit' | 'coinbase';
  received: QuoteUpdate;
}

/** What an exchange said of bitcoin, moved in time to `startMs`. */
function recorded(venue: Venue, name: Event['name'], symbol: string): Event[] {
  const lines = gunzipSync(readFileSync(join(folder, `${name}-2026-08-09.jsonl.gz`)))
    .toString()
    .trim()
    .split('\n');
  const frames = lines
    .map((line) => JSON.parse(line) as { t: string; ts: number; data: string })
    .filter(({ t }) => t === 'recv');
  const shift = startMs - frames[0]!.ts * 1_000;
  const { read } = venue.createProtocol();
  return frames.flatMap(({ ts, data }) =>
    read(Buffer.from(data)).flatMap((said): Event[] =>
      said.kind === 'push' && venue.symbolOf(said.topic) === symbol
        ? [{ at: Math.round(ts * 1_000 + shift), name, received: moved(said.content, shift) }]
        : [],
    ),
  );
}

const moved = ({ quote, prints, sentAt }: QuoteUpdate, shift: number): QuoteUpdate => ({
  ...(quote && { quote }),
  ...(prints && { prints: prints.map((print) => ({ ...print, at: print.at + shift })) }),
  ...(sentAt !== undefined && { sentAt: sentAt + shift }),
});

test(
  'a liar beside two recorded exchanges never moves the index beyond them',
  { skip: !isThere && `no recordings at ${folder}` },
  () => {
    const events = [...recorded(bybit, 'bybit', 'BTCUSDT'), ...recorded(coinbase, 'coinbase', 'BTC-USD')];
    events.sort((left, right) => left.at - right.at);
    const lie = fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 64_400, max: 65_800 }));
    let judged = 0;
    fc.assert(
      fc.property(fc.array(lie, { minLength: 5, maxLength: 60 }), (lies) => {
        const index = createIndexPrices([
          { name: 'htx', quotes: 'USDT', pairs: new Set(['BTC']) },
          { name: 'bybit', quotes: 'USDT', pairs: new Set(['BTC']) },
          { name: 'coinbase', quotes: 'USD', pairs: new Set(['BTC', 'USDT']) },
        ]);
        let next = 0;
        for (const [step, event] of events.entries()) {
          for (; next * 500 <= event.at - startMs; next++) {
            index.update('htx', 'BTC', quoteAt(String(lies[next % lies.length])), startMs + next * 500);
            index.update('coinbase', 'USDT', quoteAt('0.9996'), startMs + next * 500);
          }
          index.update(event.name, 'BTC', event.received, event.at);
          if (step % 5 !== 0) continue;
          const { price, sources } = index.verdictOf('BTC', event.at);
          const honest = sources.filter(({ source }) => source !== 'htx').flatMap((source) => source.price ?? []);
          if (price === undefined || honest.length < 2) continue;
          judged++;
          const [low, high] = honest[0]! < honest[1]! ? honest : honest.toReversed();
          assert.ok(price > low! - wad('0.01') && price <= high!, `${price} is not between ${low} and ${high}`);
        }
      }),
      { numRuns: runs(25) },
    );
    assert.ok(judged > runs(200), `judged ${judged} times only`);
  },
);

for (const coin of ['BTC', 'ETH', 'SOL'] as const) {
  test(
    `recorded exchanges are never taken for frozen, though others move all the time: ${coin}`,
    { skip: !isThere && `no recordings at ${folder}` },
    () => {
      const events = [...recorded(bybit, 'bybit', `${coin}USDT`), ...recorded(coinbase, 'coinbase', `${coin}-USD`)];
      events.sort((left, right) => left.at - right.at);
      const pairs = new Set([coin]);
      const index = createIndexPrices([
        { name: 'htx', quotes: 'USDT', pairs },
        { name: 'okx', quotes: 'USDT', pairs },
        { name: 'bybit', quotes: 'USDT', pairs },
        { name: 'coinbase', quotes: 'USD', pairs: new Set([coin, 'USDT']) },
      ]);
      const standings = new Map<string, number>();
      for (const [step, event] of events.entries()) {
        for (const name of ['htx', 'okx'] as const) {
          index.update(name, coin, quoteAt(String(1_000 + (step % 9))), event.at);
        }
        index.update('coinbase', 'USDT', quoteAt('0.9996'), event.at);
        index.update(event.name, coin, event.received, event.at);
        for (const { source, standing } of index.verdictOf(coin, event.at).sources) {
          if (source === 'bybit' || source === 'coinbase') standings.set(standing, (standings.get(standing) ?? 0) + 1);
        }
      }
      assert.equal(standings.get('frozen'), undefined);
      assert.ok(events.length > 20 && [...standings.keys()].some((standing) => standing !== 'silent'));
    },
  );
}
