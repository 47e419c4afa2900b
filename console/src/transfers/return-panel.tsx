// Says that the money of a line that belongs to no order was returned to its bank.
import { listPurchases, listTransfers, returnTransfer } from '@candor/wire';
import type { ListedTransfer } from '@candor/wire';
import { Note } from '@candor/web/ui/text.tsx';
import type { ReactNode } from 'react';
import { useAloneOrPropose } from '../session/use-alone-or-propose.tsx';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';

interface ReturnPanelProps {
  item: ListedTransfer;
  onClose: () => void;
  onDone: () => void;
}

export function ReturnPanel({ item, onClose, onDone }: ReturnPanelProps): ReactNode {
  const t = useT();
  const { confirm, isBusy, isReady, second, submit } = useAloneOrPropose(returnTransfer, {
    kind: 'return-transfer',
    changes: [listTransfers, listPurchases],
    confirm: 'transfers.return',
    done: 'transfers.returnedToast',
    onClose,
    onDone,
    payload: () => ({ transfer_id: item.transfer_id }),
  });
  return (
    <Panel
      title={t('transfers.return')}
      confirm={confirm}
      isBusy={isBusy}
      isReady={isReady}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{`${item.amount} ${item.currency} · ${item.payer}. ${t('transfers.returnNote')}`}</Note>
      {second}
    </Panel>
  );
}
