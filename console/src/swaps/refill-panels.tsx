// A request to bring in a coin, made and ended.
import { askRefill, assetDecimals, dropRefill, getInventory, listQueues, listRefills, parseAmount } from '@candor/wire';
import type { AssetCode, Refill } from '@candor/wire';
import { AmountField } from '@candor/web/ui/amount-field.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';

const changes = [listRefills, getInventory, listQueues];

export function AskPanel({ coin, onClose }: { coin: string; onClose: () => void }): ReactNode {
  const t = useT();
  const [amount, setAmount] = useState('');
  const [why, setWhy] = useState('');
  const { send, isSending } = useSend(askRefill, { changes });
  async function submit(): Promise<void> {
    const outcome = await send({ coin, amount: amount.trim(), why: why.trim() });
    if (!outcome) return;
    if (outcome.ok) toast.success(t('swaps.asked'));
    onClose();
  }
  return (
    <Panel
      title={t('swaps.ask')}
      confirm={t('swaps.ask')}
      isBusy={isSending}
      isReady={parseAmount(amount.trim()) !== undefined && why.trim() !== ''}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <AmountField
        label={t('swaps.amount')}
        coin={coin}
        decimals={assetDecimals(coin as AssetCode)}
        value={amount}
        onChange={setAmount}
      />
      <Field label={t('swaps.why')} value={why} onChange={setWhy} maxLength={500} />
      <Note>{t('swaps.askNote')}</Note>
    </Panel>
  );
}

export function DropPanel({ item, onClose, onDone }: { item: Refill; onClose: () => void; onDone: () => void }) {
  const t = useT();
  const { send, isSending } = useSend(dropRefill, { changes });
  async function submit(): Promise<void> {
    const outcome = await send({ refill_id: item.refill_id });
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t('swaps.droppedToast'));
    onDone();
  }
  return (
    <Panel
      title={t('swaps.drop')}
      confirm={t('swaps.drop')}
      look="danger"
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{t('swaps.dropNote', { amount: item.amount, coin: item.coin })}</Note>
    </Panel>
  );
}
