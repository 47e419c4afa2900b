// Every correction of a candle there ever was, newest first, and whether the list is genuine. Open to everyone.
import type { CandleCorrection } from '@candor/wire';
import { FileCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useCorrections } from '../session/corrections.ts';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../ui/states.tsx';
import { Unseen, Words } from '../ui/words.tsx';
import { CorrectionCard } from './correction-card.tsx';
import { CorrectionsVerdict } from './corrections-verdict.tsx';

const shownAtFirst = 30;

export function Screen(): ReactNode {
  const [t, words] = [useText(), useRefusalWords()];
  const read = useCorrections();
  return (
    <Page title={t('corrections.title')} back="/quotation">
      <Words as="p" size="small" tone="secondary" className="py-3">
        {t('corrections.intro')}
      </Words>
      {read.data ? (
        <Corrections corrections={read.data} />
      ) : read.isError ? (
        <ErrorState
          title={words(read.error.failure)}
          isRetrying={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <SkeletonList rows={4} />
      )}
    </Page>
  );
}

function Corrections({ corrections }: { corrections: readonly CandleCorrection[] }): ReactNode {
  const t = useText();
  const [count, setCount] = useState(shownAtFirst);
  const newestFirst = useMemo(() => corrections.toReversed(), [corrections]);
  if (corrections.length === 0) {
    return <EmptyState icon={FileCheck} title={t('corrections.none')} note={t('corrections.noneNote')} />;
  }
  return (
    <div className="flex flex-col gap-3">
      <CorrectionsVerdict corrections={corrections} />
      <Unseen as="h2">{t('corrections.list')}</Unseen>
      {newestFirst.slice(0, count).map((correction) => (
        <CorrectionCard key={correction.id} correction={correction} />
      ))}
      {count < newestFirst.length && (
        <Button look="secondary" onPress={() => setCount(count + shownAtFirst)}>
          {t('corrections.showMore')}
        </Button>
      )}
    </div>
  );
}
