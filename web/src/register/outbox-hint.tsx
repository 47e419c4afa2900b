// In the demo no message really leaves: shows the newcomer the one that would have come.
import { listOutbox } from '@candor/wire';
import { MailOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useRead } from '../session/use-read.ts';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useFormats, useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../ui/states.tsx';
import { Words } from '../ui/words.tsx';

export function OutboxHint({
  recipient,
  sentAt,
  onUse,
  focusNext,
}: {
  recipient: string;
  sentAt: number;
  onUse: (code: string) => void;
  /** Where one goes on once the code is used. */
  focusNext: () => HTMLElement | null;
}): ReactNode {
  const t = useText();
  const isUsed = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    isUsed.current = false;
    setOpen(true);
  };
  return (
    <div className="-mt-2 flex flex-wrap items-center gap-x-2">
      <Words size="small" tone="secondary">
        {t('register.demoHint')}
      </Words>
      <Button look="quiet" isSmall icon={MailOpen} onPress={open} className="-ms-3">
        {t('register.demoOpen')}
      </Button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('register.demoTitle')}
        note={t('register.demoNote')}
        focusNext={() => (isUsed.current ? focusNext() : null)}
      >
        {isOpen && (
          <Message
            key={sentAt}
            recipient={recipient}
            onUse={(code) => {
              isUsed.current = true;
              setOpen(false);
              onUse(code);
            }}
          />
        )}
      </Sheet>
    </div>
  );
}

function Message({ recipient, onUse }: { recipient: string; onUse: (code: string) => void }): ReactNode {
  const t = useText();
  const formats = useFormats();
  const words = useRefusalWords();
  const outbox = useRead(listOutbox, { recipient }, { freshMs: 0 });
  const message = outbox.data?.messages.find(({ code }) => code !== null);
  if (outbox.isPending) return <SkeletonList rows={2} />;
  if (outbox.isError) return <ErrorState title={words(outbox.error.failure)} onRetry={() => void outbox.refetch()} />;
  if (message === undefined || message.code === null) return <EmptyState title={t('register.demoNone')} />;
  const { code, subject, text, at } = message;
  return (
    <div className="flex flex-col gap-3">
      <Card look="sunk" className="flex flex-col gap-1">
        <Words size="tiny" tone="secondary">
          <bdi>{message.recipient}</bdi> · <bdi dir="ltr">{formats.time(at, 'seconds')}</bdi>
        </Words>
        {subject !== '' && <Words weight="strong">{subject}</Words>}
        <Words as="p" size="small" className="whitespace-pre-line">
          {text}
        </Words>
      </Card>
      <Button isWide onPress={() => onUse(code)}>
        {t('register.demoUse', { code })}
      </Button>
    </div>
  );
}
