// What a reviewer does to a case, each in a panel that can be filled in and sent by keys alone.
import { approveIdentity, claimIdentityCase, failIdentity, getIdentityCase, listIdentityCases, listQueues, releaseIdentityCase } from '@candor/wire'; // oxfmt-ignore
import type { failureReasons, ListedIdentityCase } from '@candor/wire';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { holderOf } from '../queue/claims.ts';
import { useNow } from '../session/now.ts';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';
import { Select } from '../ui/select.tsx';
import { needsSecond } from './identity-case.tsx';
import { reasonNames } from './identity-words.ts';

interface PanelProps {
  item: ListedIdentityCase;
  onClose: () => void;
  onDone: () => void;
}
type Reason = (typeof failureReasons)[number];
const changes = [listIdentityCases, getIdentityCase, listQueues];

export function ClaimPanel({ item, onClose }: PanelProps): ReactNode {
  const t = useT();
  const isHeld = holderOf(item, useNow()) !== null;
  const { send, isSending } = useSend(isHeld ? releaseIdentityCase : claimIdentityCase, { changes });
  async function submit(): Promise<void> {
    if (await send({ case_id: item.case_id })) onClose();
  }
  const name = t(isHeld ? 'identity.unclaim' : 'identity.claim');
  return (
    <Panel title={name} confirm={name} isBusy={isSending} onClose={onClose} onConfirm={() => void submit()}>
      <Note>{t('identity.claimNote')}</Note>
    </Panel>
  );
}

/** What certifies another account already leads to the proposal that a second person decides on. */
export function ApprovePanel({ item, onClose, onDone }: PanelProps): ReactNode {
  const t = useT();
  const navigate = useNavigate();
  const isShared = needsSecond(item);
  const { send, isSending } = useSend(approveIdentity, { changes });
  async function submit(): Promise<void> {
    if (isShared) return navigate(`/acts/new?kind=approve-identity&case_id=${item.case_id}`);
    const outcome = await send({ case_id: item.case_id });
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t('identity.approvedToast'));
    onDone();
  }
  return (
    <Panel
      title={t('identity.approve')}
      confirm={t(isShared ? 'identity.propose' : 'identity.approve')}
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{t(isShared ? 'identity.needsSecond' : 'identity.approveNote')}</Note>
    </Panel>
  );
}

export function FailPanel({ item, onClose, onDone }: PanelProps): ReactNode {
  const t = useT();
  const [reason, setReason] = useState<Reason>('picture-unclear');
  const { send, isSending } = useSend(failIdentity, { changes });
  async function submit(): Promise<void> {
    const outcome = await send({ case_id: item.case_id, reason });
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t('identity.failedToast'));
    onDone();
  }
  return (
    <Panel
      title={t('identity.fail')}
      confirm={t('identity.fail')}
      look="danger"
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Select
        label={t('identity.reason')}
        value={reason}
        onChange={(value) => setReason(value as Reason)}
        options={Object.entries(reasonNames).map(([value, label]) => ({ value, label: t(label) }))}
      />
      <Note>{t('identity.failNote')}</Note>
    </Panel>
  );
}
