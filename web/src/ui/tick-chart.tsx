// A small line of single ticks from entry to exit, with the entry's height across. Time runs from left to right in all languages.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface TickChartProps {
  /** Shares of width and height, from the top left. */
  points: readonly { x: number; y: number }[];
  /** Says what is seen. */
  label: string;
  entry?: string | undefined;
  exit?: string | undefined;
  /** The highest and the lowest price, at the end of their heights. */
  bounds?: { high: string; low: string } | undefined;
  /** A price that mattered, by its share of the height, with its name. */
  level?: { y: number; label: string } | undefined;
  tone: 'rise' | 'text';
}

const [width, height] = [320, 120];
/** For the prices of `bounds`. */
const gutter = 58;
const edge = { x: 8, top: 20, bottom: 20 };
const nameWidth = 36;

interface Spot {
  x: number;
  y: number;
}

export function TickChart({ points, label, entry, exit, level, bounds, tone }: TickChartProps): ReactNode {
  const end = width - edge.x - (bounds ? gutter : 0);
  const placed = points.map(({ x, y }) => ({
    x: edge.x + x * (end - edge.x),
    y: edge.top + y * (height - edge.top - edge.bottom),
  }));
  const [first, last] = [placed[0], placed.at(-1)];
  const line = placed.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="w-full">
      {first && entry !== undefined && (
        <line x1={edge.x} x2={end} y1={first.y} y2={first.y} strokeDasharray="4 4" className="stroke-line" />
      )}
      {bounds && (
        <>
          <Bound
            y={bounds.low === bounds.high ? (edge.top + height - edge.bottom) / 2 : edge.top}
            price={bounds.high}
          />
          {bounds.low !== bounds.high && <Bound y={height - edge.bottom} price={bounds.low} />}
        </>
      )}
      {level && <Level y={edge.top + level.y * (height - edge.top - edge.bottom)} end={end} label={level.label} />}
      <path d={line} fill="none" strokeWidth="1.5" strokeLinejoin="round" className="stroke-accent" />
      {first && entry !== undefined && (
        <End at={first} label={entry} anchor="start" isBelow={leavesRoomBelow(first, placed)} />
      )}
      {last && exit !== undefined && (
        <End at={last} label={exit} anchor="end" isBelow={leavesRoomBelow(last, placed)} isFilled tone={tone} />
      )}
    </svg>
  );
}

const Bound = ({ y, price }: { y: number; price: string }): ReactNode => (
  <text
    x={width - 2}
    y={y + 4}
    textAnchor="end"
    direction="ltr"
    strokeWidth="3"
    strokeLinejoin="round"
    className="figure fill-secondary stroke-card text-[0.65rem] [paint-order:stroke]"
  >
    {price}
  </text>
);

const Level = ({ y, end, label }: { y: number; end: number; label: string }): ReactNode => (
  <g className="text-warn">
    <line x1={edge.x} x2={end} y1={y} y2={y} strokeDasharray="2 3" stroke="currentColor" />
    <text
      x={end / 2}
      y={y - 5}
      textAnchor="middle"
      direction="ltr"
      strokeWidth="3"
      strokeLinejoin="round"
      className="stroke-card fill-current text-[0.65rem] [paint-order:stroke]"
    >
      {label}
    </text>
  </g>
);

/** Where the line near an end runs mostly above it, the end's name goes below. */
function leavesRoomBelow(end: Spot, placed: readonly Spot[]): boolean {
  if (end.y > height - edge.bottom) return false;
  const near = placed.filter(({ x }) => Math.abs(x - end.x) < nameWidth);
  return end.y < edge.top || near.filter(({ y }) => y < end.y).length * 2 > near.length;
}

interface EndProps {
  at: Spot;
  isBelow: boolean;
  label: string;
  anchor: 'start' | 'end';
  isFilled?: boolean;
  tone?: 'rise' | 'text';
}

const End = ({ at, label, anchor, isBelow, isFilled, tone = 'text' }: EndProps): ReactNode => (
  <g className={tone === 'rise' ? 'text-rise' : 'text-text'}>
    <circle
      cx={at.x}
      cy={at.y}
      r="4"
      strokeWidth="2"
      stroke="currentColor"
      className={isFilled ? 'fill-current' : 'fill-card'}
    />
    <text
      x={at.x + (anchor === 'start' ? -4 : 4)}
      y={isBelow ? at.y + 18 : at.y - 9}
      textAnchor={anchor}
      direction="ltr"
      strokeWidth="3"
      strokeLinejoin="round"
      className={clsx(
        'stroke-card fill-current text-[0.65rem] [paint-order:stroke]',
        tone === 'text' && 'text-secondary',
      )}
    >
      {label}
    </text>
  </g>
);

const round = (value: number): number => Math.round(value * 10) / 10;
