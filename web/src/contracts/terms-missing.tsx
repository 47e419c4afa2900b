import type { ReactNode } from 'react';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useText } from '../text/texts.ts';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { useTerms } from './own-contracts.ts';

/** Why there is no ticket: they are on their way, could not be had, or nothing is offered. */
export function TermsMissing(): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const { answer, isOffered } = useTerms();
  if (isOffered === false) return <p>{t('contracts.notOffered')}</p>;
  if (answer.isError) {
    return (
      <ErrorState
        title={words(answer.error.failure)}
        onRetry={() => void answer.refetch()}
        isRetrying={answer.isFetching}
      />
    );
  }
  return (
    <div className="flex flex-col gap-3" aria-hidden>
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-40" />
    </div>
  );
}
