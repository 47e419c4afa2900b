// What is done to a proposal, each in a panel that can be filled in and sent by keys alone.
import { actText } from '@candor/proof';
import {
  approveAct,
  claimAct,
  getAct,
  getIdentityCase,
  listActs,
  listQueues,
  refuseAct,
  withdrawAct,
} from '@candor/wire';
import type { decisionReasons, ProposalMessage } from '@candor/wire';
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNow } from '../session/now.ts';
import { useMe } from '../session/session.ts';
import { FactsTable } from '../session/facts-table.tsx';
import { SigningNote, useSigning } from '../session/sign-approval.tsx';
import { useSend } from '../session/use-send.ts';
import { refusalText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';
import { Select } from '../ui/select.tsx';
import { givesBack } from './act-rights.ts';
import { actKindNames, brief, reasonNames, stateNames } from './act-words.tsx';
import { PaymentShown } from './payment-shown.tsx';
import { PaysBuyers } from './pays-buyers.tsx';

interface PanelProps {
  item: ProposalMessage;
  onClose: () => void;
  onDone: () => void;
}
type Reason = (typeof decisionReasons)[number];
/** What is decided of a document is said beside its case too. */
const changes = [listActs, getAct, getIdentityCase, listQueues];
const named = ({ proposal_id, version }: ProposalMessage) => ({ proposal_id, version });

export function ApprovePanel({ item, onClose, onDone }: PanelProps): ReactNode {
  const t = useT();
  const [comment, setComment] = useState('');
  const { send, isSending } = useSend(approveAct, { changes });
  const { isNeeded, isPossible, sign } = useSigning();
  const isPayment = item.kind === 'approve-withdrawal';
  async function submit(): Promise<void> {
    // The server refuses the approval of a proposal without a signature, and its refusal says what to do.
    const isSignable = isPayment || item.nonce !== null;
    const signed = isSignable ? await sign((person) => actText(item, { person, part: 'approves' })!) : {};
    const outcome = signed && (await send({ ...named(item), comment, ...signed }));
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    const { state, reason } = outcome.data;
    if (state === 'failed')
      toast.error(t('acts.failedToast', { reason: refusalText({ code: reason ?? '', facts: {} }) }));
    else toast.success(t('acts.decided', { state: t(stateNames[state]) }));
    onDone();
  }
  return (
    <Panel
      title={t('acts.approve')}
      confirm={t('acts.approve')}
      isBusy={isSending}
      isReady={isPossible}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <About item={item} />
      <PaysBuyers body={item.body} facts={item.facts} />
      {isPayment && <PaymentShown facts={item.facts} />}
      {isNeeded && !isPayment && <FactsTable label={t('acts.facts')} asProposed={item.facts} />}
      <SigningNote isPossible={isPossible} says={isPayment ? 'shell.signsNote' : 'shell.signsActNote'} />
      <Field label={t('acts.comment')} isOptional value={comment} onChange={setComment} maxLength={1000} />
    </Panel>
  );
}

export const RefusePanel = (props: PanelProps): ReactNode => <Ending {...props} call={refuseAct} name="acts.refuse" />;
export const WithdrawPanel = (props: PanelProps): ReactNode => (
  <Ending {...props} call={withdrawAct} name="acts.withdraw" />
);

function Ending({
  item,
  onClose,
  onDone,
  call,
  name,
}: PanelProps & { call: typeof refuseAct | typeof withdrawAct; name: 'acts.refuse' | 'acts.withdraw' }): ReactNode {
  const t = useT();
  const [reason, setReason] = useState<Reason>('not-justified');
  const [comment, setComment] = useState('');
  const { send, isSending } = useSend(call, { changes });
  async function submit(): Promise<void> {
    const outcome = await send({ ...named(item), reason, comment });
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t('acts.decided', { state: t(stateNames[outcome.data.state]) }));
    onDone();
  }
  return (
    <Panel
      title={t(name)}
      confirm={t(name)}
      look="danger"
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <About item={item} />
      <Select
        label={t('acts.reason')}
        value={reason}
        onChange={(value) => setReason(value as Reason)}
        options={Object.entries(reasonNames).map(([value, label]) => ({ value, label: t(label) }))}
      />
      <Field label={t('acts.comment')} isOptional value={comment} onChange={setComment} maxLength={1000} />
    </Panel>
  );
}

export function ClaimPanel({ item, onClose }: PanelProps): ReactNode {
  const t = useT();
  const [me, now] = [useMe(), useNow()];
  const isGivenBack = givesBack(item, me, now);
  // A claim may open what was looked at closed before.
  const { send, isSending } = useSend(claimAct, { changes });
  async function submit(): Promise<void> {
    if (await send({ ...named(item), claim: !isGivenBack })) onClose();
  }
  const name = t(isGivenBack ? 'acts.unclaim' : 'acts.claim');
  return (
    <Panel title={name} confirm={name} isBusy={isSending} onClose={onClose} onConfirm={() => void submit()}>
      <About item={item} />
      <Note>{t('acts.claimNote')}</Note>
    </Panel>
  );
}

function About({ item }: { item: ProposalMessage }): ReactNode {
  const t = useT();
  return (
    <p className="wrap-anywhere">
      {t(actKindNames[item.kind])}: {brief(item.body)}
    </p>
  );
}
