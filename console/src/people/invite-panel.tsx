// A link for somebody new, shown once.
import { inviteOperator, listOperators } from '@candor/wire';
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DataOf } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';
import { LinkShown } from './link-shown.tsx';

export function InvitePanel({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const [name, setName] = useState('');
  const [invited, setInvited] = useState<DataOf<typeof inviteOperator>>();
  const { send, isSending } = useSend(inviteOperator, { changes: [listOperators] });
  async function submit(): Promise<void> {
    const outcome = await send({ name: name.trim() });
    if (outcome?.ok) setInvited(outcome.data);
  }
  if (invited)
    return (
      <Panel title={t('people.invited')} onClose={onClose}>
        <LinkShown made={invited} />
      </Panel>
    );
  return (
    <Panel
      title={t('people.invite')}
      confirm={t('people.invite')}
      isBusy={isSending}
      isReady={name.trim() !== ''}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Field
        label={t('people.name')}
        hint={t('people.nameHint')}
        value={name}
        onChange={setName}
        autoCapitalize="none"
        dir="ltr"
      />
      <Note>{t('people.inviteNote')}</Note>
    </Panel>
  );
}
