// What an operator decides of an order, each in a panel that can be filled in and sent by keys alone.
import { confirmPurchase, currencyDecimals, getAct, getPurchaseDesk, listActs, listPurchases, listQueues, listTransfers, parseAmount, proposeAct, rejectPurchase, zero } from '@candor/wire'; // oxfmt-ignore
import type { CurrencyCode, ListedPurchase, RejectReason, SecondReason } from '@candor/wire';
import { AmountField } from '@candor/web/ui/amount-field.tsx';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRead } from '../session/use-read.ts';
import { takesTwo } from '../session/takes-two.ts';
import { useSend } from '../session/use-send.ts';
import type { TextKey } from '../text/keys.ts';
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
  const [bookedOn, setBookedOn] = useState('');
  const transfers = data?.transfers ?? [];
  const chosen = transfers.find((each) => each.transfer_id === transferId);
  return {
    received,
    /** Why the operator can only propose it; null where one may decide alone. */
    secondReason: chosen ? chosen.second_reason : ('no-line' as const),
    isRead: parseAmount(received) !== undefined,
    transferId,
    transfers,
    bookedOn,
    setBookedOn,
    setReceived,
    choose(id: string): void {
      setTransferId(id);
      const line = transfers.find((each) => each.transfer_id === id);
      if (line) setReceived(line.amount);
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

/** What one operator decides alone, or proposes to a second person. */
function useDecision<Body extends object>(
  decide: { send: (body: Body) => Promise<{ ok: true } | { ok: false; code: string } | undefined>; isSending: boolean },
  done: TextKey,
  { onClose, onDone }: PanelProps,
) {
  const t = useT();
  const [why, setWhy] = useState('');
  const [isAboveDay, setAboveDay] = useState(false);
  const propose = useSend(proposeAct, { changes: [...changes, listActs, getAct] });
  return {
    why,
    setWhy,
    /** True once the server answered that it is more than one operator decides alone in a day: the panel then proposes it. */
    isAboveDay,
    isSending: decide.isSending || propose.isSending,
    async send(body: Body, isProposed: boolean, bookedOn: string): Promise<void> {
      if (isProposed && why.trim() === '') return;
      const outcome = isProposed
        ? await propose.send({ kind: 'confirm-purchase', body: { ...body, booked_on: bookedOn }, why: why.trim() })
        : await decide.send(body);
      if (!outcome) return;
      if (!outcome.ok && !isProposed && 'code' in outcome && takesTwo(outcome.code)) return setAboveDay(true);
      if (!outcome.ok) return onClose();
      toast.success(t(isProposed ? 'acts.proposedToast' : done));
      onDone();
    },
  };
}

type PanelReason = SecondReason | 'day-sum';

const secondTexts: Record<PanelReason, TextKey> = {
  'day-sum': 'transfers.second_day-sum',
  'above-limit': 'transfers.second_above-limit',
  'no-line': 'transfers.second_no-line',
  'own-line': 'transfers.second_own-line',
  'names-another': 'transfers.second_names-another',
};

function SecondFields({ reason, fields, why, onChange }: { reason: PanelReason; fields: ReturnType<typeof useReceived>; why: string; onChange: (why: string) => void }): ReactNode {
  const t = useT();
  return (
    <>
      <Banner tone="warn">{`${t(secondTexts[reason])} ${t('transfers.proposeSecond')}`}</Banner>
      {fields.transferId === '' && (
        <Field
          label={t('transfers.bookedOn')}
          hint={t('transfers.bookedOnNote')}
          type="date"
          value={fields.bookedOn}
          onChange={fields.setBookedOn}
        />
      )}
      <Field label={t('transfers.why')} value={why} onChange={onChange} maxLength={500} />
    </>
  );
} // oxfmt-ignore

export function ConfirmPanel(props: PanelProps): ReactNode {
  const { item, onClose } = props;
  const t = useT();
  const fields = useReceived(item, item.money);
  const decision = useDecision(
    useSend(confirmPurchase, { changes, shows: ({ code }) => takesTwo(code) }),
    'transfers.confirmedToast',
    props,
  );
  const body = { purchase_id: item.id, received: fields.received.trim(), transfer_id: fields.transferId };
  const reason = fields.secondReason ?? (decision.isAboveDay ? 'day-sum' : null);
  return (
    <Panel
      title={t('transfers.confirm')}
      confirm={t(reason === null ? 'transfers.confirm' : 'acts.proposeDo')}
      isBusy={decision.isSending}
      isReady={fields.isRead}
      onClose={onClose}
      onConfirm={() => void decision.send(body, reason !== null, fields.bookedOn)}
    >
      <ReceivedFields currency={item.currency} fields={fields} />
      {reason !== null && (
        <SecondFields reason={reason} fields={fields} why={decision.why} onChange={decision.setWhy} />
      )}
      <Note>{t('transfers.confirmNote')}</Note>
    </Panel>
  );
}

export function RejectPanel(props: PanelProps): ReactNode {
  const { item, onClose } = props;
  const t = useT();
  const fields = useReceived(item, '0');
  const [reason, setReason] = useState<RejectReason>('not-received');
  const decision = useDecision(useSend(rejectPurchase, { changes }), 'transfers.rejectedToast', props);
  const received = fields.received.trim();
  const body = { purchase_id: item.id, received, transfer_id: fields.transferId, reason };
  // One operator alone says that nothing came, whatever the amount. The limit is for coins.
  const isNothing = parseAmount(received) === zero;
  const second = isNothing || fields.secondReason === 'above-limit' ? null : fields.secondReason;
  return (
    <Panel
      title={t('transfers.reject')}
      confirm={t(second === null ? 'transfers.reject' : 'acts.proposeDo')}
      look="danger"
      isBusy={decision.isSending}
      isReady={fields.isRead}
      onClose={onClose}
      onConfirm={() => void decision.send(body, second !== null, fields.bookedOn)}
    >
      <Select
        label={t('transfers.reason')}
        value={reason}
        onChange={(value) => setReason(value as RejectReason)}
        options={Object.entries(reasonNames).map(([value, label]) => ({ value, label: t(label) }))}
      />
      <ReceivedFields currency={item.currency} fields={fields} />
      {second !== null && (
        <SecondFields reason={second} fields={fields} why={decision.why} onChange={decision.setWhy} />
      )}
      <Note>{t('transfers.rejectNote')}</Note>
    </Panel>
  );
}
