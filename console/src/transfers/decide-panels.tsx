// What an operator decides of an order, each in a panel that can be filled in and sent by keys alone.
import { confirmPurchase, currencyDecimals, getAct, getPurchaseDesk, listActs, listPurchases, listQueues, listTransfers, parseAmount, proposeAct, recordRefund, rejectPurchase } from '@candor/wire'; // oxfmt-ignore
import type { CurrencyCode, ListedPurchase, RejectReason } from '@candor/wire';
import { AmountField } from '@candor/web/ui/amount-field.tsx';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRead } from '../session/use-read.ts';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';
import { Select } from '../ui/select.tsx';
import { reasonNames } from './purchase-words.ts';

interface PanelProps {
  item: ListedPurchase;
  onClose: () => void;
  onDone: () => void;
}
const changes = [listPurchases, getPurchaseDesk, listQueues, listTransfers];

/** What was received, and the line of a statement that says so. */
function useReceived(item: ListedPurchase, first: string) {
  const { data } = useRead(getPurchaseDesk, { purchase_id: item.id }, { isStill: true });
  const [received, setReceived] = useState(first);
  const [transferId, setTransferId] = useState('');
  const transfers = data?.transfers ?? [];
  return {
    received,
    isRead: parseAmount(received) !== undefined,
    transferId,
    transfers,
    setReceived,
    choose(id: string): void {
      setTransferId(id);
      const chosen = transfers.find((each) => each.transfer_id === id);
      if (chosen) setReceived(chosen.amount);
    },
  };
}

function ReceivedFields({ currency, fields }: { currency: string; fields: ReturnType<typeof useReceived> }): ReactNode {
  const t = useT();
  return (
    <>
      <Select
        label={t('transfers.line')}
        value={fields.transferId}
        onChange={(id) => fields.choose(id)}
        options={[
          { value: '', label: t('transfers.noLine') },
          ...fields.transfers.map((each) => ({
            value: each.transfer_id,
            label: `${each.booked_on} · ${each.amount} ${currency} · ${each.payer}`,
          })),
        ]}
      />
      <AmountField
        label={t('transfers.received')}
        coin={currency}
        decimals={currencyDecimals[currency as CurrencyCode]}
        value={fields.received}
        onChange={fields.setReceived}
      />
    </>
  );
}

export function ConfirmPanel({ item, onClose, onDone }: PanelProps): ReactNode {
  const t = useT();
  const fields = useReceived(item, item.money);
  const [why, setWhy] = useState('');
  const confirm = useSend(confirmPurchase, { changes });
  const propose = useSend(proposeAct, { changes: [...changes, listActs, getAct] });
  const body = { purchase_id: item.id, received: fields.received.trim(), transfer_id: fields.transferId };
  async function submit(): Promise<void> {
    if (item.needs_second && why.trim() === '') return;
    const outcome = item.needs_second
      ? await propose.send({ kind: 'confirm-purchase', body, why: why.trim() })
      : await confirm.send(body);
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t(item.needs_second ? 'acts.proposedToast' : 'transfers.confirmedToast'));
    onDone();
  }
  return (
    <Panel
      title={t('transfers.confirm')}
      confirm={t(item.needs_second ? 'acts.proposeDo' : 'transfers.confirm')}
      isBusy={confirm.isSending || propose.isSending}
      isReady={fields.isRead}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <ReceivedFields currency={item.currency} fields={fields} />
      {item.needs_second && (
        <>
          <Banner tone="warn">{t('transfers.proposeSecond')}</Banner>
          <Field label={t('transfers.why')} value={why} onChange={setWhy} maxLength={500} />
        </>
      )}
      <Note>{t('transfers.confirmNote')}</Note>
    </Panel>
  );
}

export function RejectPanel({ item, onClose, onDone }: PanelProps): ReactNode {
  const t = useT();
  const fields = useReceived(item, '0');
  const [reason, setReason] = useState<RejectReason>('not-received');
  const { send, isSending } = useSend(rejectPurchase, { changes });
  async function submit(): Promise<void> {
    const { received, transferId: transfer_id } = fields;
    const outcome = await send({ purchase_id: item.id, received: received.trim(), transfer_id, reason });
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t('transfers.rejectedToast'));
    onDone();
  }
  return (
    <Panel
      title={t('transfers.reject')}
      confirm={t('transfers.reject')}
      look="danger"
      isBusy={isSending}
      isReady={fields.isRead}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Select
        label={t('transfers.reason')}
        value={reason}
        onChange={(value) => setReason(value as RejectReason)}
        options={Object.entries(reasonNames).map(([value, label]) => ({ value, label: t(label) }))}
      />
      <ReceivedFields currency={item.currency} fields={fields} />
      <Note>{t('transfers.rejectNote')}</Note>
    </Panel>
  );
}

export function RefundPanel({ item, onClose, onDone }: PanelProps): ReactNode {
  const t = useT();
  const { send, isSending } = useSend(recordRefund, { changes });
  async function submit(): Promise<void> {
    const outcome = await send({ purchase_id: item.id });
    if (!outcome) return;
    if (outcome.ok) onDone();
    else onClose();
  }
  const name = t('transfers.markRefunded');
  return (
    <Panel title={name} confirm={name} isBusy={isSending} onClose={onClose} onConfirm={() => void submit()}>
      <Note>{`${item.refund ?? ''} ${item.currency}. ${t('transfers.refundNote')}`}</Note>
    </Panel>
  );
}
