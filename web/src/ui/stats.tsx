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
        // Chrome has subgrids since 117: before, the figures stand in line at their feet.
        className="row-span-2 grid min-w-0 grid-rows-[1fr_auto] gap-y-0 supports-[grid-template-rows:subgrid]:grid-rows-subgrid border-s border-line ps-3 first:border-s-0 first:ps-0"
      >
        <dt className="text-tiny text-faint">{label}</dt>
        <dd className={isSmall ? 'text-small font-medium' : 'text-body font-strong'}>{value}</dd>
      </div>
    ))}
  </dl>
);
