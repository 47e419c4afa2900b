import type { ReactNode } from 'react';
import { Skeleton } from '../ui/states.tsx';

export const ReceiptLoading = (): ReactNode => (
  <div className="flex flex-col items-center gap-3 pt-3" aria-hidden>
    <Skeleton className="h-6 w-48" />
    <Skeleton className="h-9 w-40" />
    <Skeleton className="mt-2 h-44 w-full" />
    <Skeleton className="h-60 w-full" />
  </div>
);
