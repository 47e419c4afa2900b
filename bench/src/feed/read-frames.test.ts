import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipFrame, textFrame } from '../../../server/src/feed/frames.ts';
import { createFrameReader } from './read-frames.ts';

test('frames of every length are found, however the bytes are cut', () => {
  const payloads = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000].map((length) => 'x'.repeat(length));
  const bytes = Buffer.concat(payloads.map(textFrame));
  for (const step of [1, 2, 3, 7, 1_000, 65_537, bytes.length]) {
    const reader = createFrameReader();
    const found: number[] = [];
    for (let place = 0; place < bytes.length; place += step) {
      reader.take(bytes.subarray(place, place + step), (payload) => void found.push(payload.length));
    }
    assert.deepEqual(
      found,
      payloads.map(({ length }) => length),
      `in steps of ${step}`,
    );
  }
});

test('what is in a frame is left as it is', () => {
  const frame = gzipFrame('{"n":1}');
  const found: Buffer[] = [];
  createFrameReader().take(frame, (payload) => void found.push(payload));
  assert.deepEqual(found, [frame.subarray(2)]);
});
