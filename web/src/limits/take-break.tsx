import { queryPersonalLimits, takeTimeOut } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../data/use-send.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Chips } from '../ui/choices.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Heading, Note } from '../ui/text.tsx';
import { toast } from '../ui/toast.ts';

const lengths = ['1', '3', '7', '42'] as const;
type Days = (typeof lengths)[number];

export function TakeBreak({ accountId }: { accountId: string }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const [days, setDays] = useState<Days>('1');
  const [isAsking, setAsking] = useState(false);
  const sending = useSend(takeTimeOut, { changes: [queryPersonalLimits] });
  const length = (count: Days): string => formats.length(parseInt(count, 10), 'day');

  async function begin(): Promise<void> {
    const outcome = await sending.send({ account_id: accountId, hours: 24 * parseInt(days, 10) });
    setAsking(false);
    if (outcome?.ok) toast.success(t('limits.breakStarted'));
  }

  return (
    <section className="flex flex-col gap-3">
      <Heading>{t('limits.breakTitle')}</Heading>
      <Chips
        label={t('limits.breakLength')}
        isEven
        choices={lengths.map((value) => ({ value, label: length(value) }))}
        value={days}
        onChange={setDays}
      />
      <Note>{t('limits.breakText')}</Note>
      <Button look="secondary" isWide onPress={() => setAsking(true)}>
        {t('limits.breakStart')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('limits.breakTitle')}
        confirm={t('limits.breakStart')}
        look="danger"
        isBusy={sending.isSending}
        onConfirm={() => void begin()}
      >
        {t('limits.breakAsk', { length: length(days) })}
      </Dialog>
    </section>
  );
}
