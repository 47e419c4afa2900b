import { expect, test, vi } from 'vitest';
import { readPreferences, usualPreferences } from './chart-preferences.ts';

test('what was preferred comes back as it was', () => {
  const preferences = {
    look: 'bars',
    over: ['BOLL'],
    below: ['VOL', 'MACD'],
    lengths: { MACD: [8, 21, 5], BOLL: [30, 3] },
    isMagnetic: false,
    drawings: {
      btcusdt: [{ id: 'a', kind: 'segment', points: [{ timestamp: 1, value: 2 }, { timestamp: 3, value: 4 }] }],
    },
  }; // oxfmt-ignore
  expect(readPreferences(structuredClone(preferences))).toEqual(preferences);
});

test('what makes no sense is left out, and the rest stays', () => {
  expect(readPreferences(null)).toEqual(usualPreferences);
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
  expect(readPreferences({ look: 'pie', over: ['MA', 'XYZ', 7], below: 'VOL', isMagnetic: 1, drawings })).toEqual({
    ...usualPreferences,
    drawings: { btcusdt: [{ id: 'd', kind: 'rayLine', points: [{ timestamp: 1, value: 2 }] }] },
  });
});

test('lengths that an indicator can not be computed over are left out', () => {
  const lengths = {
    MA: [5, 10],
    EMA: [0, 26],
    RSI: [6, 12, 251],
    KDJ: [9, 3, 2.5],
    MACD: [8, 21, 5],
    VOL: [],
    XYZ: [1],
  };
  expect(readPreferences({ lengths }).lengths).toEqual({ MACD: [8, 21, 5] });
});

test('what was stored is there when the app starts', async () => {
  const stored = { state: { all: { '': { look: 'line', below: ['RSI'] } } }, version: 1 };
  const getItem = (name: string): string | null => (name === 'candor.chart' ? JSON.stringify(stored) : null);
  vi.stubGlobal('window', { localStorage: { getItem, setItem: () => undefined } });
  vi.resetModules();
  const { setChartPreferences } = await import('./chart-preferences.ts');
  const found = vi.fn(() => ({}));
  setChartPreferences(found);
  expect(found).toHaveBeenCalledWith(expect.objectContaining({ look: 'line', below: ['RSI'] }));
  vi.unstubAllGlobals();
});
