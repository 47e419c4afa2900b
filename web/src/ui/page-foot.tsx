import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Stays at the bottom of a page, above the navigation, e.g. the buttons that trade; on a phone that lies on its side it would hide the page. */
export const PageFoot = ({ children, className }: { children: ReactNode; className?: string }): ReactNode => (
  <footer className="sticky bottom-[var(--below,0px)] z-10 mt-auto border-t border-line bg-card px-4 py-3 short:py-2 low:static">
    <div className={clsx('mx-auto w-full', className)}>{children}</div>
  </footer>
);
