// Before a pledge is closed early, what comes back, what is kept and what is given up stand there in money.
import { closePledge } from '@candor/wire';
import type { PledgeOrder } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../data/use-send.ts';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { toast } from '../ui/toast.ts';
import { pledgeChanges } from './pledge-list.ts';
import { lostNow } from './pledge-rules.ts';

export function CloseEarly({ pledge }: { pledge: PledgeOrder }): ReactNode {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const close = useSend(closePledge, { changes: pledgeChanges });
  const { account_id, pledge_order_id, amount, posted } = pledge;

  async function closeNow(): Promise<void> {
    const outcome = await close.send({ account_id, pledge_order_id });
    setAsking(false);
    if (outcome?.ok) toast.success(t('staking.closed'));
  }

  const money = (value: string, tone: 'text' | 'warn' = 'text'): ReactNode => (
    <Money amount={value} coin="USDT" precision="short" hasCoin size="small" tone={tone} />
  );
  return (
    <>
      <Button look="secondary" isWide onPress={() => setAsking(true)}>
        {t('staking.closeEarly')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('staking.closeTitle')}
        confirm={t('staking.closeEarly')}
        look="danger"
        isBusy={close.isSending}
        onConfirm={() => void closeNow()}
      >
        <Facts>
          <Fact label={t('staking.closeBack')}>{money(amount)}</Fact>
          <Fact label={t('staking.closeKept')}>{money(posted)}</Fact>
          <Fact label={t('staking.closeLost')}>{money(lostNow(pledge), 'warn')}</Fact>
        </Facts>
      </Dialog>
    </>
  );
}
