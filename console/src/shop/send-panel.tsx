// Says that a prize was handed to a carrier.
import { getPrize, listPrizes, listQueues, sendPrize } from '@candor/wire';
import type { ListedPrize } from '@candor/wire';
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAloneOrPropose } from '../session/use-alone-or-propose.tsx';
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
  const { confirm, isBusy, isReady, second, submit } = useAloneOrPropose(sendPrize, {
    kind: 'send-prize',
    changes: [listPrizes, getPrize, listQueues],
    confirm: 'shop.send',
    done: 'shop.sentToast',
    onClose,
    onDone,
    payload: () => ({ order_id: item.order_id, carrier: carrier.trim(), tracking: tracking.trim() }),
  });
  return (
    <Panel
      title={t('shop.send')}
      confirm={confirm}
      isBusy={isBusy}
      isReady={isReady && carrier.trim() !== '' && tracking.trim() !== ''}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Field label={t('shop.carrier')} value={carrier} onChange={setCarrier} maxLength={60} />
      <Field label={t('shop.tracking')} value={tracking} onChange={setTracking} maxLength={60} />
      <Note>{t('shop.sendNote')}</Note>
      {second}
    </Panel>
  );
}
