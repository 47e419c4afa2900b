// What stands where content is missing: it loads, there is none, or it could not be had.
import { clsx } from 'clsx';
import { CloudOff, Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { Icon } from './button.tsx';
import { useKit } from './kit-provider.tsx';
import { Text } from './text.tsx';

/** A grey place of the size of what will come: give it width and height classes. */
export const Skeleton = ({ className }: { className?: string }): ReactNode => (
  <span aria-hidden className={clsx('block animate-pulse rounded-control bg-sunk', className)} />
);

/** Rows that load; says so to screen readers once. */
export function SkeletonList({ rows = 5 }: { rows?: number }): ReactNode {
  const { word } = useKit();
  return (
    <div role="status" className="flex flex-col">
      <span className="unseen">{word('loading')}</span>
      {Array.from({ length: rows }, (_, place) => (
        <div key={place} className="flex min-h-14 items-center gap-3">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}

export interface StateProps {
  /** One line. */
  title: string;
  note?: ReactNode;
  icon?: Icon;
  /** One act. */
  action?: ReactNode;
  className?: string;
}

export const EmptyState = ({ title, note, icon: IconPart = Inbox, action, className }: StateProps): ReactNode => (
  <div className={clsx('flex flex-col items-center gap-3 px-6 py-12 text-center', className)}>
    <span className="grid size-14 place-items-center rounded-full bg-sunk text-faint">
      <IconPart className="size-6" strokeWidth={1.75} aria-hidden />
    </span>
    <p className="font-medium text-balance">{title}</p>
    {note !== undefined && <p className="text-small text-balance text-secondary">{note}</p>}
    {action}
  </div>
);

export interface ErrorLineProps {
  text: string;
  onRetry: () => void;
  isRetrying: boolean;
  className?: string;
}

/** In the place of one figure or two. */
export function ErrorLine({ text, onRetry, isRetrying, className }: ErrorLineProps): ReactNode {
  const { word } = useKit();
  return (
    <div role="alert" className={clsx('flex flex-wrap items-center justify-between gap-2', className)}>
      <Text tone="secondary">{text}</Text>
      <Button look="secondary" isSmall isBusy={isRetrying} onPress={onRetry}>
        {word('retry')}
      </Button>
    </div>
  );
}

export interface ErrorStateProps extends StateProps {
  onRetry?: () => void;
  isRetrying?: boolean;
}

export function ErrorState({ onRetry, isRetrying = false, ...state }: ErrorStateProps): ReactNode {
  const { word } = useKit();
  const retry = onRetry && (
    <Button look="secondary" isBusy={isRetrying} onPress={onRetry}>
      {word('retry')}
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState icon={CloudOff} {...state} action={state.action ?? retry} />
    </div>
  );
}
