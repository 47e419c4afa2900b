import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface BarsProps {
  label: string;
  /** Decimal texts, none below zero, oldest first. */
  values: readonly string[];
  className?: string;
}

const [width, height, gap] = [8, 40, 2];

/** Amounts of days beside each other; a day without one has a line at the bottom. */
export function Bars({ label, values, className }: BarsProps): ReactNode {
  // Geometry only, so that floats do no harm.
  const sizes = values.map((value) => +value);
  const highest = Math.max(...sizes) || 1;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, values.length) * width} ${height}`}
      preserveAspectRatio="none"
      className={clsx('h-12 w-full', className)}
    >
      {sizes.map((size, place) => {
        const tall = size > 0 ? Math.max(2, (size / highest) * height) : 1;
        return (
          <rect
            key={place}
            x={place * width}
            y={height - tall}
            width={width - gap}
            height={tall}
            className={size > 0 ? 'fill-rise' : 'fill-line'}
          />
        );
      })}
    </svg>
  );
}
