import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** What matters, and beside it what belongs to it; one below the other where there is no room, the side first if it is to be. */
export const Columns = (props: { children: ReactNode; side: ReactNode; isSideFirst?: boolean }): ReactNode => (
  <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_22rem]">
    <div className="flex min-w-0 flex-col gap-4">{props.children}</div>
    <div className={clsx('flex min-w-0 flex-col gap-4', props.isSideFirst && 'max-wide:order-first')}>{props.side}</div>
  </div>
);

/** A form is no wider than it is read well. */
export const Narrow = ({ children }: { children: ReactNode }): ReactNode => (
  <div className="flex w-full max-w-160 flex-col gap-4">{children}</div>
);

export const ButtonGrid = ({ children }: { children: ReactNode }): ReactNode => (
  <div className="mt-3 grid grid-cols-2 gap-2">{children}</div>
);
