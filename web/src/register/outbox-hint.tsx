// In the demo no message really leaves: shows the newcomer the one that would have come.
import { listOutbox } from '@candor/wire';
import { MailOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { EmptyState, SkeletonList } from '../ui/states.tsx';
import { Text } from '../ui/text.tsx';

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
  const t = useT();
  const isUsed = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    isUsed.current = false;
    setOpen(true);
  };
  return (
    <div className="-mt-2 flex flex-wrap items-center gap-x-2">
      <Text size="small" tone="secondary">
        {t('register.demoHint')}
      </Text>
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
  const [t, formats] = [useT(), useFormats()];
  return (
    <Loaded read={useRead(listOutbox, { recipient }, { freshMs: 0 })} skeleton={<SkeletonList rows={2} />}>
      {({ messages }) => {
        const message = messages.find(({ code }) => code !== null);
        if (!message || message.code === null) return <EmptyState title={t('register.demoNone')} />;
        const { code, subject, text, at } = message;
        return (
          <div className="flex flex-col gap-3">
            <Card look="sunk" className="flex flex-col gap-1">
              <Text size="tiny" tone="secondary">
                <bdi>{message.recipient}</bdi> · <bdi dir="ltr">{formats.time(at, 'seconds')}</bdi>
              </Text>
              {subject !== '' && <Text weight="strong">{subject}</Text>}
              <Text as="p" size="small" className="whitespace-pre-line">
                {text}
              </Text>
            </Card>
            <Button isWide onPress={() => onUse(code)}>
              {t('register.demoUse', { code })}
            </Button>
          </div>
        );
      }}
    </Loaded>
  );
}
