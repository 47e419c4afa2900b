// One case: its document as who has claimed it sees it, and the way that it has gone.
import { getIdentityCase } from '@candor/wire';
import type { IdentityCase as OpenedCase, ListedIdentityCase } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Ago, At } from '../queue/ago.tsx';
import { isClaimedByOther } from '../queue/claims.ts';
import { Loaded } from '../session/loaded.tsx';
import { useNow } from '../session/now.ts';
import { useMe, type DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useT } from '../text/texts.ts';
import { Columns } from '../ui/columns.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { DetailsCard, DuplicatesCard, PicturesCard } from './document-cards.tsx';
import { reasonNames, stateNames, stateTones } from './identity-words.ts';

type Shown = DataOf<typeof getIdentityCase>;

/** With its details, as who has claimed it sees it. */
export const isOpened = (item: ListedIdentityCase): boolean => openedOf(item) !== null;

/** What it shows certifies another account. */
export const needsSecond = (item: ListedIdentityCase): boolean => openedOf(item)?.needs_second === true;

const openedOf = (item: ListedIdentityCase | Shown): OpenedCase | null => ('opened' in item ? item.opened : null);

export function IdentityCase({ id, onItem }: { id: string; onItem: (item: Shown | undefined) => void }): ReactNode {
  // Each answer with details is a look that is kept.
  const read = useRead(getIdentityCase, { case_id: id }, { isStill: true });
  const { data } = read;
  useEffect(() => onItem(data), [data, onItem]);
  return <Loaded read={read}>{(shown) => <CaseView shown={shown} />}</Loaded>;
}

function CaseView({ shown }: { shown: Shown }): ReactNode {
  const [t, me, now] = [useT(), useMe(), useNow()];
  const { opened, state } = shown;
  const isFree = state === 'review' && !isClaimedByOther(shown, me, now);
  return (
    <Columns
      side={
        <>
          {opened && <DetailsCard opened={opened} />}
          {opened && <DuplicatesCard opened={opened} />}
          <TitledCard title={t('identity.case')} end={<Badge tone={stateTones[state]}>{t(stateNames[state])}</Badge>}>
            <Course shown={shown} />
          </TitledCard>
        </>
      }
    >
      {!opened && isFree && <Banner tone="info">{t('identity.claimFirst')}</Banner>}
      {opened?.needs_second === true && <Banner tone="warn">{t('identity.needsSecond')}</Banner>}
      {/* A renewed claim asks for them anew. */}
      {opened && <PicturesCard key={opened.claimed_until} opened={opened} />}
    </Columns>
  );
}

function Course({ shown }: { shown: Shown }): ReactNode {
  const t = useT();
  return (
    <Facts>
      <Fact label={t('identity.account')}>
        <TextLink to={`/customers/${shown.account_id}`} size="small" isInline>
          {shown.account_id}
        </TextLink>
      </Fact>
      <Fact label={t('identity.submitted')} note={<At at={shown.submitted_at} />}>
        <Ago at={shown.submitted_at} />
      </Fact>
      <Fact label={t('identity.attempt')}>{shown.attempt}</Fact>
      {shown.claimed_by !== null && (
        <Fact label={t('identity.claimedBy')} note={<At at={shown.claimed_until} />}>
          {shown.claimed_by}
        </Fact>
      )}
      {shown.decided_by !== null && (
        <Fact label={t('identity.decidedBy')} note={<At at={shown.decided_at} />}>
          {shown.decided_by}
        </Fact>
      )}
      {shown.reason !== null && <Fact label={t('identity.reason')}>{t(reasonNames[shown.reason])}</Fact>}
    </Facts>
  );
}
