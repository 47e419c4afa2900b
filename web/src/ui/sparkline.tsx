import { clsx } from 'clsx';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useKit } from './kit-provider.tsx';

export interface SparklineProps {
  /** Decimal texts, oldest first. */
  prices: readonly string[];
  className?: string;
  /** Says what is seen; of a market, unless given. */
  label?: string;
}

const [width, height, edge] = [64, 26, 2];

/** The shape of a day, without figures: its colour says whether the end is above the start. */
export function Sparkline({ prices, className, label }: SparklineProps): ReactNode {
  const { word } = useKit();
  // Geometry only, so that floats do no harm.
  const values = useMemo(() => prices.map((price) => +price).filter(Number.isFinite), [prices]);
  const points = useMemo(() => pointsOf(values), [values]);
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const move = last > first ? 'up' : last < first ? 'down' : 'unchanged';
  const color = { up: 'stroke-rise', down: 'stroke-fall', unchanged: 'stroke-faint' }[move];
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={clsx('shrink-0', className ?? 'h-6.5 w-16')}
      role="img"
      aria-label={label === undefined ? word('priceLine', { direction: word(move) }) : `${label}: ${word(move)}`}
      preserveAspectRatio="none"
    >
      <polyline
        points={points}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className={color}
      />
    </svg>
  );
}

function pointsOf(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  return values
    .map((value, place) => {
      const x = (place * width) / Math.max(1, values.length - 1);
      const y = edge + ((high - value) / span) * (height - 2 * edge);
      return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
    })
    .join(' ');
}
