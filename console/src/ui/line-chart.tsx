// Amounts over time, a line each, with what they were under the pointer. Time runs from left to right in all languages.
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';

export interface LineChartProps {
  /** Says what is seen. */
  label: string;
  /** The oldest first. */
  times: readonly number[];
  /** Decimal texts, one for each time. */
  lines: readonly { name: string; values: readonly string[] }[];
  /** How an amount and a time are written. */
  amountText: (value: string) => string;
  timeText: (at: number) => string;
}

const [width, height] = [640, 180];
const edge = { x: 4, y: 18 };
const looks = ['stroke-line-b bg-line-b', 'stroke-line-a bg-line-a', 'stroke-line-c bg-line-c', 'stroke-line-d bg-line-d', 'stroke-line-e bg-line-e', 'stroke-line-f bg-line-f']; // oxfmt-ignore
const lookOf = (place: number): string => looks[place % looks.length]!;
const round = (value: number): number => Math.round(value * 10) / 10;

export function LineChart({ label, times, lines, amountText, timeText }: LineChartProps): ReactNode {
  const id = useId();
  const [pointed, setPointed] = useState<number>();
  const last = times.length - 1;
  const place = pointed === undefined ? last : Math.min(last, pointed);
  // Geometry only, so that floats do no harm.
  const all = lines.flatMap(({ values }) => values.map((value) => +value));
  const [top, bottom] = [Math.max(...all), Math.min(...all)];
  const [first, end] = [times[0]!, times[last]!];
  const x = (at: number): number => edge.x + ((at - first) / (end - first || 1)) * (width - 2 * edge.x);
  const y = (value: string): number =>
    top === bottom ? height / 2 : edge.y + ((top - +value) / (top - bottom)) * (height - 2 * edge.y);
  const textOf = (amount: number): string =>
    amountText(lines.flatMap(({ values }) => values).find((value) => +value === amount)!);
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    setPointed(nearest(times, first + share * (end - first)));
  };
  const step = ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowLeft') setPointed(Math.max(0, place - 1));
    if (key === 'ArrowRight') setPointed(Math.min(last, place + 1));
  };
  return (
    <figure className="mt-3 flex flex-col gap-2">
      {/* Arrow keys read it like the pointer. */}
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={place}
        aria-valuetext={timeText(times[place]!)}
        aria-describedby={id}
        onKeyDown={step}
      >
        <svg
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden
          className="w-full touch-pan-y"
          onPointerMove={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          {[edge.y, height - edge.y].map((at) => (
            <line key={at} x1={0} x2={width} y1={at} y2={at} className="stroke-line" strokeDasharray="3 4" />
          ))}
          {top !== bottom && <Bound y={edge.y - 3} text={textOf(top)} />}
          {top !== bottom && <Bound y={height - edge.y - 3} text={textOf(bottom)} />}
          <line x1={x(times[place]!)} x2={x(times[place]!)} y1={0} y2={height} className="stroke-faint" />
          {lines.map(({ name, values }, number) => (
            <polyline
              key={name}
              fill="none"
              strokeWidth="1.75"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
              className={lookOf(number)}
              points={values.map((value, at) => `${round(x(times[at]!))},${round(y(value))}`).join(' ')}
            />
          ))}
          {lines.map(
            ({ name, values }, number) =>
            <circle key={name} r="3" cx={x(times[place]!)} cy={y(values[place]!)} fill="none" strokeWidth="2" className={lookOf(number)} />, // oxfmt-ignore
          )}
        </svg>
      </div>
      <figcaption id={id} className="flex flex-wrap gap-x-4 gap-y-1 text-small text-secondary">
        <span>{timeText(times[place]!)}</span>
        {lines.map(({ name, values }, number) => (
          <span key={name} className="inline-flex items-center gap-2">
            <span className={clsx('h-0.5 w-4', lookOf(number))} aria-hidden />
            {name} <span className="figure text-text">{amountText(values[place]!)}</span>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const Bound = ({ y, text }: { y: number; text: string }): ReactNode => (
  <text x={width - 2} y={y} textAnchor="end" direction="ltr" className="figure fill-secondary text-tiny">
    {text}
  </text>
);

/** The place of the time that is nearest. */
function nearest(times: readonly number[], wanted: number): number {
  const after = times.findIndex((at) => at >= wanted);
  if (after < 0) return times.length - 1;
  if (after === 0) return 0;
  return times[after]! - wanted < wanted - times[after - 1]! ? after : after - 1;
}
