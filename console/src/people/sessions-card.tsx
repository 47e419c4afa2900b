// Who is signed in, and from where; a session that nobody knows is ended here.
import { endOperatorSession, listOperatorSessions } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import type { ReactNode } from 'react';
import { Ago } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { TitledCard } from '../ui/titled-card.tsx';

type Session = DataOf<typeof listOperatorSessions>['sessions'][number];
const everyMs = 10_000;

export function SessionsCard(): ReactNode {
  const t = useT();
  return (
    <TitledCard title={t('people.sessions')}>
      <Loaded read={useRead(listOperatorSessions, {}, { everyMs })}>
        {({ sessions }) => (
          <Table
            label={t('people.sessions')}
            rows={sessions}
            keyOf={({ session_id: id }) => id}
            columns={[
              { key: 'operator', label: t('people.name'), cell: ({ operator }) => operator },
              { key: 'ip', label: t('people.address'), cell: ({ ip }) => ip },
              {
                key: 'device',
                label: t('people.device'),
                cell: ({ device }) => <span className="wrap-anywhere">{device}</span>,
              },
              { key: 'since', label: t('people.since'), cell: (session) => <Ago at={session.created_at} /> },
              { key: 'seen', label: t('people.seen'), cell: (session) => <Ago at={session.last_seen_at} /> },
              { key: 'end', label: '', cell: (session) => <EndButton session={session} /> },
            ]}
          />
        )}
      </Loaded>
    </TitledCard>
  );
}

function EndButton({ session }: { session: Session }): ReactNode {
  const t = useT();
  const { send, isSending } = useSend(endOperatorSession, { changes: [listOperatorSessions] });
  if (session.is_yours) return <Badge>{t('people.yours')}</Badge>;
  return (
    <Button look="quiet" isSmall isBusy={isSending} onPress={() => void send({ session_id: session.session_id })}>
      {t('people.end')}
    </Button>
  );
}
