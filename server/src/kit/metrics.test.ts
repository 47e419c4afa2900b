import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counter, gauge, histogram, readMetrics, serveMetrics } from './metrics.ts';

test('what is counted is read on the port of its own, and nothing else is there', async () => {
  counter({ name: 'test_things_total', help: 'Things.', labelNames: ['kind'] }).inc({ kind: 'good' }, 2);
  gauge({ name: 'test_level', help: 'A level.' }).set(7);
  histogram({ name: 'test_seconds', help: 'Durations.', buckets: [1] }).observe(0.5);
  const server = await serveMetrics({ host: '127.0.0.1', port: 0, status: () => ({ commandsWaiting: 3 }) });
  const second = await serveMetrics({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
  const text = await response.text();
  assert.equal(response.status, 200);
  for (const line of ['test_things_total{kind="good"} 2', 'test_level 7', 'test_seconds_bucket{le="1"} 1'])
    assert.ok(text.includes(line), line);
  assert.match(text, /process_cpu_seconds_total/);
  assert.equal((await fetch(`http://127.0.0.1:${server.port}/`)).status, 404);
  assert.equal((await fetch(`http://127.0.0.1:${server.port}/metrics`, { method: 'POST' })).status, 404);
  assert.equal(await (await fetch(`http://127.0.0.1:${server.port}/status`)).text(), '{"commandsWaiting":3}');
  await assert.rejects(serveMetrics({ host: '127.0.0.1', port: server.port }), /EADDRINUSE/);
  await server.close();
  await second.close();
  await assert.rejects(fetch(`http://127.0.0.1:${server.port}/metrics`));
});

test("another process's figures stand beside one's own, and are left out while it does not answer", async () => {
  const things = counter({ name: 'test_shared_total', help: 'Things.', labelNames: ['process'] });
  things.inc({ process: 'web' }, 2);
  const [ours] = (await readMetrics()).filter(({ name }) => name === 'test_shared_total');
  const theirs = structuredClone([{ ...ours!, values: [{ value: 5, labels: { process: 'engine' } }] }]);
  let isThere = true;
  const others = () => (isThere ? Promise.resolve(theirs) : Promise.reject(new Error('gone')));
  const server = await serveMetrics({ host: '127.0.0.1', port: 0, others });
  const read = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  const both = await read();
  isThere = false;
  const alone = await read();
  await server.close();
  assert.match(both, /test_shared_total\{process="web"\} 2/);
  assert.match(both, /test_shared_total\{process="engine"\} 5/);
  assert.doesNotMatch(alone, /engine/);
});
