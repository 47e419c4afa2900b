// A document to whoever may look at it: what was typed beside its pictures, and what it has in common with other accounts.
import { countries } from '@candor/wire';
import type { IdentityCase as OpenedCase } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { TitledCard } from '../ui/titled-card.tsx';
import { PicturesOf } from './compared-pictures.tsx';
import { kindNames, stateNames, stateTones } from './identity-words.ts';

interface Opened {
  opened: OpenedCase;
}

export function PicturesCard({ opened }: Opened): ReactNode {
  const t = useT();
  return (
    <TitledCard title={t('identity.pictures')}>
      <Note>{t('identity.logged')}</Note>
      <PicturesOf opened={opened} />
    </TitledCard>
  );
}

export function DetailsCard({ opened }: Opened): ReactNode {
  const t = useT();
  return (
    <TitledCard title={t('identity.details')}>
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
    </TitledCard>
  );
}

export function DuplicatesCard({ opened }: Opened): ReactNode {
  const t = useT();
  return (
    <TitledCard title={t('identity.duplicates')}>
      <Duplicates duplicates={opened.duplicates} />
    </TitledCard>
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
