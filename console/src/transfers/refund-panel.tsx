// Says that the refund of an order was sent.
import { getPurchaseDesk, listPurchases, listQueues, recordRefund } from '@candor/wire';
import type { ListedPurchase } from '@candor/wire';
import { Note } from '@candor/web/ui/text.tsx';
import type { ReactNode } from 'react';
import { useAloneOrPropose } from '../session/use-alone-or-propose.tsx';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';

interface RefundPanelProps {
  item: ListedPurchase;
  onClose: () => void;
  onDone: () => void;
}

export function RefundPanel({ item, onClose, onDone }: RefundPanelProps): ReactNode {
  const t = useT();
  const { confirm, isBusy, isReady, second, submit } = useAloneOrPropose(recordRefund, {
    kind: 'record-refund',
    changes: [listPurchases, getPurchaseDesk, listQueues],
    confirm: 'transfers.markRefunded',
    done: 'transfers.refundedToast',
    onClose,
    onDone,
    payload: () => ({ purchase_id: item.id }),
  });
  return (
    <Panel
      title={t('transfers.markRefunded')}
      confirm={confirm}
      isBusy={isBusy}
      isReady={isReady}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{`${item.refund ?? ''} ${item.currency}. ${t('transfers.refundNote')}`}</Note>
      {second}
    </Panel>
  );
}
