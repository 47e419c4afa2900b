import { expect, test } from 'vitest';
import { connectionOf } from './connection.ts';
import type { ConnectionFacts } from './connection.ts';

const facts: ConnectionFacts = { isOnline: true, socket: 'open', hasBeenOpen: true, states: ['live', 'live'] };

test('the worst thing is said', () => {
  expect(connectionOf(facts)).toBe('live');
  expect(connectionOf({ ...facts, isOnline: false, socket: 'waiting' })).toBe('offline');
  expect(connectionOf({ ...facts, socket: 'waiting' })).toBe('reconnecting');
  expect(connectionOf({ ...facts, socket: 'connecting' })).toBe('reconnecting');
  expect(connectionOf({ ...facts, socket: 'connecting', hasBeenOpen: false })).toBe('connecting');
});

test('one delayed coin is not the whole market', () => {
  expect(connectionOf({ ...facts, states: ['live', 'degraded'] })).toBe('live');
  expect(connectionOf({ ...facts, states: ['halted', 'degraded'] })).toBe('delayed');
  expect(connectionOf({ ...facts, states: [] })).toBe('live');
});
