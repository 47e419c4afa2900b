import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryAlarms, waitsMs, type DeliveryCounts } from './delivery-alarms.ts';

const now = Date.UTC(2026, 10, 28, 12);
const hourMs = 3_600_000;
const quiet: DeliveryCounts = {
  channel: 'mail',
  waiting: 0,
  waitingAccounts: 0,
  oldestAt: null,
  sentAt: now,
  failedAccounts: 0,
  sentAccounts: 40,
};
const alarmsOf = (more: Partial<DeliveryCounts>) =>
  deliveryAlarms([{ ...quiet, ...more }], now).map(
    ({ kind, isGrave, about }) => `${kind} ${about}${isGrave ? '!' : ''}`,
  );

test('waiting messages raise an alarm by their age, if many wait or none is delivered', () => {
  const many = { waiting: 9, waitingAccounts: 5 };
  assert.deepEqual(alarmsOf({}), []);
  assert.deepEqual(alarmsOf({ ...many, oldestAt: now - waitsMs + 1 }), []);
  assert.deepEqual(alarmsOf({ ...many, oldestAt: now - waitsMs }), ['deliveries-wait mail: 9']);
  assert.deepEqual(alarmsOf({ ...many, oldestAt: now - 2 * hourMs }), ['deliveries-wait mail: 9!']);
  const one = { waiting: 1, waitingAccounts: 1, oldestAt: now - waitsMs };
  assert.deepEqual(alarmsOf({ ...one, sentAt: one.oldestAt - 1 }), ['deliveries-wait mail: 1']);
  assert.deepEqual(alarmsOf({ ...one, sentAt: null }), ['deliveries-wait mail: 1']);
});

test('messages of one customer alone, while others get theirs, raise an alarm after hours and never a grave one', () => {
  const one = { waiting: 200, waitingAccounts: 1 };
  assert.deepEqual(alarmsOf({ ...one, oldestAt: now - 5 * hourMs }), []);
  assert.deepEqual(alarmsOf({ ...one, oldestAt: now - 20 * hourMs }), ['deliveries-wait mail: 200']);
});

test('failed messages raise an alarm if many accounts and a tenth of all accounts are affected', () => {
  assert.deepEqual(alarmsOf({ failedAccounts: 4, sentAccounts: 0 }), []);
  assert.deepEqual(alarmsOf({ failedAccounts: 5, sentAccounts: 46 }), []);
  assert.deepEqual(alarmsOf({ failedAccounts: 5, sentAccounts: 45 }), ['deliveries-failed mail: 5']);
});
