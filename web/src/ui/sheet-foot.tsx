import type { ReactNode } from 'react';

/** The act at the end of a sheet's content: stays in view while what is above it scrolls. */
export const SheetFoot = ({ children }: { children: ReactNode }): ReactNode => (
  <div data-sheet-foot="" className="sticky -bottom-4 z-1 -mx-4 -mb-4 border-t border-line bg-raised px-4 py-3">
    {children}
  </div>
);
