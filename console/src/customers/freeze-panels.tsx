// A freeze and a release are proposals: another person decides.
import type { CustomerMessage } from '@candor/wire';
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useShownProposal } from '../session/use-proposal.tsx';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';

interface PanelProps {
  item: CustomerMessage;
  onClose: () => void;
  onDone: () => void;
}

export const FreezePanel = (props: PanelProps): ReactNode => <ProposePanel {...props} isFreeze />;
export const ReleasePanel = (props: PanelProps): ReactNode => <ProposePanel {...props} isFreeze={false} />;

function ProposePanel({ item, onClose, isFreeze }: PanelProps & { isFreeze: boolean }): ReactNode {
  const t = useT();
  const [why, setWhy] = useState('');
  const kind = isFreeze ? 'freeze-account' : 'release-account';
  const { propose, isBusy, isPossible, shown, confirm } = useShownProposal(kind, { account_id: item.account_id });
  async function submit(): Promise<void> {
    const outcome = await propose(why.trim());
    if (!outcome) return;
    if (outcome.ok) toast.success(t('acts.proposedToast'));
    onClose();
  }
  const name = t(isFreeze ? 'customers.freeze' : 'customers.release');
  return (
    <Panel
      title={name}
      confirm={confirm}
      look={isFreeze ? 'danger' : 'primary'}
      isBusy={isBusy}
      isReady={why.trim() !== '' && isPossible}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{t(isFreeze ? 'customers.freezeNote' : 'customers.releaseNote', { number: item.number })}</Note>
      <Field label={t('acts.why')} value={why} onChange={setWhy} maxLength={500} />
      {shown}
    </Panel>
  );
}
