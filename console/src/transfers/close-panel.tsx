// Asks for a note on what became of money that the bank took back after it had bought coins.
import { closeTakenBack, getHealth, listTransfers } from '@candor/wire';
import type { ListedTransfer } from '@candor/wire';
import { TextArea } from '@candor/web/ui/text-area.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';

interface ClosePanelProps {
  item: ListedTransfer;
  onClose: () => void;
  onDone: () => void;
}

export function ClosePanel({ item, onClose, onDone }: ClosePanelProps): ReactNode {
  const t = useT();
  const [note, setNote] = useState('');
  const { send, isSending } = useSend(closeTakenBack, { changes: [listTransfers, getHealth] });

  async function submit(): Promise<void> {
    const outcome = await send({ transfer_id: item.transfer_id, note: note.trim() });
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t('transfers.closedToast'));
    onDone();
  }

  return (
    <Panel
      title={t('transfers.close')}
      confirm={t('transfers.close')}
      isBusy={isSending}
      isReady={note.trim() !== ''}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{`${item.amount} ${item.currency} · ${item.payer} · ${item.reversed_on ?? ''}. ${t('transfers.closeNote')}`}</Note>
      <TextArea label={t('transfers.closeField')} value={note} onChange={setNote} maxLength={500} />
    </Panel>
  );
}
