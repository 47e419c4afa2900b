// What an operator decides of an order, each in a panel that can be filled in and sent by keys alone.
import {
  confirmPurchase,
  currencyDecimals,
  getPurchaseDesk,
  listPurchases,
  listQueues,
  listTransfers,
  parseAmount,
  rejectPurchase,
  zero,
} from '@candor/wire';
import type { CurrencyCode, ListedPurchase, RejectReason, SecondReason } from '@candor/wire';
import { AmountField } from '@candor/web/ui/amount-field.tsx';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useShownProposal } from '../session/use-proposal.tsx';
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
  { onClose, onDone, body, bookedOn }: Pick<PanelProps, 'onClose' | 'onDone'> & { body: Body; bookedOn: string },
) {
  const t = useT();
  const [why, setWhy] = useState('');
  const [isAboveDay, setAboveDay] = useState(false);
  const proposal = useShownProposal('confirm-purchase', { reason: '', ...body, booked_on: bookedOn }, changes);
  return {
    why,
    setWhy,
    /** True once the server answered that it is more than one operator decides alone in a day: the panel then proposes it. */
    isAboveDay,
    isSending: decide.isSending || proposal.isBusy,
    proposal,
    async send(isProposed: boolean): Promise<void> {
      if (isProposed && why.trim() === '') return;
      const outcome = isProposed ? await proposal.propose(why.trim()) : await decide.send(body);
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

function SecondFields({ reason, fields, decision: { why, setWhy, proposal } }: { reason: PanelReason; fields: ReturnType<typeof useReceived>; decision: Pick<ReturnType<typeof useDecision>, 'why' | 'setWhy' | 'proposal'> }): ReactNode {
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
      <Field label={t('transfers.why')} value={why} onChange={setWhy} maxLength={500} />
      {proposal.shown}
    </>
  );
} // oxfmt-ignore

export function ConfirmPanel(props: PanelProps): ReactNode {
  const { item, onClose } = props;
  const t = useT();
  const fields = useReceived(item, item.money);
  const body = { purchase_id: item.id, received: fields.received.trim(), transfer_id: fields.transferId };
  const decision = useDecision(
    useSend(confirmPurchase, { changes, shows: ({ code }) => takesTwo(code) }),
    'transfers.confirmedToast',
    { ...props, body, bookedOn: fields.bookedOn },
  );
  const reason = fields.secondReason ?? (decision.isAboveDay ? 'day-sum' : null);
  return (
    <Panel
      title={t('transfers.confirm')}
      confirm={reason === null ? t('transfers.confirm') : decision.proposal.confirm}
      isBusy={decision.isSending}
      isReady={fields.isRead && (reason === null || decision.proposal.isPossible)}
      onClose={onClose}
      onConfirm={() => void decision.send(reason !== null)}
    >
      <ReceivedFields currency={item.currency} fields={fields} />
      {reason !== null && <SecondFields reason={reason} fields={fields} decision={decision} />}
      <Note>{t('transfers.confirmNote')}</Note>
    </Panel>
  );
}

export function RejectPanel(props: PanelProps): ReactNode {
  const { item, onClose } = props;
  const t = useT();
  const fields = useReceived(item, '0');
  const [reason, setReason] = useState<RejectReason>('not-received');
  const received = fields.received.trim();
  const body = { purchase_id: item.id, received, transfer_id: fields.transferId, reason };
  const decision = useDecision(useSend(rejectPurchase, { changes }), 'transfers.rejectedToast', {
    ...props,
    body,
    bookedOn: fields.bookedOn,
  });
  // One operator alone says that nothing came, whatever the amount. The limit is for coins.
  const isNothing = parseAmount(received) === zero;
  const second = isNothing || fields.secondReason === 'above-limit' ? null : fields.secondReason;
  return (
    <Panel
      title={t('transfers.reject')}
      confirm={second === null ? t('transfers.reject') : decision.proposal.confirm}
      look="danger"
      isBusy={decision.isSending}
      isReady={fields.isRead && (second === null || decision.proposal.isPossible)}
      onClose={onClose}
      onConfirm={() => void decision.send(second !== null)}
    >
      <Select
        label={t('transfers.reason')}
        value={reason}
        onChange={(value) => setReason(value as RejectReason)}
        options={Object.entries(reasonNames).map(([value, label]) => ({ value, label: t(label) }))}
      />
      <ReceivedFields currency={item.currency} fields={fields} />
      {second !== null && <SecondFields reason={second} fields={fields} decision={decision} />}
      <Note>{t('transfers.rejectNote')}</Note>
    </Panel>
  );
}
