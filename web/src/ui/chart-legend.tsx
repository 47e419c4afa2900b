// What a chart says in figures: its studies' values in one quiet line, and a box with the candle under the crosshair.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { StillText } from './ticking-text.tsx';

export interface LegendItem {
  name: string;
  text: string;
  tone: keyof typeof tones;
}

const tones = {
  a: 'text-line-a',
  b: 'text-line-b',
  c: 'text-line-c',
  d: 'text-line-d',
  e: 'text-line-e',
  f: 'text-line-f',
};

/** Left to right as the chart; as many lines as it needs, so that nothing lies over the candles. */
export const ChartLegend = ({ items }: { items: readonly LegendItem[] }): ReactNode => (
  <p aria-hidden className="flex min-h-[1.4em] flex-wrap gap-x-2.5 px-2 text-tiny wide:px-0">
    {items.map(({ name, text, tone }) => (
      <span key={name} className={clsx('figure', tones[tone])}>
        {name} <StillText text={text} />
      </span>
    ))}
  </p>
);

export interface CrosshairBoxProps {
  title: string;
  rows: readonly { label: string; value: ReactNode }[];
  /** Where the crosshair is: the box stands on the other side. */
  side: 'left' | 'right';
}

export const CrosshairBox = ({ title, rows, side }: CrosshairBoxProps): ReactNode => (
  <div
    aria-hidden
    data-part="crosshair"
    className={clsx(
      'pointer-events-none absolute top-1 z-1 rounded-control border border-line bg-raised px-2 py-1.5 text-tiny shadow-lift',
      side === 'left' ? 'right-16' : 'left-1',
    )}
  >
    <p className="pb-0.5 text-secondary">
      <bdi>{title}</bdi>
    </p>
    <dl className="grid grid-cols-[auto_auto] gap-x-3">
      {rows.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-faint">
            <bdi>{label}</bdi>
          </dt>
          <dd className="text-end text-text">{value}</dd>
        </div>
      ))}
    </dl>
  </div>
);
