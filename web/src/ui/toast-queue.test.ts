import { expect, test } from 'vitest';
import { addToast, errorsMax, minimumMs, noToasts, removeToast, stayMs } from './toast-queue.ts';
import type { ToastKind, ToastMessage, ToastState } from './toast-queue.ts';

let count = 0;
const message = (kind: ToastKind, text: string, ms = 6_000): ToastMessage => ({ id: ++count, kind, text, ms });
const after = (...messages: readonly ToastMessage[]): ToastState => messages.reduce(addToast, noToasts);
const texts = (list: readonly ToastMessage[]): string[] => list.map(({ text }) => text);

test('each of several endings has its turn, and makes room for the next one sooner', () => {
  const first = message('notice', 'ETH closed: -0.29');
  const state = after(first, message('notice', 'BTC closed: +28.84'));
  expect(texts(state.passing)).toEqual(['ETH closed: -0.29', 'BTC closed: +28.84']);
  expect(stayMs(state)).toBe(minimumMs);
  const last = removeToast(state, first.id);
  expect(texts(last.passing)).toEqual(['BTC closed: +28.84']);
  expect(stayMs(last)).toBe(6_000);
  expect(stayMs(noToasts)).toBeUndefined();
});

test('a message that is brief by itself is not made longer', () => {
  expect(stayMs(after(message('success', 'Logged in', 1_000), message('notice', 'later')))).toBe(1_000);
});

test('neither what is under way nor what passes replaces an error', () => {
  const error = message('error', 'Insufficient balance');
  const state = after(error, message('loading', 'Logging in…'), message('success', 'Logged in'));
  expect(texts(state.errors)).toEqual(['Insufficient balance']);
  expect(texts(state.loading)).toEqual(['Logging in…']);
  expect(removeToast(state, error.id).errors).toEqual([]);
});

test('what is under way ends by itself alone', () => {
  const loading = message('loading', 'Logging in…');
  const notice = message('notice', 'BTC is above 90,000');
  const state = after(loading, notice);
  expect(removeToast(state, notice.id).loading).toEqual([loading]);
  expect(removeToast(state, loading.id).loading).toEqual([]);
  const closing = message('loading', 'Closing…');
  expect(texts(removeToast(after(loading, closing), loading.id).loading)).toEqual(['Closing…']);
  expect(texts(removeToast(after(loading, closing), closing.id).loading)).toEqual(['Logging in…']);
});

test('the same words stand once, and the oldest of many errors give way', () => {
  expect(texts(after(...['a', 'b', 'a'].map((text) => message('error', text))).errors)).toEqual(['b', 'a']);
  const many = after(...['a', 'b', 'c'].map((text) => message('error', text)));
  expect(texts(many.errors)).toEqual(['b', 'c']);
  expect(many.errors).toHaveLength(errorsMax);
});
