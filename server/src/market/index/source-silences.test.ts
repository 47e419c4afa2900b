import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSourceSilences } from './source-silences.ts';

test('a silence lasts from the first look without a price to the last one', () => {
  const silences = createSourceSilences();
  for (const at of [1_000, 1_020, 3_000]) silences.note('BTC', at, false);
  silences.note('BTC', 3_020, true);
  assert.equal(silences.silentMs('BTC', { fromMs: 0, toMs: 10_000 }), 2_000);
  assert.equal(silences.silentMs('BTC', { fromMs: 2_000, toMs: 2_500 }), 500);
  assert.equal(silences.silentMs('BTC', { fromMs: 3_000, toMs: 9_000 }), 0);
  assert.equal(silences.silentMs('ETH', { fromMs: 0, toMs: 10_000 }), 0);
});

test('while nobody looked the sources are not called silent, unless they were before and after', () => {
  const silences = createSourceSilences();
  silences.note('BTC', 1_000, true);
  silences.note('BTC', 9_000, false);
  silences.note('BTC', 9_500, false);
  assert.equal(silences.silentMs('BTC', { fromMs: 0, toMs: 60_000 }), 500);
  silences.note('BTC', 10_000, true);
  silences.note('BTC', 11_000, false);
  silences.note('BTC', 12_000, false);
  assert.equal(silences.silentMs('BTC', { fromMs: 0, toMs: 60_000 }), 1_500);
});

test('what is long over is forgotten', () => {
  const silences = createSourceSilences();
  silences.note('BTC', 1_000, false);
  silences.note('BTC', 2_000, false);
  silences.note('BTC', 3_000, true);
  silences.note('BTC', 3_000_000, false);
  assert.equal(silences.silentMs('BTC', { fromMs: 0, toMs: 60_000 }), 0);
});
