import { expect, test } from 'vitest';
import { minutesToSay, parseTimeHere, pauseMs, seenNow, type TimeHere } from './time-here.ts';

const minute = 60_000;
const stay = (from: TimeHere | undefined, until: number): TimeHere => {
  let time = from ?? seenNow(undefined, 0);
  for (let at = time.seenAt; at <= until; at += minute) time = seenNow(time, at);
  return time;
};

test('it is said after the chosen minutes, and again as many after it was closed', () => {
  const there = stay(undefined, 29 * minute);
  expect(minutesToSay(there, 30)).toBeUndefined();
  const due = stay(there, 31 * minute);
  expect(minutesToSay(due, 30)).toEqual(31);
  const closed = { ...due, saidAt: due.seenAt };
  expect(minutesToSay(stay(closed, 60 * minute), 30)).toBeUndefined();
  expect(minutesToSay(stay(closed, 61 * minute), 30)).toEqual(61);
});

test('whoever was away for half an hour, or whose clock was set back, begins anew', () => {
  const before = stay(undefined, 20 * minute);
  expect(seenNow(before, before.seenAt + pauseMs)).toEqual({
    begunAt: 50 * minute,
    seenAt: 50 * minute,
    saidAt: 50 * minute,
  });
  expect(seenNow(before, 5 * minute).begunAt).toEqual(5 * minute);
});

test('what storage holds may be anything', () => {
  for (const text of [null, '', '{', 'null', '{"begunAt":1}', '{"begunAt":"1","seenAt":2,"saidAt":3}'])
    expect(parseTimeHere(text)).toBeUndefined();
  expect(parseTimeHere('{"begunAt":1,"seenAt":2,"saidAt":3}')).toEqual({ begunAt: 1, seenAt: 2, saidAt: 3 });
});
