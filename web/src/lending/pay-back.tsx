// Paying back in full: what is taken, and what it saves, stand there before.
import { formatAmount, repayBorrow, wad } from '@candor/wire';
import type { BorrowRecord } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../data/use-send.ts';
import { AvailableLine } from '../live/available-line.tsx';
import { useAvailable } from '../live/use-available.ts';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { toast } from '../ui/toast.ts';
import { borrowChanges } from './borrow-list.ts';
import { savedNow } from './borrow-rules.ts';

export function PayBack({ record }: { record: BorrowRecord }): ReactNode {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const available = useAvailable();
  const payBack = useSend(repayBorrow, { changes: borrowChanges });
  const { account_id, borrow_id } = record;
  const owed = record.owed_now ?? '0';
  const saved = savedNow(record);
  const isShort = available !== undefined && wad(owed) > wad(available);

  async function payNow(): Promise<void> {
    const outcome = await payBack.send({ account_id, borrow_id, total_amount: owed });
    setAsking(false);
    if (outcome?.ok) toast.success(t('lending.paidBack'));
  }

  const money = (amount: string): ReactNode => (
    <Money amount={amount} coin="USDT" precision="short" hasCoin size="small" />
  );
  return (
    <div className="flex flex-col gap-2">
      <AvailableLine available={available} isShort={isShort} />
      <Button isWide isDisabled={isShort} onPress={() => setAsking(true)}>
        {t('lending.payBack')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('lending.payBackTitle')}
        confirm={t('lending.payBack')}
        isBusy={payBack.isSending}
        onConfirm={() => void payNow()}
      >
        <Facts>
          <Fact label={t('lending.taken')}>{money(owed)}</Fact>
          {saved > 0n && <Fact label={t('lending.saved')}>{money(formatAmount(saved))}</Fact>}
        </Facts>
      </Dialog>
    </div>
  );
}
