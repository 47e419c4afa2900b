// What an operator does to an application, each in a panel that can be filled in and sent by keys alone.
import { approveLoan, getLoan, getLoanBook, listLoans, listQueues, rejectLoan } from '@candor/wire';
import type { BorrowReason, ListedLoan } from '@candor/wire';
import { Money } from '@candor/web/ui/money.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { takesTwo } from '../session/takes-two.ts';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';
import { Select } from '../ui/select.tsx';
import { reasonNames } from './loan-words.tsx';

interface PanelProps {
  item: ListedLoan;
  onClose: () => void;
  onDone: () => void;
}
const changes = [listLoans, getLoan, getLoanBook, listQueues];

/** Above what one operator approves alone it leads to the proposal that a second one decides on. */
export function ApprovePanel({ item, onClose, onDone }: PanelProps): ReactNode {
  const t = useT();
  const navigate = useNavigate();
  const { send, isSending } = useSend(approveLoan, { changes });
  async function submit(): Promise<void> {
    const proposal = `/acts/new?kind=approve-loan&loan_id=${item.loan_id}`;
    if (item.needs_two_persons) return navigate(proposal);
    const outcome = await send({ loan_id: item.loan_id });
    if (!outcome) return;
    if (!outcome.ok && takesTwo(outcome.code)) return navigate(proposal);
    if (!outcome.ok) return onClose();
    toast.success(t('lending.approvedToast'));
    onDone();
  }
  return (
    <Panel
      title={t('lending.approve')}
      confirm={t(item.needs_two_persons ? 'lending.propose' : 'lending.approve')}
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Money amount={item.amount} coin="USDT" hasCoin size="title" weight="strong" />
      <Note>{t(item.needs_two_persons ? 'lending.twoNote' : 'lending.approveNote')}</Note>
    </Panel>
  );
}

export function RejectPanel({ item, onClose, onDone }: PanelProps): ReactNode {
  const t = useT();
  const [reason, setReason] = useState<BorrowReason>('history-too-short');
  const { send, isSending } = useSend(rejectLoan, { changes });
  async function submit(): Promise<void> {
    const outcome = await send({ loan_id: item.loan_id, reason });
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t('lending.rejectedToast'));
    onDone();
  }
  return (
    <Panel
      title={t('lending.reject')}
      confirm={t('lending.reject')}
      look="danger"
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Select
        label={t('lending.reason')}
        value={reason}
        onChange={(value) => setReason(value as BorrowReason)}
        options={Object.entries(reasonNames).map(([value, label]) => ({ value, label: t(label) }))}
      />
      <Note>{t('lending.rejectNote')}</Note>
    </Panel>
  );
}
