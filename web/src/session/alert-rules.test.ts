import { expect, test } from 'vitest';
import type { AlertMessage } from '@candor/wire';
import { withMessage, withTold } from './alert-rules.ts';

const message = (id: string): AlertMessage => ({
  message_id: id,
  alert_id: `alt_${id}`,
  coin: 'BTC',
  kind: 'above',
  target: '100',
  seen: { price: '101', change: null, at: '2026-01-15T12:00:00.000Z' },
  is_read: false,
});

test('a message is added once, first, and the list keeps its length', () => {
  const known = { TOTAL: 2, RESULT_LIST: [message('b'), message('a')], unread: 1 };
  const next = withMessage(known, message('c'), 2);
  expect(next.RESULT_LIST.map(({ message_id }) => message_id)).toEqual(['c', 'b']);
  expect([next.TOTAL, next.unread]).toEqual([3, 2]);
  expect(withMessage(next, message('c'), 2)).toBe(next);
});

test('the alert that told has fired, the others wait', () => {
  const alert = { alert_id: 'alt_a', coin: 'BTC', kind: 'above', target: '100', created_at: '', fired: null } as const;
  const [fired, other] = withTold([alert, { ...alert, alert_id: 'alt_b' }], message('a'));
  expect(fired!.fired).toEqual(message('a').seen);
  expect(other!.fired).toBeNull();
});
