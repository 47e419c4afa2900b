// Asks for the reason for which a dismissed payment by a contract is opened again.
import { getHealth, listContractPayments, listQueues, reopenContractPayment } from '@candor/wire';
import type { ListedContractPayment } from '@candor/wire';
import { TextArea } from '@candor/web/ui/text-area.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';

interface ReopenPanelProps {
  item: ListedContractPayment;
  onClose: () => void;
  onDone: () => void;
}

export function ReopenPanel({ item, onClose, onDone }: ReopenPanelProps): ReactNode {
  const t = useT();
  const [reason, setReason] = useState('');
  const { send, isSending } = useSend(reopenContractPayment, {
    changes: [listContractPayments, listQueues, getHealth],
  });

  async function submit(): Promise<void> {
    const outcome = await send({ payment_id: item.payment_id, reason: reason.trim() });
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t('overview.contractReopenedToast'));
    onDone();
  }

  return (
    <Panel
      title={t('overview.contractReopen')}
      confirm={t('overview.contractReopen')}
      isBusy={isSending}
      isReady={reason.trim() !== ''}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{`${item.amount} ${item.coin_code}. ${t('overview.contractReopenNote')}`}</Note>
      <TextArea label={t('overview.contractReopenReason')} value={reason} onChange={setReason} maxLength={500} />
    </Panel>
  );
}
