// One withdrawal: how far it is, what it costs and what arrives, and the way back while nobody has approved it.
import { cancelWithdraw } from '@candor/wire';
import type { WithdrawalMessage } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../data/use-send.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Copied } from '../ui/copied.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Steps } from '../ui/steps.tsx';
import { toast } from '../ui/toast.ts';
import { StateBadge } from './state-badge.tsx';
import { placeOf } from './withdraw-rules.ts';
import { withdrawalChanges } from './withdrawal-list.ts';

export function WithdrawalView({ withdrawal }: { withdrawal: WithdrawalMessage }): ReactNode {
  const t = useT();
  const { coin_code: coin, reason } = withdrawal;
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-2">
          <Money amount={withdrawal.withdraw_money} coin={coin} precision="short" hasCoin size="title" weight="strong" />
          <StateBadge withdrawal={withdrawal} />
        </div>
        <WithdrawalFacts withdrawal={withdrawal} />
      </Card>
      {reason !== null && (
        <Banner tone={reason === 'own-wish' ? 'info' : 'warn'} title={t('withdrawals.reason')}>
          {t(`withdrawals.reason_${reason}`)}
        </Banner>
      )}
      <Progress withdrawal={withdrawal} />
      {withdrawal.step === 'review' && <TakeBack withdrawal={withdrawal} />}
    </div>
  );
} // oxfmt-ignore

function WithdrawalFacts({ withdrawal }: { withdrawal: WithdrawalMessage }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { coin_code: coin, txid } = withdrawal;
  const money = (amount: string): ReactNode => (
    <Money amount={amount} coin={coin} precision="short" hasCoin size="small" />
  );
  return (
    <Facts>
      <Fact label={t('withdrawals.feePlain')}>{money(withdrawal.fee)}</Fact>
      <Fact label={t('withdrawals.arrives')}>{money(withdrawal.net)}</Fact>
      <Fact label={t('withdrawals.network')}>{withdrawal.network_title}</Fact>
      <Fact label={t('withdrawals.to')} note={withdrawal.address_name}>
        <Copied text={withdrawal.address} label={t('withdrawals.address')} />
      </Fact>
      {txid !== null && (
        <Fact label={t('withdrawals.txid')}>
          <Copied text={txid} label={t('withdrawals.txid')} />
        </Fact>
      )}
      <Fact label={t('withdrawals.requested')}>
        <bdi>{formats.dateTime(withdrawal.requested_at)}</bdi>
      </Fact>
    </Facts>
  );
}

function Progress({ withdrawal }: { withdrawal: WithdrawalMessage }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const place = placeOf(withdrawal.step);
  if (place === undefined) return null;
  const at = (time: string | null): { note?: string } => (time === null ? {} : { note: formats.dateTime(time) });
  return (
    <Steps
      label={t('withdrawals.steps')}
      now={place}
      steps={[
        { title: t('withdrawals.step_review'), ...at(withdrawal.decided_at) },
        { title: t('withdrawals.step_signed') },
        { title: t('withdrawals.step_sent'), ...at(withdrawal.broadcast_at) },
        { title: t('withdrawals.step_confirmed'), ...at(withdrawal.ended_at) },
      ]}
    />
  );
}

function TakeBack({ withdrawal }: { withdrawal: WithdrawalMessage }): ReactNode {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const cancel = useSend(cancelWithdraw, { changes: withdrawalChanges });
  const { account_id, withdraw_id } = withdrawal;

  async function cancelNow(): Promise<void> {
    const outcome = await cancel.send({ account_id, withdraw_id });
    setAsking(false);
    if (outcome?.ok) toast.success(t('withdrawals.cancelled'));
  }

  return (
    <>
      <Button look="secondary" isWide onPress={() => setAsking(true)}>
        {t('withdrawals.cancel')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('withdrawals.cancelTitle')}
        confirm={t('withdrawals.cancel')}
        look="danger"
        isBusy={cancel.isSending}
        onConfirm={() => void cancelNow()}
      >
        {t('withdrawals.cancelText')}
      </Dialog>
    </>
  );
}
