import { listPurchases, listTransfers, returnTransfer } from '@candor/wire';
import type { ListedTransfer } from '@candor/wire';
import { Note } from '@candor/web/ui/text.tsx';
import type { ReactNode } from 'react';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';

/** A transfer that belongs to no order was sent back. */
export function ReturnPanel({
  item,
  onClose,
  onDone,
}: {
  item: ListedTransfer;
  onClose: () => void;
  onDone: () => void;
}): ReactNode {
  const t = useT();
  const { send, isSending } = useSend(returnTransfer, { changes: [listTransfers, listPurchases] });
  async function submit(): Promise<void> {
    const outcome = await send({ transfer_id: item.transfer_id });
    if (!outcome) return;
    if (outcome.ok) onDone();
    else onClose();
  }
  const name = t('transfers.return');
  return (
    <Panel title={name} confirm={name} isBusy={isSending} onClose={onClose} onConfirm={() => void submit()}>
      <Note>{`${item.amount} ${item.currency} · ${item.payer}. ${t('transfers.returnNote')}`}</Note>
    </Panel>
  );
}
