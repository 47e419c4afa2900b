// Which of the library's figures and drawing tools the chart offers; the build leaves the others out.

/** By the names under which traders know them, in all languages. */
export const overIndicators = ['MA', 'EMA', 'BOLL'] as const;
export const belowIndicators = ['VOL', 'MACD', 'RSI', 'KDJ'] as const;
export type OverIndicator = (typeof overIndicators)[number];
export type BelowIndicator = (typeof belowIndicators)[number];
export type Indicator = OverIndicator | BelowIndicator;

/** What each is computed over, as textbooks have it: lengths in candles; of the bands the second is their width in deviations. */
export const usualLengths: Readonly<Record<Indicator, readonly number[]>> = {
  MA: [7, 25, 99],
  EMA: [12, 26],
  BOLL: [20, 2],
  VOL: [],
  MACD: [12, 26, 9],
  RSI: [6, 12, 24],
  KDJ: [9, 3, 3],
};
/** The chart holds some more candles than that when it opens. */
export const lengthMax = 250;
export const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= lengthMax;

export const drawingKinds = [
  'segment', 'rayLine', 'straightLine', 'horizontalStraightLine', 'verticalStraightLine', 'parallelStraightLine',
  'fibonacciLine', 'brush',
] as const; // oxfmt-ignore
export type DrawingKind = (typeof drawingKinds)[number];
