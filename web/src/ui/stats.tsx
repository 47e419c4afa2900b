import type { ReactNode } from 'react';

export interface Stat {
  label: ReactNode;
  value: ReactNode;
}

/** A few figures side by side, each under its name, in line also where a name takes two; they go below each other where letters are large. */
export const Stats = ({ stats, isSmall }: { stats: readonly Stat[]; isSmall?: boolean }): ReactNode => (
  <dl
    className={
      isSmall
        ? 'grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-x-3 gap-y-2'
        : 'grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-x-3 gap-y-3'
    }
  >
    {stats.map(({ label, value }, place) => (
      <div
        key={place}
        className="row-span-2 grid min-w-0 grid-rows-subgrid gap-y-0 border-s border-line ps-3 first:border-s-0 first:ps-0"
      >
        <dt className="text-tiny text-faint">{label}</dt>
        <dd className={isSmall ? 'text-small font-medium' : 'text-body font-strong'}>{value}</dd>
      </div>
    ))}
  </dl>
);
