// Every correction of a candle there ever was, newest first, and whether the list is genuine. Open to everyone.
import { FileCheck } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useCorrections } from '../chart/corrections.ts';
import { PagedList } from '../data/paged-list.tsx';
import { usePartOf } from '../data/use-list.ts';
import { useT } from '../text/texts.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState, SkeletonList } from '../ui/states.tsx';
import { VisuallyHidden, Text } from '../ui/text.tsx';
import { CorrectionCard } from './correction-card.tsx';
import { CorrectionsVerdict } from './corrections-verdict.tsx';

const pageSize = 30;

export function Screen(): ReactNode {
  const t = useT();
  const { data: corrections, error, isFetching, refetch } = useCorrections();
  const newestFirst = useMemo(() => corrections?.toReversed(), [corrections]);
  const list = usePartOf({ data: newestFirst, error, isFetching, refetch }, pageSize);
  return (
    <Page title={t('corrections.title')} back="/quotation">
      <Text as="p" size="small" tone="secondary" className="py-3">
        {t('corrections.intro')}
      </Text>
      <PagedList
        list={list}
        skeleton={<SkeletonList rows={4} />}
        empty={<EmptyState icon={FileCheck} title={t('corrections.none')} note={t('corrections.noneNote')} />}
        render={(shown) => (
          <div className="flex flex-col gap-3">
            <CorrectionsVerdict corrections={corrections ?? []} />
            <VisuallyHidden as="h2">{t('shell.corrections')}</VisuallyHidden>
            {shown.map((correction) => (
              <CorrectionCard key={correction.id} correction={correction} />
            ))}
          </div>
        )}
      />
    </Page>
  );
}
