import type { ArchivedTick, TickRun } from '@candor/wire';
import { expect, test } from 'vitest';
import { boundsOf, pointsOf, ticksBetween } from './tick-line.ts';

const tick = (sequence: number, price: string): ArchivedTick => [sequence, price, 0, sequence * 100, 'x'];
const archive: TickRun = {
  coin: 'BTC',
  start_hash: '',
  end_hash: '',
  ticks: [tick(5, '1'), tick(6, '2'), tick(7, '4'), tick(8, '3'), tick(9, '9')],
};
const ref = (sequence: number) => ({ sequence, price: '', published_ms: 0 });
const sequencesOf = (ticks: readonly ArchivedTick[]): number[] => ticks.map(([sequence]) => sequence);

test('shows the ticks from entry to exit and no other', () => {
  expect(sequencesOf(ticksBetween({ archive, entry: ref(6), exit: ref(8) }))).toEqual([6, 7, 8]);
  expect(sequencesOf(ticksBetween({ archive, entry: ref(8), exit: null }))).toEqual([8, 9]);
  expect(ticksBetween({ archive, entry: null, exit: null })).toHaveLength(5);
});

test('lies in time and price, the highest at the top', () => {
  const points = pointsOf(ticksBetween({ archive, entry: ref(6), exit: ref(8) }), { fromMs: 600, toMs: 1000 });
  expect(points).toEqual([
    { x: 0, y: 1 },
    { x: 0.25, y: 0 },
    { x: 0.5, y: 0.5 },
  ]);
});

test('a price that does not move is a line in the middle', () => {
  expect(pointsOf([tick(1, '2'), tick(2, '2')], { fromMs: 100, toMs: 200 }).map(({ y }) => y)).toEqual([0.5, 0.5]);
});

test('the bounds are prices as they were published, by their value', () => {
  expect(boundsOf([tick(1, '9.50'), tick(2, '10.20'), tick(3, '9.75')])).toEqual({ high: '10.20', low: '9.50' });
  expect(boundsOf([tick(1, '2')])).toEqual({ high: '2', low: '2' });
  expect(boundsOf([])).toBeUndefined();
});
