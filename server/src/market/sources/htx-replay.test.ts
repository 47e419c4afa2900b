// The adapter against recorded markets that are replayed with the faults of the real feed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { CoinCode } from '@candor/wire';
import { systemClock } from '../../kit/clock.ts';
import { freePort } from '../../kit/free-ports.test-support.ts';
import { log } from '../../kit/log.ts';
import { createHtxSource } from './htx-source.ts';

const root = join(import.meta.dirname, '../../../..');
const replay = join(root, '../shared/tools/htx-replay.mjs');
let upstream: ChildProcess | undefined;
after(() => upstream?.kill());

test(
  'recorded prices arrive through cuts, stalls, repetitions and corrupt frames',
  { skip: !existsSync(replay) && `no replay at ${replay}` },
  async () => {
    log.setLevel('silent');
    const port = await freePort();
    upstream = spawn(process.execPath, [replay, '--port', String(port), '--faults', '0.25', '--seed', '5'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve) =>
      upstream!.stdout!.on('data', (text) => String(text).startsWith('replaying') && resolve()),
    );
    const source = createHtxSource({
      clock: systemClock,
      websocketUrl: `ws://127.0.0.1:${port}/ws`,
      restUrl: `http://127.0.0.1:${port}`,
    });
    const books = new Set<CoinCode>();
    const tradeIds = new Set<string>();
    let repeated = 0;
    let faults = 0;
    upstream.stdout!.on('data', (text) => (faults += String(text).split('fault:').length - 1));
    source.connect({
      book(coin, book) {
        assert.ok(book.bids[0]![0] < book.asks[0]![0]);
        books.add(coin);
      },
      trades(coin, trades) {
        for (const { tradeId } of trades) {
          if (tradeIds.has(`${coin}${tradeId}`)) repeated++;
          tradeIds.add(`${coin}${tradeId}`);
        }
      },
      detail: () => undefined,
      minute: () => undefined,
      recovered: () => undefined,
    });
    const candles = await source.history('BTC', '1min', 300);
    assert.equal(candles.length, 300);
    assert.equal((await source.history('TON', '1min', 10)).length, 0);
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const counts = source.counts();
    await source.close();
    assert.equal(books.size, 8, 'the eight recorded coins');
    assert.equal(repeated, 0);
    assert.ok(tradeIds.size > 50, `${tradeIds.size} trades`);
    assert.ok(counts.frames > 100, `${counts.frames} frames`);
    assert.ok(counts.opened < 40, `${counts.opened} connections`);
    assert.ok(faults >= 3, `${faults} faults`);
  },
);
