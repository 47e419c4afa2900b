// One request: what was said with its pictures, and beside it who asks.
import { getSupportCase } from '@candor/wire';
import type { ListedSupportTicket, OpenedSupportTicket } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Card } from '@candor/web/ui/card.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Conversation, Message } from '@candor/web/ui/message.tsx';
import { Heading, Note } from '@candor/web/ui/text.tsx';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import { useRead } from '../session/use-read.ts';
import { useT } from '../text/texts.ts';
import { Columns } from '../ui/columns.tsx';
import { PictureView } from '../ui/picture-view.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { CustomerCard } from './customer-card.tsx';
import { Lasted, stateNames, stateTones } from './support-words.tsx';

/** What the customer writes meanwhile is there soon. */
const everyMs = 3_000;

export function SupportCase({
  id,
  onItem,
}: {
  id: string;
  onItem: (item: ListedSupportTicket | undefined) => void;
}): ReactNode {
  const read = useRead(getSupportCase, { ticket_id: id }, { everyMs });
  const { data } = read;
  useEffect(() => onItem(data), [data, onItem]);
  return <Loaded read={read}>{(shown) => <CaseView shown={shown} />}</Loaded>;
}

function CaseView({ shown }: { shown: OpenedSupportTicket }): ReactNode {
  const t = useT();
  return (
    <Columns
      side={
        <>
          <TitledCard title={t('support.ticket')} end={<Badge tone={stateTones[shown.state]}>{t(stateNames[shown.state])}</Badge>}>
            <Course shown={shown} />
          </TitledCard>
          <CustomerCard accountId={shown.account_id} />
        </>
      }
    >
      <Note>{t('support.logged')}</Note>
      <Card label={t('support.conversation')}>
        <Heading>
          <bdi>{shown.subject}</bdi>
        </Heading>
        <Conversation label={t('support.conversation')}>
          {shown.messages.map(({ message_id: id, by, body, at }) => (
            <Message key={id} isOwn={by !== null} author={by ?? t('support.customerWrote')} at={<At at={at} />} body={body} />
          ))}
        </Conversation>
        <Pictures shown={shown} />
      </Card>
    </Columns>
  ); // oxfmt-ignore
}

function Pictures({ shown }: { shown: OpenedSupportTicket }): ReactNode {
  const t = useT();
  const words = { zoomIn: t('support.zoomIn'), zoomOut: t('support.zoomOut'), turn: t('support.turn'), notShown: t('support.notShown') }; // oxfmt-ignore
  return shown.messages
    .flatMap(({ pictures }) => pictures)
    .map((src, place) => (
      <PictureView key={src} src={src} label={t('support.picture', { number: place + 1 })} words={words} />
    ));
}

function Course({ shown }: { shown: OpenedSupportTicket }): ReactNode {
  const t = useT();
  return (
    <Facts>
      <Fact label={t('support.language')}>{shown.language}</Fact>
      {shown.about !== '' && (
        <Fact label={t('support.about')}>
          <span className="wrap-anywhere">{shown.about}</span>
        </Fact>
      )}
      <Fact label={t('support.created')}>
        <At at={shown.created_at} />
      </Fact>
      <Fact label={t('support.firstAnswer')}>
        {shown.first_answer_seconds === null ? '–' : <Lasted seconds={shown.first_answer_seconds} />}
      </Fact>
      <Fact label={t('support.solved')}>
        {shown.closed_seconds === null ? '–' : <Lasted seconds={shown.closed_seconds} />}
      </Fact>
      <Fact label={t('support.claimedBy')}>{shown.claimed_by ?? '–'}</Fact>
      <Fact label={t('support.rating')}>{shown.rating ?? '–'}</Fact>
    </Facts>
  );
}
