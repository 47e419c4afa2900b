// One request: what was said, by whom and when; what comes in is there at once.
import { closeSupportTicket, getSupportTicket, parseWireId, rateSupportTicket, supportLimits, writeSupportMessage } from '@candor/wire'; // oxfmt-ignore
import type { SupportConversation } from '@candor/wire';
import { LifeBuoy } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useDraft } from '../data/use-draft.ts';
import { useRead } from '../data/use-read.ts';
import { useSend } from '../data/use-send.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Segmented } from '../ui/choices.tsx';
import { Form } from '../ui/form.tsx';
import { Conversation, Message } from '../ui/message.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { Figure, Heading, Note } from '../ui/text.tsx';
import { PictureFields, useNextPicture } from './picture-fields.tsx';
import { stateTones, ticketChanges } from './ticket-list.ts';
import { faultsOfMessage } from './ticket-rules.ts';

export function Screen(): ReactNode {
  const t = useT();
  const { id = '' } = useParams();
  return (
    <Page title={t('shell.menuSupport')} back="/support">
      {parseWireId('supportTicket', id) === undefined ? <NotFound /> : <OneTicket id={id} />}
    </Page>
  );
}

function OneTicket({ id }: { id: string }): ReactNode {
  const read = useRead(getSupportTicket, { ticket_id: id }, { isEnabled: useUser() !== null });
  const refused = ({ code }: { code: string }): ReactNode => (code === 'not-found' ? <NotFound /> : undefined);
  return (
    <Loaded read={read} refused={refused}>
      {(ticket) => <TicketView ticket={ticket} />}
    </Loaded>
  );
}

const NotFound = (): ReactNode => {
  const t = useT();
  return <EmptyState icon={LifeBuoy} title={t('refusals.not-found')} className="my-auto" />;
};

function TicketView({ ticket }: { ticket: SupportConversation }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { subject, about, state, messages } = ticket;
  return (
    <div className="flex flex-col gap-4 pt-3">
      <Heading end={<Badge tone={stateTones[state]}>{t(`support.state_${state}`)}</Badge>}>
        <bdi>{subject}</bdi>
      </Heading>
      {about !== '' && (
        <Note>
          {t('support.aboutLabel')} <Figure>{about}</Figure>
        </Note>
      )}
      <div aria-live="polite">
        <Conversation label={t('support.messages')}>
          {messages.map(({ message_id: id, is_ours: isOurs, body, pictures, at }) => (
            <Message
              key={id}
              isOwn={!isOurs}
              author={t(isOurs ? 'support.us' : 'support.you')}
              at={<bdi>{formats.dateTime(at)}</bdi>}
              body={body}
              pictures={pictures.map((src, place) => ({
                src,
                label: t('support.picture', { number: place + 1 }),
                missing: t('support.pictureGone'),
              }))}
            />
          ))}
        </Conversation>
      </div>
      {state === 'closed' ? <Ended ticket={ticket} /> : <Answer ticket={ticket} />}
    </div>
  );
}

function Answer({ ticket: { ticket_id: id } }: { ticket: SupportConversation }): ReactNode {
  const t = useT();
  const close = useSend(closeSupportTicket, { changes: ticketChanges });
  const form = useDraft({
    first: { message: '', pictures: [] as readonly string[] },
    keptAs: { name: `support ${id}`, fields: ['message'] },
    judge: faultsOfMessage,
    call: writeSupportMessage,
    changes: ticketChanges,
    payloadOf: ({ message, pictures }) => ({ ticket_id: id, message, pictures: [...pictures] }),
    fieldOf: (code) => (code === 'picture-missing' ? 'pictures' : undefined),
    onDone: (_ticket, _sent, set) => set({ message: '', pictures: [] }),
  });
  const picture = useNextPicture(form.field('pictures'));
  return (
    <>
      <Form {...form.form} className="gap-3">
        <TextArea label={t('support.message')} maxLength={supportLimits.messageLength} {...form.field('message')} />
        <PictureFields {...form.field('pictures')} next={picture} />
        <Button type="submit" isWide isBusy={form.isSending} isDisabled={picture.progress !== undefined}>
          {t('support.send')}
        </Button>
      </Form>
      <Button look="secondary" isWide isBusy={close.isSending} onPress={() => void close.send({ ticket_id: id })}>
        {t('support.settled')}
      </Button>
    </>
  );
}

const marks = ['1', '2', '3', '4', '5'] as const;

function Ended({ ticket: { ticket_id: id, rating, can_rate: canRate } }: { ticket: SupportConversation }): ReactNode {
  const t = useT();
  const rate = useSend(rateSupportTicket, { changes: ticketChanges });
  const [chosen, setChosen] = useState<string>();
  const shown = chosen ?? (rating === null ? undefined : String(rating));
  async function say(value: string): Promise<void> {
    setChosen(value);
    const outcome = await rate.send({ ticket_id: id, rating: parseInt(value, 10) });
    if (!outcome?.ok) setChosen(undefined);
  }
  return (
    <Card label={t('support.state_closed')} className="flex flex-col gap-3">
      <Note>{t('support.closedText')}</Note>
      {canRate && (
        <>
          <Heading>{t('support.rate')}</Heading>
          <Segmented
            label={t('support.rate')}
            choices={marks.map((value) => ({ value, label: value, spoken: t('support.rateOf', { value }) }))}
            value={marks.find((mark) => mark === shown)}
            onChange={(value) => void say(value)}
          />
          <span role="status">{rating !== null && <Note>{t('support.rated')}</Note>}</span>
        </>
      )}
      <Button look="secondary" to="/support/new">
        {t('support.new')}
      </Button>
    </Card>
  );
}
