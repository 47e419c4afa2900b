import { expect, test, vi } from 'vitest';
import type { ConnectionFacts } from './connection.ts';

vi.stubGlobal('requestAnimationFrame', () => 0);
const { connectionOf } = await import('./connection.ts');
const { createSocketStore } = await import('./socket-store.ts');

const facts: ConnectionFacts = { isOnline: true, sockets: ['open', 'open'], states: ['live', 'live'] };

test('the worst thing is said', () => {
  expect(connectionOf(facts)).toBe('live');
  expect(connectionOf({ ...facts, isOnline: false, sockets: ['waiting', 'open'] })).toBe('offline');
  expect(connectionOf({ ...facts, sockets: ['waiting', 'open'] })).toBe('reconnecting');
  expect(connectionOf({ ...facts, sockets: ['open', 'waiting'] })).toBe('reconnecting');
  expect(connectionOf({ ...facts, sockets: ['open', 'connecting'] })).toBe('connecting');
  expect(connectionOf({ ...facts, sockets: ['connecting', 'waiting'] })).toBe('reconnecting');
  expect(connectionOf({ ...facts, sockets: ['unopened', 'open'] })).toBe('live');
  expect(connectionOf({ ...facts, sockets: ['unopened', 'connecting'] })).toBe('connecting');
});

test('only the first connection is connecting: one that was lost is waited for', () => {
  const socket = createSocketStore();
  const said = (['connecting', 'open', 'waiting', 'connecting', 'open'] as const).map((state) => {
    socket.note(state);
    return socket.get();
  });
  expect(said).toEqual(['connecting', 'open', 'waiting', 'waiting', 'open']);
  socket.restart();
  expect(socket.get()).toBe('connecting');
});

test('one delayed coin is not the whole market', () => {
  expect(connectionOf({ ...facts, states: ['live', 'degraded'] })).toBe('live');
  expect(connectionOf({ ...facts, states: ['halted', 'degraded'] })).toBe('delayed');
  expect(connectionOf({ ...facts, states: [] })).toBe('live');
});
