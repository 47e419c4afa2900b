import { expect, test, vi } from 'vitest';
import { readWishes, usualWishes } from './chart-wishes.ts';

test('what was wished comes back as it was', () => {
  const wishes = {
    look: 'bars',
    over: ['BOLL'],
    below: ['VOL', 'MACD'],
    isMagnetic: false,
    drawings: {
      btcusdt: [{ id: 'a', kind: 'segment', points: [{ timestamp: 1, value: 2 }, { timestamp: 3, value: 4 }] }],
    },
  }; // prettier-ignore
  expect(readWishes(structuredClone(wishes))).toEqual(wishes);
});

test('what makes no sense is left out, and the rest stays', () => {
  expect(readWishes(null)).toEqual(usualWishes);
  const drawings = {
    btcusdt: [
      { id: 'a', kind: 'laser', points: [{ timestamp: 1, value: 2 }] },
      { id: 'b', kind: 'segment', points: [{ timestamp: 'x', value: 2 }] },
      { id: 'c', kind: 'segment', points: [] },
      { kind: 'segment', points: [{ timestamp: 1, value: 2 }] },
      { id: 'd', kind: 'rayLine', points: [{ timestamp: 1, value: 2, more: 3 }] },
    ],
    nopeusdt: [{ id: 'e', kind: 'segment', points: [{ timestamp: 1, value: 2 }] }],
  };
  expect(readWishes({ look: 'pie', over: ['MA', 'XYZ', 7], below: 'VOL', isMagnetic: 1, drawings })).toEqual({
    ...usualWishes,
    drawings: { btcusdt: [{ id: 'd', kind: 'rayLine', points: [{ timestamp: 1, value: 2 }] }] },
  });
});

test('what was stored is there when the app starts', async () => {
  const stored = { state: { all: { '': { look: 'line', below: ['RSI'] } } }, version: 1 };
  const getItem = (name: string): string | null => (name === 'candor.chart' ? JSON.stringify(stored) : null);
  vi.stubGlobal('window', { localStorage: { getItem, setItem: () => undefined } });
  vi.resetModules();
  const { setChartWishes } = await import('./chart-wishes.ts');
  const found = vi.fn(() => ({}));
  setChartWishes(found);
  expect(found).toHaveBeenCalledWith(expect.objectContaining({ look: 'line', below: ['RSI'] }));
  vi.unstubAllGlobals();
});
