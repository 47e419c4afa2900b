// What may be offered here: the profile in force, what is to come, what two people can choose, and the share of losing accounts.
import { chooseConduct, getConductDesk, mayPropose } from '@candor/wire';
import type { ConductMessage } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import type { Place } from '../queue/place.ts';
import { Loaded } from '../session/loaded.tsx';
import { useMe, type DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Narrow } from '../ui/columns.tsx';
import { PlacePage } from '../ui/frame.tsx';
import { TitledCard } from '../ui/titled-card.tsx';

const everyMs = 10_000;

export const place: Place = {
  name: 'conduct',
  title: 'overview.conduct',
  icon: ShieldCheck,
  index: 70,
  screens: [{ path: '/conduct', Screen: ConductScreen }],
};

function ConductScreen(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <PlacePage title={t('overview.conduct')}>
      <Loaded read={useRead(getConductDesk, {}, { everyMs })}>
        {({ in_force: now, coming, losing_accounts: losing, profiles, choices }) => (
          <Narrow>
            <TitledCard title={t('overview.inForce')}>
              <Profile profile={now} />
            </TitledCard>
            <TitledCard title={t('overview.coming')}>
              {coming === null ? <Note>{t('overview.nothingComing')}</Note> : <Profile profile={coming} />}
            </TitledCard>
            {losing && (
              <TitledCard title={t('overview.losing')} end={formats.percent(losing.share)}>
                <Note>{t('overview.losingOf', { losing: losing.losing, accounts: losing.accounts })}</Note>
              </TitledCard>
            )}
            <TitledCard title={t('overview.profiles')}>
              <Note>{t('overview.profilesNote')}</Note>
              <Profiles profiles={profiles} />
            </TitledCard>
            <TitledCard title={t('overview.choices')}>
              <Choices choices={choices} />
            </TitledCard>
          </Narrow>
        )}
      </Loaded>
    </PlacePage>
  );
}

function Profile({ profile }: { profile: ConductMessage['in_force'] }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const yesNo = (is: boolean): string => t(is ? 'acts.yes' : 'acts.no');
  return (
    <Facts>
      <Fact label={t('overview.jurisdiction')} note={t('overview.version', { version: profile.version })}>
        {profile.jurisdiction}
      </Fact>
      <Fact label={t('overview.optionsOffered')}>{yesNo(profile.options_offered)}</Fact>
      <Fact label={t('overview.warning')}>{t(`overview.warning_${profile.warning}`)}</Fact>
      <Fact label={t('overview.leverMax')}>{formats.whole(profile.lever_max)}</Fact>
      <Fact label={t('overview.ageMin')}>{formats.whole(profile.age_min)}</Fact>
      <Fact label={t('overview.bonuses')}>{yesNo(profile.bonuses_offered)}</Fact>
      <Fact label={t('overview.from')}>
        <At at={profile.in_force_from} />
      </Fact>
    </Facts>
  );
}

type Desk = DataOf<typeof getConductDesk>;

/** The newest version of each, as an older one can't be chosen. */
function Profiles({ profiles }: Pick<Desk, 'profiles'>): ReactNode {
  const [t, formats, me] = [useT(), useFormats(), useMe()];
  const newest = [...new Map(profiles.map((profile) => [profile.jurisdiction, profile])).values()];
  const yesNo = (is: boolean): string => t(is ? 'acts.yes' : 'acts.no');
  return (
    <Table
      label={t('overview.profiles')}
      rows={newest}
      keyOf={({ jurisdiction }) => jurisdiction}
      columns={[
        { key: 'name', label: t('overview.jurisdiction'), cell: (row) => `${row.jurisdiction} ${row.version}` },
        { key: 'options', label: t('overview.optionsOffered'), cell: (row) => yesNo(row.options_offered) },
        { key: 'lever', label: t('overview.leverMax'), isFigure: true, cell: (row) => formats.whole(row.lever_max) },
        { key: 'warning', label: t('overview.warning'), cell: (row) => t(`overview.warning_${row.warning}`) },
        { key: 'age', label: t('overview.ageMin'), isFigure: true, cell: (row) => formats.whole(row.age_min) },
        { key: 'bonuses', label: t('overview.bonuses'), cell: (row) => yesNo(row.bonuses_offered) },
        ...(mayPropose(chooseConduct, me)
          ? [{ key: 'act', label: '', cell: (row: Desk['profiles'][number]) => <ChooseButton name={row.jurisdiction} /> }] // oxfmt-ignore
          : []),
      ]}
    />
  );
}

function ChooseButton({ name }: { name: string }): ReactNode {
  const t = useT();
  return (
    <Button look="quiet" isSmall to={`/acts/new?kind=choose-conduct&jurisdiction=${name}`}>
      {t('overview.choose')}
    </Button>
  );
}

function Choices({ choices }: Pick<Desk, 'choices'>): ReactNode {
  const t = useT();
  return (
    <Table
      label={t('overview.choices')}
      rows={choices.toReversed()}
      keyOf={({ number }) => String(number)}
      columns={[
        { key: 'name', label: t('overview.jurisdiction'), cell: (row) => `${row.jurisdiction} ${row.version}` },
        { key: 'by', label: t('overview.chosenBy'), cell: (row) => t(`overview.by_${row.chosen_by}`) },
        { key: 'asked', label: t('overview.askedAt'), cell: (row) => <At at={row.asked_at} /> },
        { key: 'from', label: t('overview.inForceFrom'), cell: (row) => <At at={row.in_force_from} /> },
      ]}
    />
  );
}
