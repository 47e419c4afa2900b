// Mails and SMS that the demo keeps instead of sending; a tap opens one.
import { listOutbox } from '@candor/wire';
import type { SentMessage } from '@candor/wire';
import { Mail, MessageSquare, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { PagedList } from '../data/paged-list.tsx';
import { usePartOf } from '../data/use-list.ts';
import { useRead } from '../data/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { List, Row } from '../ui/list.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { EmptyState, SkeletonList } from '../ui/states.tsx';
import { Figure, Heading, Text } from '../ui/text.tsx';

const pageSize = 20;

export function OutboxList(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { data, error, isFetching, refetch } = useRead(listOutbox, { recipient: '' }, { freshMs: 0 });
  const list = usePartOf({ data: data?.messages, error, isFetching, refetch }, pageSize);
  const [opened, setOpened] = useState<SentMessage>();
  const [isOpen, setOpen] = useState(false);
  const row = (message: SentMessage): ReactNode => (
    <Row
      key={`${message.at} ${message.recipient} ${message.kind}`}
      title={
        <Text size="small" weight="medium">
          <bdi dir="ltr" className="break-all">
            {message.recipient}
          </bdi>
        </Text>
      }
      note={formats.relative(message.at, serverNow())}
      start={<RowIcon icon={message.channel === 'email' ? Mail : MessageSquare} tone="neutral" />}
      end={message.code === null ? undefined : <Code code={message.code} />}
      onPress={() => {
        setOpened(message);
        setOpen(true);
      }}
    />
  );
  return (
    <section className="mt-2">
      <Heading end={<IconButton icon={RotateCw} label={t('demo.outboxReload')} onPress={() => void refetch()} />}>
        {t('demo.outboxTitle')}
      </Heading>
      <Text as="p" size="small" tone="secondary" className="pb-2">
        {t('demo.outboxText')}
      </Text>
      <PagedList
        list={list}
        skeleton={<SkeletonList rows={3} />}
        empty={<EmptyState icon={Mail} title={t('demo.outboxEmpty')} />}
        render={(messages) => (
          <List isCard label={t('demo.outboxTitle')}>
            {messages.map(row)}
          </List>
        )}
      />
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={opened?.subject || t('demo.message')}>
        {opened && <Message message={opened} />}
      </Sheet>
    </section>
  );
}

const Code = ({ code }: { code: string }): ReactNode => (
  <Text weight="strong" size="large">
    <Figure>{code}</Figure>
  </Text>
);

function Message({ message }: { message: SentMessage }): ReactNode {
  const t = useT();
  const formats = useFormats();
  return (
    <div className="flex flex-col gap-3">
      <Text size="small" tone="secondary">
        <bdi dir="ltr">{message.recipient}</bdi> · <bdi dir="ltr">{formats.dateTime(message.at, 'seconds')}</bdi>
      </Text>
      <Text as="p" className="whitespace-pre-line">
        {message.text}
      </Text>
      {message.code !== null && (
        <div className="flex items-center justify-between">
          <Code code={message.code} />
          <CopyButton text={message.code} label={t('demo.code')} />
        </div>
      )}
    </div>
  );
}
