import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Stays at the bottom of a page, above the navigation, e.g. the buttons that trade. */
export const PageFoot = ({ children, className }: { children: ReactNode; className?: string }): ReactNode => (
  <footer className="sticky bottom-[var(--below,0px)] z-10 border-t border-line bg-card px-4 py-3">
    <div className={clsx('mx-auto w-full', className)}>{children}</div>
  </footer>
);
