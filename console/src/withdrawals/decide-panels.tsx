// What an operator does to a withdrawal, each in a panel that can be filled in and sent by keys alone.
import {
  approveWithdrawal,
  getWithdrawal,
  listQueues,
  listWithdrawals,
  paymentText,
  refusalReasons,
  refuseWithdrawal,
} from '@candor/wire';
import type { ListedWithdrawal } from '@candor/wire';
import { Money } from '@candor/web/ui/money.tsx';
import { Figure, Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { SigningNote, useSigning } from '../session/sign-approval.tsx';
import { takesTwo } from '../session/takes-two.ts';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';
import { Select } from '../ui/select.tsx';
import { reasonNames } from './withdrawal-words.tsx';

interface PanelProps {
  item: ListedWithdrawal;
  onClose: () => void;
  onDone: () => void;
}
const changes = [listWithdrawals, getWithdrawal, listQueues];

/** Above what one operator approves alone it leads to the proposal that a second one decides on. */
export function ApprovePanel({ item, onClose, onDone }: PanelProps): ReactNode {
  const t = useT();
  const navigate = useNavigate();
  const { send, isSending } = useSend(approveWithdrawal, { changes });
  const { isPossible, sign } = useSigning(!item.needs_two_persons);
  async function submit(): Promise<void> {
    const proposal = `/acts/new?kind=approve-withdrawal&withdraw_id=${item.withdraw_id}`;
    if (item.needs_two_persons) return navigate(proposal);
    const signed = await sign((person) => paymentText(item, person));
    const outcome = signed && (await send({ withdraw_id: item.withdraw_id, ...signed }));
    if (!outcome) return;
    if (!outcome.ok && takesTwo(outcome.code)) return navigate(proposal);
    if (!outcome.ok) return onClose();
    toast.success(t('withdrawals.approvedToast'));
    onDone();
  }
  return (
    <Panel
      title={t('withdrawals.approve')}
      confirm={t(item.needs_two_persons ? 'withdrawals.propose' : 'withdrawals.approve')}
      isBusy={isSending}
      isReady={isPossible}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Money amount={item.net} coin={item.coin_code} hasCoin size="title" weight="strong" />
      <Figure>{item.address}</Figure>
      <Note>{t(item.needs_two_persons ? 'withdrawals.twoNote' : 'withdrawals.approveNote')}</Note>
      {!item.needs_two_persons && <SigningNote isPossible={isPossible} />}
    </Panel>
  );
}

type Reason = (typeof refusalReasons)[number];

export function RefusePanel({ item, onClose, onDone }: PanelProps): ReactNode {
  const t = useT();
  const [reason, setReason] = useState<Reason>('address-doubtful');
  const { send, isSending } = useSend(refuseWithdrawal, { changes });
  async function submit(): Promise<void> {
    const outcome = await send({ withdraw_id: item.withdraw_id, reason });
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t('withdrawals.refusedToast'));
    onDone();
  }
  return (
    <Panel
      title={t('withdrawals.refuse')}
      confirm={t('withdrawals.refuse')}
      look="danger"
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Select
        label={t('withdrawals.reason')}
        value={reason}
        onChange={(value) => setReason(value as Reason)}
        options={refusalReasons.map((value) => ({ value, label: t(reasonNames[value]) }))}
      />
      <Note>{t('withdrawals.refuseNote')}</Note>
    </Panel>
  );
}
