import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachGivingWay } from './give-way.ts';

/** Keeps the process busy, as long work does. */
function work(ms: number): void {
  for (const until = Date.now() + ms; Date.now() < until;);
}

test('each is done once and in order, and what else waits is done in between', async () => {
  const done: string[] = [];
  let isOver = false;
  const others = (): void => {
    done.push('other');
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await eachGivingWay([1, 2, 3], (item) => {
    done.push(String(item));
    work(5);
  });
  isOver = true;
  assert.deepEqual(
    done.filter((what) => what !== 'other'),
    ['1', '2', '3'],
  );
  assert.equal(done.slice(done.indexOf('1'), done.indexOf('3')).includes('other'), true, done.join(' '));
});

test('what takes no time is done in one go', async () => {
  const done: number[] = [];
  const all = eachGivingWay([1, 2, 3], (item) => done.push(item));
  assert.deepEqual(done, [1, 2, 3]);
  await all;
});
