// An amount, and above it the choice of what it counts: beside each other they have no room for an amount with all its digits.
import type { ReactNode } from 'react';
import { Text } from '../ui/text.tsx';

interface ChosenAmountProps {
  /** Also of the field, which hides it: it is read out there. */
  label: string;
  choice: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}

export const ChosenAmount = ({ label, choice, beside, children }: ChosenAmountProps): ReactNode => (
  <div className="flex flex-col gap-1">
    <span aria-hidden>
      <Text size="small" tone="secondary">
        {label}
      </Text>
    </span>
    <div className="mb-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <div className="min-w-32 flex-none">{choice}</div>
      {beside}
    </div>
    {children}
  </div>
);
