// What stands in the place of an answer until it is there.
import { ErrorState, SkeletonList } from '@candor/web/ui/states.tsx';
import type { ReactNode } from 'react';
import { refusalText } from '../text/refusal-text.ts';
import type { Reading } from './use-read.ts';

export function Loaded<Data>({
  read,
  children,
}: {
  read: Reading<Data>;
  children: (data: Data) => ReactNode;
}): ReactNode {
  if (read.data !== undefined) return children(read.data);
  if (read.error === null) return <SkeletonList rows={6} />;
  return (
    <ErrorState
      title={refusalText(read.error.failure)}
      onRetry={() => void read.refetch()}
      isRetrying={read.isFetching}
    />
  );
}
