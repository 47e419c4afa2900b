// How each person wants the chart on this device, and what they have drawn on it.
import type { MarketSymbol } from '@candor/wire';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { currentUser, useUser } from '../session/session.ts';

export const chartLooks = ['candles', 'bars', 'line'] as const;
export type ChartLook = (typeof chartLooks)[number];
/** By the names under which traders know them, in all languages. */
export const overIndicators = ['MA', 'EMA', 'BOLL'] as const;
export const belowIndicators = ['VOL', 'MACD', 'RSI', 'KDJ'] as const;
export type OverIndicator = (typeof overIndicators)[number];
export type BelowIndicator = (typeof belowIndicators)[number];
export const drawingKinds = [
  'segment',
  'rayLine',
  'horizontalStraightLine',
  'parallelStraightLine',
  'fibonacciLine',
] as const;
export type DrawingKind = (typeof drawingKinds)[number];

export interface Drawing {
  id: string;
  kind: DrawingKind;
  /** Where and how high: milliseconds UTC and price. */
  points: readonly { timestamp: number; value: number }[];
}
export interface ChartWishes {
  look: ChartLook;
  over: readonly OverIndicator[];
  below: readonly BelowIndicator[];
  drawings: Readonly<Partial<Record<MarketSymbol, readonly Drawing[]>>>;
}

const defaults: ChartWishes = { look: 'candles', over: ['MA'], below: ['VOL'], drawings: {} };
/** By account; '' are the guest's. */
type Wishes = Readonly<Record<string, ChartWishes>>;

const useAll = create<{ all: Wishes }>()(persist(() => ({ all: {} as Wishes }), { name: 'candor.chart', version: 1 }));

export function useChartWishes(): ChartWishes {
  const owner = useUser()?.account_id ?? '';
  return useAll(({ all }) => all[owner] ?? defaults);
}

export function setChartWishes(change: (wishes: ChartWishes) => Partial<ChartWishes>): void {
  const owner = currentUser()?.account_id ?? '';
  useAll.setState(({ all }) => {
    const wishes = all[owner] ?? defaults;
    return { all: { ...all, [owner]: { ...wishes, ...change(wishes) } } };
  });
}

export function setDrawings(symbol: MarketSymbol, change: (drawings: readonly Drawing[]) => readonly Drawing[]): void {
  setChartWishes(({ drawings }) => ({ drawings: { ...drawings, [symbol]: change(drawings[symbol] ?? []) } }));
}
