// Ticks wait for orders under way in another process, and for no process that stands still.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock, systemClock } from '../kit/clock.ts';
import { joinLinks } from '../kit/join-links.ts';
import { log } from '../kit/log.ts';
import { manualTimers } from '../kit/manual-timers.test-support.ts';
import { until } from '../kit/until.test-support.ts';
import { answerIntake, joinIntakes, lateCommitMs } from './intake.ts';
import { longRun } from '../../test/support/long-run.ts';

log.setLevel('silent');
const own = { settledUpTo: () => Promise.resolve() };

test('what is under way in the other process is waited for until it is decided', async () => {
  const { one, other } = joinLinks();
  const asked: number[] = [];
  let decide = (): void => {};
  answerIntake(other, {
    settledUpTo(ms) {
      asked.push(ms);
      return new Promise((resolve) => (decide = resolve));
    },
  });
  let isDone = false;
  const timers = manualTimers();
  const waiting = joinIntakes(one, own, systemClock, timers)
    .settledUpTo(1_000)
    .then((isSettled) => {
      isDone = true;
      return isSettled;
    });
  await until('it has said that it lives', () => asked.length > 0 && timers.planned() === 0);
  await timers.advance(60_000);
  assert.equal(isDone, false, 'a process that lives is waited for as long as it takes');
  decide();
  assert.equal(await waiting, true);
  assert.deepEqual(asked, [1_000]);
});

test(
  'a process that stands still is waited for once, shortly, and again when it has answered',
  longRun('bounds in time or memory'),
  async () => {
    const { one, other } = joinLinks();
    const intake = joinIntakes(one, own, systemClock);
    const wakes: (() => void)[] = [];
    // Nothing is answered while its turn does not end.
    other.onAsk('intake.alive', () => new Promise((resolve) => wakes.push(() => resolve(true))));
    other.onAsk('intake.settled', () => new Promise((resolve) => wakes.push(() => resolve(true))));
    const startedAt = performance.now();
    assert.equal(await intake.settledUpTo(1), false);
    const waitedMs = performance.now() - startedAt;
    assert.ok(waitedMs >= 250, `${waitedMs} ms`);
    for (let flush = 0; flush < 20; flush++) assert.equal(await intake.settledUpTo(1), false);
    assert.equal(wakes.length, 2, 'it was asked nothing more');
    for (const wake of wakes) wake();
    answerIntake(other, own);
    await until('it is asked again', () => intake.settledUpTo(2));
  },
);

test('a process that is gone is not waited for, and nothing is certain then', async () => {
  const { one, other, part } = joinLinks();
  let isAsked = false;
  other.onAsk('intake.alive', () => true);
  other.onAsk('intake.settled', () => {
    isAsked = true;
    return new Promise(() => undefined);
  });
  const intake = joinIntakes(one, own, systemClock);
  const waiting = intake.settledUpTo(1);
  await until('it is asked', () => isAsked);
  part();
  assert.equal(await waiting, false);
  assert.equal(await intake.settledUpTo(1), false);
});

test('of several processes each that answers is waited for, whatever the others do', async () => {
  const [still, slow] = [joinLinks(), joinLinks()];
  still.other.onAsk('intake.alive', () => new Promise(() => undefined));
  still.other.onAsk('intake.settled', () => new Promise(() => undefined));
  let decide = (): void => {};
  answerIntake(slow.other, { settledUpTo: () => new Promise((resolve) => (decide = resolve)) });
  const both = { ...still.one, peers: () => [still.one, slow.one] };
  let isDone = false;
  const timers = manualTimers();
  const waiting = joinIntakes(both, own, systemClock, timers)
    .settledUpTo(1)
    .then((isSettled) => {
      isDone = true;
      return isSettled;
    });
  await until('one has said that it lives', () => timers.planned() === 1);
  await timers.advance(60_000);
  assert.equal(isDone, false);
  decide();
  assert.equal(await waiting, false, 'of the one that stands still nothing is known');
});

test('for a while after a process was lost nothing is certain: it may still commit what it took', async () => {
  const clock = manualClock(100_000);
  const { one, other, join, part } = joinLinks();
  answerIntake(other, own);
  const intake = joinIntakes(one, own, clock);
  assert.equal(await intake.settledUpTo(1), true);
  part();
  join();
  assert.equal(await intake.settledUpTo(1), false);
  clock.advance(lateCommitMs + 1);
  assert.equal(await intake.settledUpTo(1), true);
});
