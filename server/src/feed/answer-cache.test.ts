import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { manualClock } from '../kit/clock.ts';
import { createAnswerCache } from './answer-cache.ts';
import { gzipBehind, type Deflated } from './gzip-parts.ts';
import { randomOf, testSeed } from '../../test/support/seed.ts';

const textOf = (answer: Deflated): string => gunzipSync(Buffer.concat(gzipBehind('', answer))).toString();

test('an answer is made once while it is young, and again when it is old or the clock was set back', async () => {
  const clock = manualClock(1_000);
  const cache = createAnswerCache(clock, 1_000_000);
  const question = { key: 'a', keepMs: 100 };
  assert.equal(cache.find(question), undefined);
  let finish: (text: string) => void = () => undefined;
  const made = cache.make(question, () => new Promise((resolve) => (finish = resolve)));
  clock.advance(10_000);
  assert.equal(cache.find(question), made, 'who asks while it is made waits for the same, however long');
  finish('first');
  assert.equal(textOf(await made), 'first');
  clock.advance(99);
  assert.equal(cache.find(question), made);
  clock.advance(1);
  assert.equal(cache.find(question), undefined);
  await cache.make(question, async () => 'second');
  clock.set(5_000);
  assert.equal(cache.find(question), undefined);
});

test('what failed is not kept', async () => {
  const cache = createAnswerCache(manualClock(0), 1_000_000);
  await assert.rejects(
    cache.make({ key: 'a', keepMs: 100 }, () => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(cache.find({ key: 'a', keepMs: 100 }), undefined);
  assert.equal(cache.bytes, 0);
});

test('it keeps so many bytes, of those that were asked for lately', async () => {
  const cache = createAnswerCache(manualClock(0), 20_000);
  const ask = (key: string) => ({ key, keepMs: 1_000 });
  const draw = randomOf(testSeed);
  const random = (): Promise<string> =>
    Promise.resolve(Array.from({ length: 3_000 }, () => String.fromCharCode(33 + Math.floor(draw() * 90))).join(''));
  for (let place = 0; place < 50; place++) {
    await cache.make(ask(String(place)), random);
    assert.ok(cache.find(ask('0')), 'the one that everybody asks for went');
    assert.ok(cache.bytes <= 20_000, `${cache.bytes} bytes are kept`);
  }
  assert.equal(cache.find(ask('1')), undefined);
  assert.ok(cache.find(ask('49')));
});
