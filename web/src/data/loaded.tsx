// What stands in the place of an answer while it is on its way, when it could not be had, and when there is nothing in it.
import type { Failure } from '@candor/wire';
import type { ReactNode } from 'react';
import { useRefusalText } from '../text/refusal-text.ts';
import { ErrorLine, ErrorState, SkeletonList } from '../ui/states.tsx';
import type { Reading } from './use-read.ts';

export interface LoadedProps<Data> {
  read: Reading<Data>;
  skeleton?: ReactNode;
  /** Instead of a list, or a RESULT_LIST, that has no items. */
  empty?: ReactNode;
  /** What could not be had, where the refusal does not say it. */
  errorNote?: string | undefined;
  /** line: in the place of one figure or two. */
  errorSize?: 'page' | 'line';
  /** Of the line that says an error. */
  errorClassName?: string | undefined;
  /** What stands for refusals that are answers; undefined for all others. */
  refused?: (failure: Failure) => ReactNode;
  children: (data: Data) => ReactNode;
}

/** What is known stays when a later reading fails, and says so. */
export function Loaded<Data>({ children, ...states }: LoadedProps<Data>): ReactNode {
  const { read, skeleton = <SkeletonList />, empty, errorNote, errorSize = 'page', errorClassName, refused } = states;
  const words = useRefusalText();
  const { data, error } = read;
  if (data !== undefined) {
    return (
      <>
        <ReadError read={read} className={errorClassName} />
        {empty !== undefined && isEmpty(data) ? empty : children(data)}
      </>
    );
  }
  if (error === null) return skeleton;
  const answer = refused?.(error.failure);
  if (answer !== undefined) return answer;
  if (errorSize === 'line') return <ReadError read={read} className={errorClassName} />;
  return <ErrorState title={words(error.failure)} note={errorNote} {...retryOf(read)} />;
}

/** Says that a reading failed, where all else stands without it. */
export function ReadError({
  read,
  className = 'py-2',
}: {
  read: Reading<unknown>;
  className?: string | undefined;
}): ReactNode {
  const words = useRefusalText();
  return read.error && <ErrorLine text={words(read.error.failure)} className={className} {...retryOf(read)} />;
}

const retryOf = (read: Reading<unknown>) => ({ onRetry: () => void read.refetch(), isRetrying: read.isFetching });

function isEmpty(data: unknown): boolean {
  const items = Array.isArray(data) ? data : (data as { RESULT_LIST?: unknown } | null)?.RESULT_LIST;
  return Array.isArray(items) && items.length === 0;
}
