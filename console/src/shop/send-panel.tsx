// Says that a prize was handed to a carrier.
import { getPrize, listPrizes, listQueues, sendPrize } from '@candor/wire';
import type { ListedPrize } from '@candor/wire';
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';

interface SendPanelProps {
  item: ListedPrize;
  onClose: () => void;
  onDone: () => void;
}

export function SendPanel({ item, onClose, onDone }: SendPanelProps): ReactNode {
  const t = useT();
  const [carrier, setCarrier] = useState('');
  const [tracking, setTracking] = useState('');
  const { send, isSending } = useSend(sendPrize, { changes: [listPrizes, getPrize, listQueues] });

  async function submit(): Promise<void> {
    if (carrier.trim() === '' || tracking.trim() === '') return;
    const outcome = await send({ order_id: item.order_id, carrier: carrier.trim(), tracking: tracking.trim() });
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t('shop.sentToast'));
    onDone();
  }

  return (
    <Panel
      title={t('shop.send')}
      confirm={t('shop.send')}
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Field label={t('shop.carrier')} value={carrier} onChange={setCarrier} maxLength={60} />
      <Field label={t('shop.tracking')} value={tracking} onChange={setTracking} maxLength={60} />
      <Note>{t('shop.sendNote')}</Note>
    </Panel>
  );
}
