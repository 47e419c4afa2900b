// What the person has asked, newest first.
import type { SupportTicket } from '@candor/wire';
import { LifeBuoy } from 'lucide-react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { stateTones, tickets } from './ticket-list.ts';

export function Screen(): ReactNode {
  const t = useT();
  const list = useList(tickets, {}, { isEnabled: useUser() !== null });
  return (
    <Page
      title={t('shell.menuSupport')}
      back="/help"
      foot={
        <Button isWide to="/support/new">
          {t('support.new')}
        </Button>
      }
    >
      <PagedList
        list={list}
        empty={
          <EmptyState icon={LifeBuoy} title={t('support.none')} note={t('support.noneText')} className="my-auto" />
        }
        render={(items) => (
          <List isCard label={t('support.own')} className="mt-3">
            {items.map((ticket) => (
              <TicketRow key={ticket.ticket_id} ticket={ticket} />
            ))}
          </List>
        )}
      />
    </Page>
  );
}

function TicketRow({
  ticket: { ticket_id: id, subject, state, changed_at: at },
}: {
  ticket: SupportTicket;
}): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <Row
      to={`/support/${id}`}
      title={<bdi>{subject}</bdi>}
      note={<bdi>{formats.dateTime(at)}</bdi>}
      end={<Badge tone={stateTones[state]}>{t(`support.state_${state}`)}</Badge>}
    />
  );
}
