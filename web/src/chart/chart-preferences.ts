// How each person wants the chart on this device, and what they have drawn on it.
import { coinOfSymbol } from '@candor/wire';
import type { MarketSymbol } from '@candor/wire';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { currentUser, useUser } from '../session/session.ts';
import { belowIndicators, drawingKinds, isLength, overIndicators, usualLengths } from './chart-kinds.ts';
import type { BelowIndicator, DrawingKind, Indicator, OverIndicator } from './chart-kinds.ts';

export const chartLooks = ['candles', 'bars', 'line'] as const;
export type ChartLook = (typeof chartLooks)[number];

export interface Drawing {
  id: string;
  kind: DrawingKind;
  /** Where and how high: milliseconds UTC and price. */
  points: readonly { timestamp: number; value: number }[];
}
export interface ChartPreferences {
  look: ChartLook;
  over: readonly OverIndicator[];
  below: readonly BelowIndicator[];
  /** Of indicators that are not computed as usual. */
  lengths: Readonly<Partial<Record<Indicator, readonly number[]>>>;
  /** Points of drawings go to the nearest open, high, low or close. */
  isMagnetic: boolean;
  drawings: Readonly<Partial<Record<MarketSymbol, readonly Drawing[]>>>;
}

export const usualPreferences: ChartPreferences = {
  look: 'candles',
  over: ['MA'],
  below: ['VOL'],
  lengths: {},
  isMagnetic: true,
  drawings: {},
};
const [ownersMax, drawingsMax, pointsMax] = [8, 60, 400];
/** By account, the latest used last; '' are the guest's. */
type PreferencePanel = Readonly<Record<string, ChartPreferences>>;

const useAll = create<{ all: PreferencePanel }>()(
  persist(() => ({ all: {} as PreferencePanel }), {
    name: 'candor.chart',
    version: 1,
    merge: (stored) => ({ all: readAll(stored) }),
  }),
);

export function useChartPreferences(): ChartPreferences {
  const owner = useUser()?.account_id ?? '';
  return useAll(({ all }) => all[owner] ?? usualPreferences);
}

export function setChartPreferences(change: (preferences: ChartPreferences) => Partial<ChartPreferences>): void {
  const owner = currentUser()?.account_id ?? '';
  useAll.setState(({ all }) => {
    const { [owner]: preferences = usualPreferences, ...others } = all;
    const kept = Object.entries(others).slice(1 - ownersMax);
    return { all: { ...Object.fromEntries(kept), [owner]: { ...preferences, ...change(preferences) } } };
  });
}

export function setDrawings(symbol: MarketSymbol, change: (drawings: readonly Drawing[]) => readonly Drawing[]): void {
  setChartPreferences(({ drawings }) => ({
    drawings: { ...drawings, [symbol]: change(drawings[symbol] ?? []).slice(-drawingsMax) },
  }));
}

/** What another version stored, or a hand, is taken as far as it makes sense. */
function readAll(stored: unknown): PreferencePanel {
  const all = isRecord(stored) && isRecord(stored['all']) ? Object.entries(stored['all']) : [];
  return Object.fromEntries(all.slice(-ownersMax).map(([owner, preferences]) => [owner, readPreferences(preferences)]));
}

export function readPreferences(stored: unknown): ChartPreferences {
  if (!isRecord(stored)) return usualPreferences;
  const { look, over, below, lengths, isMagnetic, drawings } = stored;
  return {
    look: chartLooks.find((name) => name === look) ?? usualPreferences.look,
    over: Array.isArray(over) ? overIndicators.filter((name) => over.includes(name)) : usualPreferences.over,
    below: Array.isArray(below) ? belowIndicators.filter((name) => below.includes(name)) : usualPreferences.below,
    lengths: isRecord(lengths) ? readLengths(lengths) : {},
    isMagnetic: typeof isMagnetic === 'boolean' ? isMagnetic : usualPreferences.isMagnetic,
    drawings: isRecord(drawings) ? readAllDrawings(drawings) : {},
  };
}

/** As many of each as it takes. */
function readLengths(stored: Record<string, unknown>): ChartPreferences['lengths'] {
  const read = [...overIndicators, ...belowIndicators].flatMap((name) => {
    const lengths = stored[name];
    const isWhole =
      Array.isArray(lengths) && lengths.length === usualLengths[name].length && lengths.length > 0 && lengths.every(isLength); // oxfmt-ignore
    return isWhole ? [[name, lengths as number[]] as const] : [];
  });
  return Object.fromEntries(read);
}

function readAllDrawings(stored: Record<string, unknown>): ChartPreferences['drawings'] {
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
