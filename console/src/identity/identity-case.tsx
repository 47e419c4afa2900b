// One case: what was typed beside its pictures, and what it has in common with other accounts.
import { countries, getIdentityCase } from '@candor/wire';
import type { IdentityCase as OpenedCase, ListedIdentityCase } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Card } from '@candor/web/ui/card.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Heading, Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Ago, At } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useT } from '../text/texts.ts';
import { Columns } from '../ui/columns.tsx';
import { PictureView } from '../ui/picture-view.tsx';
import { kindNames, reasonNames, stateNames, stateTones } from './identity-words.ts';

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
  const t = useT();
  const { opened, state } = shown;
  return (
    <Columns
      side={
        <>
          {opened && (
            <Card label={t('identity.details')}>
              <Heading>{t('identity.details')}</Heading>
              <Details opened={opened} />
            </Card>
          )}
          {opened && (
            <Card label={t('identity.duplicates')}>
              <Heading>{t('identity.duplicates')}</Heading>
              <Duplicates duplicates={opened.duplicates} />
            </Card>
          )}
          <Card label={t('identity.case')}>
            <Heading end={<Badge tone={stateTones[state]}>{t(stateNames[state])}</Badge>}>{t('identity.case')}</Heading>
            <Course shown={shown} />
          </Card>
        </>
      }
    >
      {!opened && state === 'review' && <Banner tone="info">{t('identity.claimFirst')}</Banner>}
      {opened?.needs_second === true && <Banner tone="warn">{t('identity.needsSecond')}</Banner>}
      {opened && (
        <Card label={t('identity.pictures')}>
          <Heading>{t('identity.pictures')}</Heading>
          <Note>{t('identity.logged')}</Note>
          <Pictures opened={opened} />
        </Card>
      )}
    </Columns>
  );
}

function Pictures({ opened: { front, back, claimed_until: until } }: { opened: OpenedCase }): ReactNode {
  const t = useT();
  const words = { zoomIn: t('identity.zoomIn'), zoomOut: t('identity.zoomOut'), turn: t('identity.turn'), notShown: t('identity.notShown') }; // oxfmt-ignore
  return (
    // A renewed claim asks for them anew.
    <div key={until} className="mt-3 grid gap-4 grid-cols-2">
      <PictureView src={front} label={t('identity.front')} words={words} />
      {back !== null && <PictureView src={back} label={t('identity.back')} words={words} />}
    </div>
  );
}

function Details({ opened }: { opened: OpenedCase }): ReactNode {
  const t = useT();
  return (
    <Facts>
      <Fact label={t('identity.name')}>{opened.name}</Fact>
      <Fact label={t('identity.birthDate')} note={`${t('identity.age')} ${opened.age}`}>
        {opened.birth_date}
      </Fact>
      <Fact label={t('identity.kind')}>{t(kindNames[opened.document_kind])}</Fact>
      <Fact label={t('identity.number')}>{opened.document_number}</Fact>
      <Fact label={t('identity.country')}>
        {countries.find(({ iso }) => iso === opened.country)?.name ?? opened.country}
      </Fact>
    </Facts>
  );
}

function Duplicates({ duplicates }: Pick<OpenedCase, 'duplicates'>): ReactNode {
  const t = useT();
  if (duplicates.length === 0) return <Note>{t('identity.noDuplicates')}</Note>;
  return (
    <>
      <ul className="flex flex-col gap-2">
        {duplicates.map(({ case_id: id, account_id: account, state, same }) => (
          <li key={id} className="flex flex-wrap items-center gap-1">
            <TextLink to={`/customers/${account}`} size="small" isInline>
              {account}
            </TextLink>
            <Badge tone={stateTones[state]}>{t(stateNames[state])}</Badge>
            {same.map((what) => (
              <Badge key={what} tone="warn">
                {t(`identity.${what}`)}
              </Badge>
            ))}
          </li>
        ))}
      </ul>
      {duplicates.some(({ same }) => same.includes('look')) && <Note>{t('identity.lookNote')}</Note>}
    </>
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
