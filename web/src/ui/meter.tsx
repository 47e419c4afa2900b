import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface MeterPart {
  name: string;
  /** Of all parts together; only their proportion counts. */
  size: number;
  /** Beside the name in the legend. */
  value: ReactNode;
}

const fills = ['bg-accent', 'bg-accent/60', 'bg-accent/35', 'bg-faint/40'];

/** How a whole is split, as one bar with its legend: where the money is. */
export const Meter = ({ label, parts }: { label: string; parts: readonly MeterPart[] }): ReactNode => (
  <div role="group" aria-label={label} className="flex flex-col gap-2">
    <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-sunk">
      {parts.map(({ name, size }, place) =>
        size > 0 ? (
          <span key={name} className={clsx('min-w-1', fills[place])} style={{ flexGrow: size, flexBasis: 0 }} />
        ) : null,
      )}
    </div>
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {parts.map(({ name, value }, place) => (
        <li key={name} className="flex items-center gap-1.5 text-tiny text-secondary">
          <span aria-hidden className={clsx('size-2 rounded-full', fills[place])} />
          {name} {value}
        </li>
      ))}
    </ul>
  </div>
);
