import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMetrics } from '../kit/metrics.ts';
import { countFailures, failureLimits } from './count-failures.ts';

let now = 1_000_000;
const clock = { now: () => now };

async function valuesOf(name: string): Promise<{ labels: Partial<Record<string, string | number>>; value: number }[]> {
  return (await readMetrics()).find((metric) => metric.name === name)?.values ?? [];
}

test('failures are grouped by message and place, up to a number of kinds and a number a minute', async () => {
  const count = countFailures(clock as Parameters<typeof countFailures>[0]);
  const failure = { message: 'TypeError: x is undefined', place: 'kit-abc.js:1:20' };
  count(failure);
  count(failure);
  const found = await valuesOf('candor_browser_failures_total');
  assert.deepEqual(found, [{ labels: failure, value: 2 }]);

  for (let number = 0; number < failureLimits.kinds + 50; number++) {
    now += 1_000;
    count({ message: 'Error', place: `kit-abc.js:1:${number}` });
  }
  const all = await valuesOf('candor_browser_failures_total');
  assert.equal(all.length, failureLimits.kinds + 1);
  assert.equal(all.find(({ labels }) => labels['message'] === 'other')?.value, 51);

  now += 60_000;
  for (let number = 0; number < failureLimits.perMinute + 7; number++) count(failure);
  assert.deepEqual(
    (await valuesOf('candor_browser_failures_dropped_total')).map(({ value }) => value),
    [7],
  );
  now += 60_000;
  count(failure);
  const last = (await valuesOf('candor_browser_failures_total')).find(
    ({ labels }) => labels['place'] === failure.place,
  );
  assert.equal(last?.value, 2 + failureLimits.perMinute + 1);
});
