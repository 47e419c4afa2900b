// Prices from a beginning to an end that is known, against the first one: filled on the side that wins and on the one that loses.
import { useId } from 'react';
import type { ReactNode } from 'react';

export interface RunChartProps {
  /** Shares of width and height, from the top left; the first is what all are measured by. Time runs to the right in all languages. */
  points: readonly { x: number; y: number }[];
  wins: 'above' | 'below';
  /** Says what is seen. */
  label: string;
}

const [width, height] = [320, 76];
const edge = 6;

export function RunChart({ points, wins, label }: RunChartProps): ReactNode {
  const id = useId();
  const placed = points.map(({ x, y }) => ({ x: edge + x * (width - 2 * edge), y: edge + y * (height - 2 * edge) }));
  const [first, last] = [placed[0], placed.at(-1)];
  if (!first || !last) return null;
  const line = placed.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
  const sides = [
    { name: 'above', y: 0, tall: first.y },
    { name: 'below', y: first.y, tall: height - first.y },
  ];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="w-full">
      {sides.map(({ name, y, tall }) => (
        <g key={name} className={name === wins ? 'fill-rise' : 'fill-fall'}>
          <clipPath id={`${id}${name}`}>
            <rect x="0" y={y} width={width} height={tall} />
          </clipPath>
          <path
            d={`${line}L${last.x} ${first.y}L${first.x} ${first.y}Z`}
            clipPath={`url(#${id}${name})`}
            className="opacity-30"
          />
        </g>
      ))}
      <g fill="none" className="stroke-secondary">
        <line x1={first.x} x2={width - edge} y1={first.y} y2={first.y} strokeDasharray="4 3" />
        <line x1={width - edge} x2={width - edge} y1={edge} y2={height - edge} strokeDasharray="2 3" />
      </g>
      <path d={line} fill="none" strokeWidth="1.5" strokeLinejoin="round" className="stroke-accent" />
      <circle cx={first.x} cy={first.y} r="3.5" strokeWidth="2" className="fill-card stroke-text" />
      {placed.length > 1 && (
        <circle
          cx={last.x}
          cy={last.y}
          r="3.5"
          className={
            last.y === first.y ? 'fill-text' : last.y < first.y === (wins === 'above') ? 'fill-rise' : 'fill-fall'
          }
        />
      )}
    </svg>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
