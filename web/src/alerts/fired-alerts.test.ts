import type { AlertMessage } from '@candor/wire';
import { expect, test } from 'vitest';
import { rememberAlerts } from './fired-alerts.ts';

/** Fired at this second of a minute. */
const message = (id: string, second: number, is_read = false): AlertMessage => ({
  message_id: id,
  alert_id: `of ${id}`,
  coin: 'BTC',
  kind: 'above',
  target: '100',
  seen: { price: '101', change: null, at: at(second) },
  is_read,
});
const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;
const answer = (second: number, ...RESULT_LIST: AlertMessage[]) => ({ RESULT_LIST, now: at(second) });

test('the first answer tells what fired since the page began to listen, and nothing older', () => {
  const messages = [message('new', 21), message('old', 19)];
  expect(rememberAlerts().missedIn(answer(30, ...messages), 10_000)?.message_id).toBe('new');
  expect(rememberAlerts().missedIn(answer(30, ...messages), 5_000)).toBeUndefined();
});

test('a later answer tells the newest of what was not there before, however long ago it fired', () => {
  const alerts = rememberAlerts();
  alerts.missedIn(answer(10, message('first', 1)), 5_000);
  const later = answer(50, message('third', 22), message('second', 21), message('first', 1));
  expect(alerts.missedIn(later, 45_000)?.message_id).toBe('third');
  expect(alerts.missedIn(later, 50_000)).toBeUndefined();
});

test('what was pushed is not told again, nor what was read elsewhere', () => {
  const alerts = rememberAlerts();
  alerts.missedIn(answer(10), 5_000);
  expect(alerts.isNew(message('pushed', 20))).toBe(true);
  expect(alerts.isNew(message('pushed', 20))).toBe(false);
  expect(alerts.missedIn(answer(30, message('pushed', 20), message('read', 19, true)), 25_000)).toBeUndefined();
});

test('what an answer told is not told by a push that comes after it', () => {
  const alerts = rememberAlerts();
  alerts.missedIn(answer(10, message('fired', 9)), 5_000);
  expect(alerts.isNew(message('fired', 9))).toBe(false);
});
