import type { ContractsConfigMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useT } from '../text/texts.ts';
import { Skeleton } from '../ui/states.tsx';
import { Text } from '../ui/text.tsx';
import { useTerms } from './own-contracts.ts';

/** What needs the terms, or why it is not there: they are on their way, could not be had, or nothing is offered. */
export function TermsLoaded({ children }: { children: (terms: ContractsConfigMessage) => ReactNode }): ReactNode {
  const t = useT();
  const skeleton = (
    <div className="flex flex-col gap-3" aria-hidden>
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-40" />
    </div>
  );
  return (
    <Loaded read={useTerms().answer} skeleton={skeleton} empty={<Text as="p">{t('contracts.notOffered')}</Text>}>
      {({ RESULT_LIST: [terms] }) => terms && children(terms)}
    </Loaded>
  );
}
