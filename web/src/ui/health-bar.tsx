// How much room there is to a limit: full and calm, then amber, then red. The figure beside it says the same in words.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** From 1, all of it, to 0, none. */
export const HealthBar = ({ share }: { share: number }): ReactNode => (
  <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-sunk">
    <span
      className={clsx('block h-full rounded-full', share > 0.5 ? 'bg-good' : share > 0.25 ? 'bg-warn' : 'bg-danger')}
      style={{ inlineSize: `${Math.max(2, Math.round(share * 100))}%` }}
    />
  </span>
);
