// Who runs the business: people with their roles, invitations, and who is signed in.
import { inviteOperator, letsIn, listOperators } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { IdCard } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Ago } from '../queue/ago.tsx';
import type { Place } from '../queue/place.ts';
import { Loaded } from '../session/loaded.tsx';
import { roleNames } from '../session/role-names.ts';
import { useMe, type DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import type people from '../text/en/people.json';
import { useT } from '../text/texts.ts';
import { PlacePage } from '../ui/frame.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { RenewalPanel } from './renewal-panel.tsx';
import { SessionsCard } from './sessions-card.tsx';

declare module '../text/keys.ts' {
  interface Areas {
    people: typeof people;
  }
}

const everyMs = 10_000;

export const place: Place = {
  name: 'operators',
  title: 'people.title',
  icon: IdCard,
  index: 80,
  screens: [{ path: '/operators', Screen: OperatorsScreen }],
};

function OperatorsScreen(): ReactNode {
  const t = useT();
  const me = useMe();
  const [isInviting, setInviting] = useState(false);
  const isAdministrator = letsIn(inviteOperator, me);
  return (
    <PlacePage
      title={t('people.title')}
      actions={
        isAdministrator && (
          <Button isSmall onPress={() => setInviting(true)}>
            {t('people.invite')}
          </Button>
        )
      }
    >
      {letsIn(listOperators, me) && <People isAdministrator={isAdministrator} />}
      <SessionsCard />
      {isInviting && <InvitePanel onClose={() => setInviting(false)} />}
    </PlacePage>
  );
}

type Person = DataOf<typeof listOperators>['operators'][number];

function People({ isAdministrator }: { isAdministrator: boolean }): ReactNode {
  const t = useT();
  return (
    <TitledCard title={t('people.people')}>
      <Loaded read={useRead(listOperators, {}, { everyMs })}>
        {({ operators }) => (
          <Table
            label={t('people.people')}
            rows={operators}
            keyOf={({ operator_id: id }) => id}
            columns={[
              { key: 'name', label: t('people.name'), cell: ({ name }) => name },
              {
                key: 'roles',
                label: t('people.roles'),
                cell: ({ roles }) => roles.map((role) => t(roleNames[role])).join(', '),
              },
              { key: 'state', label: t('people.state'), cell: (person) => <StateOf person={person} /> },
              {
                key: 'fingerprint',
                label: t('people.fingerprint'),
                cell: ({ fingerprint }) => <code>{fingerprint}</code>,
              },
              { key: 'seen', label: t('people.seen'), cell: (person) => <Ago at={person.last_seen_at} /> },
              ...(isAdministrator
                ? [{ key: 'act', label: '', cell: (person: Person) => <PersonActs person={person} /> }]
                : []),
            ]}
          />
        )}
      </Loaded>
    </TitledCard>
  );
}

function StateOf({ person }: { person: Person }): ReactNode {
  const t = useT();
  if (person.closed_at !== null) return <Badge tone="danger">{t('people.closed')}</Badge>;
  if (person.is_demo) return <Badge>{t('people.demo')}</Badge>;
  return person.accepted_at === null ? (
    <Badge tone="warn">{t('people.invited')}</Badge>
  ) : (
    <Badge tone="good">{t('people.active')}</Badge>
  );
}

function PersonActs({ person }: { person: Person }): ReactNode {
  const t = useT();
  const me = useMe();
  const [isMakingLink, setMakingLink] = useState(false);
  if (person.closed_at !== null || person.accepted_at === null) return null;
  const isOther = person.name !== me.name;
  const roles = encodeURIComponent(person.roles.join(' '));
  return (
    <span className="flex flex-wrap justify-end">
      <Button look="quiet" isSmall to={`/acts/new?kind=set-roles&name=${person.name}&roles=${roles}`}>
        {t('people.setRoles')}
      </Button>
      <Button look="quiet" isSmall to={`/acts/new?kind=close-operator&name=${person.name}`}>
        {t('people.close')}
      </Button>
      {isOther && (
        <Button look="quiet" isSmall to={`/acts/new?kind=renew-operator&name=${person.name}`}>
          {t('people.renew')}
        </Button>
      )}
      {isOther && person.renewal_until !== null && (
        <Button look="secondary" isSmall onPress={() => setMakingLink(true)}>
          {t('people.renewalLink')}
        </Button>
      )}
      {isMakingLink && <RenewalPanel name={person.name} onClose={() => setMakingLink(false)} />}
    </span>
  );
}
