// Mails and SMS that the demo keeps instead of sending; a tap opens one.
import { listOutbox } from '@candor/wire';
import type { SentMessage } from '@candor/wire';
import { Mail, MessageSquare, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { serverNow } from '../session/live/feed.ts';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useRead } from '../session/use-read.ts';
import { useFormats, useText } from '../text/texts.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { List, Row } from '../ui/list.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../ui/states.tsx';
import { Heading, Words } from '../ui/words.tsx';

const shownMax = 20;

export function OutboxList(): ReactNode {
  const t = useText();
  const formats = useFormats();
  const words = useRefusalWords();
  const outbox = useRead(listOutbox, { recipient: '' }, { freshMs: 0 });
  const [opened, setOpened] = useState<SentMessage>();
  const [isOpen, setOpen] = useState(false);
  const messages = outbox.data?.messages.slice(0, shownMax) ?? [];
  return (
    <section className="mt-2">
      <Heading
        end={<IconButton icon={RotateCw} label={t('demo.outboxReload')} onPress={() => void outbox.refetch()} />}
      >
        {t('demo.outboxTitle')}
      </Heading>
      <Words as="p" size="small" tone="secondary" className="pb-2">
        {t('demo.outboxText')}
      </Words>
      {outbox.isPending && <SkeletonList rows={3} />}
      {outbox.isError && !outbox.data && (
        <ErrorState
          title={words(outbox.error.failure)}
          onRetry={() => void outbox.refetch()}
          isRetrying={outbox.isFetching}
        />
      )}
      {outbox.data && messages.length === 0 && <EmptyState icon={Mail} title={t('demo.outboxEmpty')} />}
      {messages.length > 0 && (
        <List isCard label={t('demo.outboxTitle')}>
          {messages.map((message) => (
            <Row
              key={`${message.at} ${message.recipient} ${message.kind}`}
              title={
                <Words size="small" weight="medium">
                  <bdi dir="ltr" className="break-all">
                    {message.recipient}
                  </bdi>
                </Words>
              }
              note={formats.relative(message.at, serverNow())}
              start={<RowIcon icon={message.channel === 'email' ? Mail : MessageSquare} tone="neutral" />}
              end={message.code === null ? undefined : <Code code={message.code} />}
              onPress={() => {
                setOpened(message);
                setOpen(true);
              }}
            />
          ))}
        </List>
      )}
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={opened?.subject || t('demo.message')}>
        {opened && <Message message={opened} />}
      </Sheet>
    </section>
  );
}

const Code = ({ code }: { code: string }): ReactNode => (
  <Words weight="strong" size="large">
    <bdi dir="ltr" className="figure">
      {code}
    </bdi>
  </Words>
);

function Message({ message }: { message: SentMessage }): ReactNode {
  const t = useText();
  const formats = useFormats();
  return (
    <div className="flex flex-col gap-3">
      <Words size="small" tone="secondary">
        <bdi dir="ltr">{message.recipient}</bdi> · <bdi dir="ltr">{formats.dateTime(message.at, 'seconds')}</bdi>
      </Words>
      <Words as="p" className="whitespace-pre-line">
        {message.text}
      </Words>
      {message.code !== null && (
        <div className="flex items-center justify-between">
          <Code code={message.code} />
          <CopyButton text={message.code} label={t('demo.code')} />
        </div>
      )}
    </div>
  );
}
