// What is wanted and offered as two hills with the present price between them. A finger on it reads the amounts.
import { useState } from 'react';
import type { PointerEvent, ReactNode } from 'react';

export interface DepthPoint {
  /** Percent of the picture from its left. */
  x: number;
  /** Percent of the picture from its bottom. */
  y: number;
  /** Decimal text: the price, and the amount up to it. */
  price: string;
  sum: string;
}

export interface DepthChartProps {
  label: string;
  /** From the middle outwards. */
  bids: readonly DepthPoint[];
  asks: readonly DepthPoint[];
  /** Below the picture: its edges and middle. */
  low: ReactNode;
  middle: ReactNode;
  high: ReactNode;
  /** Says a point. */
  describe: (point: DepthPoint) => ReactNode;
}

/** Left to right in every script, as charts are. */
export function DepthChart({ label, bids, asks, low, middle, high, describe }: DepthChartProps): ReactNode {
  const [finger, setFinger] = useState<number>();
  const chosen = finger === undefined ? undefined : nearest(finger < 50 ? bids : asks, finger);
  const look = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setFinger(((clientX - left) / Math.max(1, width)) * 100);
  };
  return (
    <div dir="ltr" className="flex flex-col gap-1">
      <p aria-hidden className="min-h-[1.4em] text-center text-small text-secondary">
        {chosen && describe(chosen)}
      </p>
      <div
        role="img"
        aria-label={label}
        className="relative h-48 touch-pan-y"
        data-keeps-swipe=""
        onPointerDown={look}
        onPointerMove={look}
        onPointerLeave={() => setFinger(undefined)}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="size-full">
          <path d={hillOf(bids, 0)} className="fill-rise-soft stroke-rise" vectorEffect="non-scaling-stroke" />
          <path d={hillOf(asks, 100)} className="fill-fall-soft stroke-fall" vectorEffect="non-scaling-stroke" />
        </svg>
        {chosen && (
          <>
            <span style={{ left: `${chosen.x}%` }} className="absolute inset-y-0 w-px bg-secondary" />
            <span
              style={{ left: `${chosen.x}%`, bottom: `${chosen.y}%` }}
              className="absolute size-2 -translate-x-1/2 translate-y-1/2 rounded-full bg-accent"
            />
          </>
        )}
      </div>
      <div className="flex justify-between text-tiny text-faint">
        <span>{low}</span>
        <span>{middle}</span>
        <span>{high}</span>
      </div>
    </div>
  );
}

/** In steps: between two prices nothing more is on offer. Closed along the bottom, from the middle to the edge. */
function hillOf(points: readonly DepthPoint[], edge: 0 | 100): string {
  const [first] = points;
  if (!first) return '';
  const steps = points.map(({ x, y }) => `H${x}V${100 - y}`).join('');
  return `M${first.x} 100${steps}H${edge}V100Z`;
}

/** The level that a price of this place would reach. */
const nearest = (points: readonly DepthPoint[], x: number): DepthPoint | undefined =>
  points.reduce<DepthPoint | undefined>(
    (best, point) => (best === undefined || Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best),
    undefined,
  );
