// A new password, for whoever knows the one until now and has shown the second factor lately.
import { changeOperatorPassword, getOperatorAccess, listOperatorSessions } from '@candor/wire';
import { PasswordField } from '@candor/web/ui/password-field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../session/use-send.ts';
import { refusalText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';

export function PasswordPanel({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const [password, setPassword] = useState('');
  const [wanted, setWanted] = useState('');
  const [fault, setFault] = useState<{ text: string; isOfOld: boolean }>();
  const { send, isSending } = useSend(changeOperatorPassword, {
    changes: [getOperatorAccess, listOperatorSessions],
    shows: () => true,
  });
  async function submit(): Promise<void> {
    setFault(undefined);
    const outcome = await send({ password, new_password: wanted });
    if (outcome && !outcome.ok) setFault({ text: refusalText(outcome), isOfOld: outcome.code === 'password-wrong' });
    if (!outcome?.ok) return;
    toast.success(t('access.passwordChanged'));
    onClose();
  }
  return (
    <Panel
      title={t('access.changePassword')}
      confirm={t('access.changePassword')}
      isBusy={isSending}
      isReady={password !== '' && wanted !== ''}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{t('access.changeNote')}</Note>
      <PasswordField
        label={t('access.oldPassword')}
        value={password}
        onChange={setPassword}
        error={fault?.isOfOld ? fault.text : undefined}
        autoComplete="current-password"
      />
      <PasswordField
        label={t('entry.newPassword')}
        hint={t('entry.passwordHint')}
        value={wanted}
        onChange={setWanted}
        error={fault && !fault.isOfOld ? fault.text : undefined}
        autoComplete="new-password"
      />
    </Panel>
  );
}
