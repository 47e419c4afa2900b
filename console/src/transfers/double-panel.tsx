// Asks whether a line that resembles a line of another file is another payment. Shows both lines.
import { answerTransferDouble, getTransfer, listPurchases, listTransfers } from '@candor/wire';
import type { ListedTransfer } from '@candor/wire';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRead } from '../session/use-read.ts';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';
import { Select } from '../ui/select.tsx';

interface DoublePanelProps {
  item: ListedTransfer;
  onClose: () => void;
  onDone: () => void;
}

const wordsOf = ({ booked_on: day, amount, currency, payer, text }: ListedTransfer): string =>
  [day, `${amount} ${currency}`, payer, text].filter((each) => each !== '').join(' · ');

export function DoublePanel({ item, onClose, onDone }: DoublePanelProps): ReactNode {
  const t = useT();
  const [answer, setAnswer] = useState('');
  const { data: other } = useRead(getTransfer, { transfer_id: item.double_of ?? '' }, { isStill: true });
  const { send, isSending } = useSend(answerTransferDouble, { changes: [listTransfers, listPurchases] });

  async function submit(): Promise<void> {
    if (answer !== 'another' && answer !== 'same') return;
    const outcome = await send({ transfer_id: item.transfer_id, answer });
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t('transfers.answeredToast'));
    onDone();
  }

  return (
    <Panel
      title={t('transfers.answer')}
      confirm={t('transfers.answer')}
      isBusy={isSending}
      isReady={answer !== ''}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{wordsOf(item)}</Note>
      {other && <Note>{wordsOf(other)}</Note>}
      <Note>{t('transfers.answerNote')}</Note>
      <Select
        label={t('transfers.answerField')}
        value={answer}
        onChange={setAnswer}
        options={[
          { value: '', label: '–' },
          { value: 'another', label: t('transfers.answer_another') },
          { value: 'same', label: t('transfers.answer_same') },
        ]}
      />
    </Panel>
  );
}
