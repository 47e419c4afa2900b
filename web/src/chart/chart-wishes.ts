// How each person wants the chart on this device, and what they have drawn on it.
import { coinOfSymbol } from '@candor/wire';
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
  'segment', 'rayLine', 'straightLine', 'horizontalStraightLine', 'verticalStraightLine', 'parallelStraightLine',
  'fibonacciLine', 'brush',
] as const; // prettier-ignore
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
  /** Points of drawings go to the nearest open, high, low or close. */
  isMagnetic: boolean;
  drawings: Readonly<Partial<Record<MarketSymbol, readonly Drawing[]>>>;
}

export const usualWishes: ChartWishes = {
  look: 'candles',
  over: ['MA'],
  below: ['VOL'],
  isMagnetic: true,
  drawings: {},
};
const [ownersMax, drawingsMax, pointsMax] = [8, 60, 400];
/** By account, the latest used last; '' are the guest's. */
type Wishes = Readonly<Record<string, ChartWishes>>;

const useAll = create<{ all: Wishes }>()(
  persist(() => ({ all: {} as Wishes }), {
    name: 'candor.chart',
    version: 1,
    merge: (stored) => ({ all: readAll(stored) }),
  }),
);

export function useChartWishes(): ChartWishes {
  const owner = useUser()?.account_id ?? '';
  return useAll(({ all }) => all[owner] ?? usualWishes);
}

export function setChartWishes(change: (wishes: ChartWishes) => Partial<ChartWishes>): void {
  const owner = currentUser()?.account_id ?? '';
  useAll.setState(({ all }) => {
    const { [owner]: wishes = usualWishes, ...others } = all;
    const kept = Object.entries(others).slice(1 - ownersMax);
    return { all: { ...Object.fromEntries(kept), [owner]: { ...wishes, ...change(wishes) } } };
  });
}

export function setDrawings(symbol: MarketSymbol, change: (drawings: readonly Drawing[]) => readonly Drawing[]): void {
  setChartWishes(({ drawings }) => ({
    drawings: { ...drawings, [symbol]: change(drawings[symbol] ?? []).slice(-drawingsMax) },
  }));
}

/** What another version stored, or a hand, is taken as far as it makes sense. */
function readAll(stored: unknown): Wishes {
  const all = isRecord(stored) && isRecord(stored['all']) ? Object.entries(stored['all']) : [];
  return Object.fromEntries(all.slice(-ownersMax).map(([owner, wishes]) => [owner, readWishes(wishes)]));
}

export function readWishes(stored: unknown): ChartWishes {
  if (!isRecord(stored)) return usualWishes;
  const { look, over, below, isMagnetic, drawings } = stored;
  return {
    look: chartLooks.find((name) => name === look) ?? usualWishes.look,
    over: Array.isArray(over) ? overIndicators.filter((name) => over.includes(name)) : usualWishes.over,
    below: Array.isArray(below) ? belowIndicators.filter((name) => below.includes(name)) : usualWishes.below,
    isMagnetic: typeof isMagnetic === 'boolean' ? isMagnetic : usualWishes.isMagnetic,
    drawings: isRecord(drawings) ? readAllDrawings(drawings) : {},
  };
}

function readAllDrawings(stored: Record<string, unknown>): ChartWishes['drawings'] {
  const read = Object.entries(stored).flatMap(([symbol, list]) => {
    const drawings = Array.isArray(list) ? list.flatMap(readDrawing).slice(-drawingsMax) : [];
    return coinOfSymbol(symbol) && drawings.length > 0 ? [[symbol, drawings] as const] : [];
  });
  return Object.fromEntries(read);
}

function readDrawing(stored: unknown): Drawing[] {
  if (!isRecord(stored) || typeof stored['id'] !== 'string' || !Array.isArray(stored['points'])) return [];
  const kind = drawingKinds.find((name) => name === stored['kind']);
  const points = stored['points'].filter(isPoint).map(({ timestamp, value }) => ({ timestamp, value }));
  const isWhole = points.length === stored['points'].length && points.length > 0 && points.length <= pointsMax;
  return kind !== undefined && isWhole ? [{ id: stored['id'], kind, points }] : [];
}

// Functions, since the store reads what was kept while this file is still being run.
function isPoint(value: unknown): value is Drawing['points'][number] {
  return isRecord(value) && Number.isFinite(value['timestamp']) && Number.isFinite(value['value']);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
