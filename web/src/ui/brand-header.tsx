import type { ReactNode } from 'react';
import { Mark } from './rail.tsx';

/** The head of the first page: the product's sign and name, a friendly line, and at most two actions. */
export const BrandHeader = ({
  name,
  note,
  actions,
}: {
  name: string;
  note?: ReactNode;
  actions?: ReactNode;
}): ReactNode => (
  <div className="flex min-h-header items-center gap-3 py-1 ps-4 pe-1">
    <Mark />
    <div className="flex min-w-0 flex-1 flex-col">
      <h1 tabIndex={-1} className="text-large leading-tight font-strong">
        {name}
      </h1>
      {note !== undefined && <p className="text-tiny text-secondary">{note}</p>}
    </div>
    <div className="flex">{actions}</div>
  </div>
);
