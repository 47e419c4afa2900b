import type { MarketSummary } from '@candor/wire';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRefusalWords } from '../session/refusal-words.ts';
import type { RefusedError } from '../session/use-read.ts';
import { useText } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

/** Prices come by the socket all the same: without the summary only the day's lines are missing, so that the list stays. */
export function SummaryFault({ summary }: { summary: UseQueryResult<MarketSummary, RefusedError> }): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  if (!summary.isError || summary.data !== undefined) return null;
  const retry = (
    <Button
      look="secondary"
      isSmall
      isBusy={summary.isFetching}
      className="self-start"
      onPress={() => void summary.refetch()}
    >
      {t('ui.retry')}
    </Button>
  );
  return <Banner tone="warn" title={words(summary.error.failure)} action={retry} className="mt-3" />;
}
