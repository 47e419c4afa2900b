import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJob } from './jobs.ts';
import { log } from './log.ts';
import { startParts, stopParts, type Part } from './part.ts';

interface Watched extends Part {
  runs: () => number;
}

/** Says what is done with it; its job counts its runs. */
function watched(name: string, said: string[], { start, stop }: Part = {}): Watched {
  let runs = 0;
  const job = createJob({ name: `job of ${name}`, role: 'engine', every: 3_600_000, run: () => void runs++ });
  return {
    jobs: [job],
    start: async () => {
      said.push(`${name} starts`);
      await start?.();
    },
    stop: async () => {
      await job.runNow();
      said.push(`${name} stops`);
      await stop?.();
    },
    runs: () => runs,
  };
}
const fails = (why: string) => () => Promise.reject(new Error(why));

test('where one can not start, it and those before it are stopped, jobs too, and those after it never begin', async () => {
  const said: string[] = [];
  const parts = [watched('a', said), watched('b', said, { start: fails('no database') }), watched('c', said)];
  await assert.rejects(startParts(parts), /no database/);
  assert.deepEqual(said, ['a starts', 'b starts', 'b stops', 'a stops']);
  for (const { jobs } of parts.slice(0, 2)) await jobs![0]!.runNow();
  assert.deepEqual(parts.map(({ runs }) => runs()), [0, 0, 0]); // oxfmt-ignore
});

test('why it did not start is thrown also where what was begun does not stop', async () => {
  const said: string[] = [];
  const parts = [watched('a', said), watched('b', said, { start: fails('no database'), stop: fails('no end') })];
  await assert.rejects(startParts(parts), /no database/);
  assert.deepEqual(said.slice(2), ['b stops', 'a stops']);
});

test('one that does not stop keeps none of the others running, and each of them is said', async (context) => {
  const said: string[] = [];
  const reasons: unknown[] = [];
  context.mock.method(log, 'warn', (_: string, { error }: { error?: Error } = {}) => reasons.push(error?.message));
  const parts = [
    watched('a', said, { stop: fails('no end either') }),
    watched('b', said, { stop: fails('no end') }),
    watched('c', said),
  ];
  await startParts(parts);
  await assert.rejects(stopParts(parts), /no end$/);
  assert.deepEqual(said.slice(3), ['c stops', 'b stops', 'a stops']);
  assert.deepEqual(reasons, ['no end', 'no end either']);
});
