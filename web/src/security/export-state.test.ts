import { expect, test } from 'vitest';
import { sizeOf, stateOf } from './export-state.ts';

const ready = {
  export_id: 'dex_1',
  requested_at: '2026-01-01T00:00:00.000Z',
  ready_at: '2026-01-01T00:01:00.000Z',
  bytes: 1,
  deleted_at: '2026-01-08T00:01:00.000Z',
};

test('a copy is asked for, made, ready, and gone after its days', () => {
  const now = Date.parse('2026-01-02T00:00:00Z');
  expect(stateOf(null, now)).toEqual('none');
  expect(stateOf({ ...ready, ready_at: null, bytes: null, deleted_at: null }, now)).toEqual('making');
  expect(stateOf(ready, now)).toEqual('ready');
  expect(stateOf(ready, Date.parse('2026-01-09T00:00:00Z'))).toEqual('none');
});

test('a size is rounded up', () => {
  expect(sizeOf(1)).toEqual({ unit: 'kB', value: 1 });
  expect(sizeOf(999_001)).toEqual({ unit: 'kB', value: 1000 });
  expect(sizeOf(1_210_000)).toEqual({ unit: 'MB', value: 1.3 });
});
