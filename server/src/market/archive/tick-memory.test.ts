import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Wad } from '@candor/wire';
import fc from 'fast-check';
import type { Tick } from '../market.ts';
import { createTickMemory, memorySpanMs } from './tick-memory.ts';

const tick = (sequence: number, publishedAt: number): Tick => ({
  coin: 'BTC',
  sequence,
  price: BigInt(sequence) as Wad,
  sourceAt: publishedAt,
  publishedAt,
  inputs: 'test',
  hash: String(sequence),
});

test('it answers like a search through all ticks, or says that it does not reach back', () => {
  const waits = fc.array(fc.integer({ min: 1, max: 120_000 }), { minLength: 1, maxLength: 80 });
  const question = fc.record({ after: fc.integer({ min: 0, max: 90 }), at: fc.integer({ min: 0, max: 5_000_000 }) });
  fc.assert(
    fc.property(waits, fc.array(question, { minLength: 10, maxLength: 10 }), (gaps, questions) => {
      const memory = createTickMemory();
      const all: Tick[] = [];
      let at = 1_000;
      for (const gap of gaps) all.push(tick(all.length + 1, (at += gap)));
      for (const each of all) memory.append(each);
      assert.equal(memory.last('BTC'), all.at(-1));
      for (const { after, at: atMs } of questions) {
        const upTo = memory.upTo('BTC', atMs);
        const expected = all.findLast((each) => each.publishedAt <= atMs);
        if (upTo !== 'unknown') assert.equal(upTo, expected);
        else assert.ok(atMs < memory.first('BTC')!.publishedAt);
        const next = memory.firstFrom('BTC', after, atMs);
        if (next !== 'unknown')
          assert.equal(
            next,
            all.find((each) => each.sequence > after && each.publishedAt >= atMs),
          );
        const run = memory.between('BTC', after, after + 7);
        if (run)
          assert.deepEqual(
            run,
            all.filter((each) => each.sequence > after && each.sequence <= after + 7),
          );
        else assert.ok(after + 1 < memory.first('BTC')!.sequence);
      }
    }),
  );
});

test('recent ticks are always known, and memory stays bounded', () => {
  const memory = createTickMemory();
  for (let sequence = 1; sequence <= 30_000; sequence++) {
    memory.append(tick(sequence, sequence * 100));
    if (sequence % 1000 === 0) assert.notEqual(memory.upTo('BTC', sequence * 100 - memorySpanMs + 1_000), 'unknown');
  }
  const first = memory.first('BTC')!.sequence;
  assert.ok(first > 30_000 - 10_001 && first <= 30_000 - memorySpanMs / 100, String(first));
});

test('a gap is a programming error', () => {
  const memory = createTickMemory();
  memory.append(tick(1, 1));
  assert.throws(() => memory.append(tick(3, 2)), /gap/);
});
