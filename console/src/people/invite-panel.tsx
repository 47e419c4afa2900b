// A link for somebody new, shown once.
import { inviteOperator, listOperators } from '@candor/wire';
import { CopyButton } from '@candor/web/ui/copy-button.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import type { DataOf } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';

export function InvitePanel({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const [name, setName] = useState('');
  const [invited, setInvited] = useState<DataOf<typeof inviteOperator>>();
  const { send, isSending } = useSend(inviteOperator, { changes: [listOperators] });
  async function submit(): Promise<void> {
    const outcome = await send({ name: name.trim() });
    if (outcome?.ok) setInvited(outcome.data);
  }
  if (invited) {
    const link = `${location.origin}/#/invitation/${invited.token}`;
    return (
      <Panel title={t('people.invited')} onClose={onClose}>
        <Note>
          {t('people.linkNote', { name: invited.name })} <At at={invited.expires_at} />
        </Note>
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 wrap-anywhere">{link}</code>
          <CopyButton text={link} label={t('people.link')} />
        </div>
      </Panel>
    );
  }
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
