// Reading a long period of time in spans: spans get shorter if there are many rows or the disk is slow, and longer if there are few rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSpans, nextSpanMs, spanLimits, spanMsAfterFailure, type Span } from './in-spans.ts';

const hourMs = 3_600_000;
const cancelled = () => Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

test('a span is halved if it is slow or has many rows, doubled if it is fast and has few rows, and stays within its limits', () => {
  assert.equal(nextSpanMs(hourMs, { tookMs: 3_001, rows: 0 }), hourMs / 2);
  assert.equal(nextSpanMs(hourMs, { tookMs: 1, rows: 2_001 }), hourMs / 2);
  assert.equal(nextSpanMs(hourMs, { tookMs: 1, rows: 1 }), 2 * hourMs);
  assert.equal(nextSpanMs(hourMs, { tookMs: 1_000, rows: 1 }), hourMs);
  assert.equal(nextSpanMs(hourMs, { tookMs: 1, rows: 1_000 }), hourMs);
  assert.equal(nextSpanMs(spanLimits.minMs, { tookMs: 60_000, rows: 1e6 }), spanLimits.minMs);
  assert.equal(nextSpanMs(spanLimits.maxMs, { tookMs: 1, rows: 0 }), spanLimits.maxMs);
  assert.equal(spanMsAfterFailure(hourMs), hourMs / 4);
  assert.equal(spanMsAfterFailure(spanLimits.minMs), spanLimits.minMs);
});

test('every millisecond is read once, also where spans are cancelled or the connection is lost', async () => {
  const read: Span[] = [];
  let asked = 0;
  const spans = inSpans({
    from: 5,
    to: 5 + 30 * 24 * hourMs,
    async read(span) {
      if (++asked === 3) throw cancelled();
      if (asked === 6) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      read.push(span);
      return [span];
    },
  });
  const given: Span[] = [];
  for await (const rows of spans) given.push(...rows);
  assert.deepEqual(given, read);
  assert.equal(given[0]!.from, 5);
  assert.equal(given.at(-1)!.to, 5 + 30 * 24 * hourMs);
  for (const [place, { from }] of given.slice(1).entries()) assert.equal(from, given[place]!.to);
});

test('an error of the statement itself is not retried, and an abort stops the reading', async () => {
  let asked = 0;
  const ofAll = async (read: () => Promise<readonly Span[]>, signal?: AbortSignal) => {
    for await (const _ of inSpans({ from: 0, to: 10 * hourMs, read, signal })) asked++;
  };
  const division = Object.assign(new Error('division by zero'), { code: '22012' });
  await assert.rejects(
    ofAll(() => Promise.reject(division)),
    division,
  );
  const stopping = new AbortController();
  await assert.rejects(
    ofAll(async () => {
      stopping.abort();
      return [];
    }, stopping.signal),
    { name: 'AbortError' },
  );
  assert.equal(asked, 1);
});
