// The index over what two exchanges really said, with a third that lies.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { wad } from '@candor/wire';
import fc from 'fast-check';
import { createIndexPrices } from './index-price.ts';
import { quoteAt } from './market-fixture.ts';
import { bybit } from './sources/bybit.ts';
import { coinbase } from './sources/coinbase.ts';
import type { Heard, Venue } from './sources/venue.ts';

const folder = join(import.meta.dirname, '../../../../shared/data/venues');
const isThere = existsSync(folder);
const startMs = 1_800_000_000_000;

interface Event {
  at: number;
  name: 'bybit' | 'coinbase';
  heard: Heard;
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
        ? [{ at: Math.round(ts * 1_000 + shift), name, heard: moved(said.content, shift) }]
        : [],
    ),
  );
}

const moved = ({ quote, prints, sentAt }: Heard, shift: number): Heard => ({
  ...(quote && { quote }),
  ...(prints && { prints: prints.map(({ price, at }) => ({ price, at: at + shift })) }),
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
            index.hear('htx', 'BTC', quoteAt(String(lies[next % lies.length])), startMs + next * 500);
            index.hear('coinbase', 'USDT', quoteAt('0.9996'), startMs + next * 500);
          }
          index.hear(event.name, 'BTC', event.heard, event.at);
          if (step % 5 !== 0) continue;
          const { price, sources } = index.verdictOf('BTC', event.at);
          const honest = sources.filter(({ source }) => source !== 'htx').flatMap((source) => source.price ?? []);
          if (price === undefined || honest.length < 2) continue;
          judged++;
          const [low, high] = honest[0]! < honest[1]! ? honest : honest.toReversed();
          assert.ok(price > low! - wad('0.01') && price <= high!, `${price} is not between ${low} and ${high}`);
        }
      }),
      { numRuns: 25 },
    );
    assert.ok(judged > 200, `judged ${judged} times only`);
  },
);
