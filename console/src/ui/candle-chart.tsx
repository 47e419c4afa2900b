// Minutes as candles, with one of them as it was and as it becomes. Time runs from left to right in all languages.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface Candle {
  open: string;
  high: string;
  low: string;
  close: string;
}

export interface CandleChartProps {
  candles: readonly (Candle & { at: number })[];
  /** The minute that is corrected: drawn as it becomes, over a dashed one as it was. */
  corrected: { at: number; before: Candle; after: Candle };
  /** Says what is seen. */
  label: string;
  words: { before: string; after: string };
}

const [width, height] = [640, 220];
const edge = { x: 8, y: 14, end: 76 };

export function CandleChart({ candles, corrected, label, words }: CandleChartProps): ReactNode {
  const shown = candles.map((candle) => (candle.at === corrected.at ? { ...candle, ...corrected.after } : candle));
  const all: readonly Candle[] = [...shown, corrected.before];
  // Text of a price, and for places on the picture a plain number.
  const highest = all.reduce((top, { high }) => (+high > +top ? high : top), corrected.before.high);
  const lowest = all.reduce((bottom, { low }) => (+low < +bottom ? low : bottom), corrected.before.low);
  const span = +highest - +lowest || 1;
  const y = (price: string): number => edge.y + ((+highest - +price) / span) * (height - 2 * edge.y);
  const slot = (width - edge.x - edge.end) / Math.max(1, shown.length);
  const x = (place: number): number => edge.x + (place + 0.5) * slot;
  const place = shown.findIndex(({ at }) => at === corrected.at);
  return (
    <figure className="mt-3 flex flex-col gap-2">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="w-full">
        {shown.map((candle, at) => (
          <Bar key={candle.at} x={x(at)} y={y} candle={candle} width={slot * 0.6} isFaint={at !== place} />
        ))}
        {place >= 0 && <Ghost x={x(place)} y={y} candle={corrected.before} width={Math.max(6, slot * 0.9)} />}
        <Bound y={edge.y} price={highest} />
        <Bound y={height - edge.y} price={lowest} />
      </svg>
      <figcaption className="flex gap-4 text-small text-secondary">
        <span className="inline-flex items-center gap-2">
          <span className="w-5 border-t-2 border-dashed border-warn" aria-hidden />
          {words.before}
        </span>
        <span className="inline-flex items-center gap-2">
          <span className="size-3 rounded-control bg-accent" aria-hidden />
          {words.after}
        </span>
      </figcaption>
    </figure>
  );
}

interface BarProps {
  x: number;
  y: (price: string) => number;
  candle: Candle;
  width: number;
}

function Bar({ x, y, candle, width: wide, isFaint }: BarProps & { isFaint: boolean }): ReactNode {
  const { open, high, low, close } = candle;
  const [top, bottom] = +open > +close ? [y(open), y(close)] : [y(close), y(open)];
  return (
    <g className={clsx(!isFaint ? 'text-accent' : +close < +open ? 'text-fall' : 'text-rise', isFaint && 'opacity-50')}>
      <line x1={x} x2={x} y1={y(high)} y2={y(low)} stroke="currentColor" />
      <rect x={x - wide / 2} y={top} width={wide} height={Math.max(1, bottom - top)} className="fill-current" />
    </g>
  );
}

function Ghost({ x, y, candle: { open, high, low, close }, width: wide }: BarProps): ReactNode {
  const [top, bottom] = +open > +close ? [y(open), y(close)] : [y(close), y(open)];
  return (
    <g className="fill-none text-warn" strokeDasharray="3 3" strokeWidth="1.5" stroke="currentColor">
      <line x1={x} x2={x} y1={y(high)} y2={top} />
      <line x1={x} x2={x} y1={bottom} y2={y(low)} />
      <rect x={x - wide / 2} y={top} width={wide} height={Math.max(1, bottom - top)} />
    </g>
  );
}

const Bound = ({ y, price }: { y: number; price: string }): ReactNode => (
  <text x={width - 2} y={y + 4} textAnchor="end" direction="ltr" className="figure fill-secondary text-tiny">
    {price}
  </text>
);
