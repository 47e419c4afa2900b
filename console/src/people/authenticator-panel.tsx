// Another authenticator in place of the one before: its secret, and its first code.
import { beginOperatorAuthenticator, getOperatorAccess, latinDigits, listOperators, replaceOperatorAuthenticator } from '@candor/wire'; // oxfmt-ignore
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { NewSecret } from '../session/new-secret.tsx';
import type { DataOf } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { refusalText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';

export function AuthenticatorPanel({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const [begun, setBegun] = useState<DataOf<typeof beginOperatorAuthenticator>>();
  const { send, isSending } = useSend(beginOperatorAuthenticator);
  async function begin(): Promise<void> {
    const outcome = await send({});
    if (outcome?.ok) setBegun(outcome.data);
  }
  if (begun) return <ConfirmPanel begun={begun} onClose={onClose} />;
  return (
    <Panel
      title={t('access.replace')}
      confirm={t('access.replace')}
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void begin()}
    >
      <Note>{t('access.replaceFirst')}</Note>
    </Panel>
  );
}

interface ConfirmPanelProps {
  begun: DataOf<typeof beginOperatorAuthenticator>;
  onClose: () => void;
}

function ConfirmPanel({ begun, onClose }: ConfirmPanelProps): ReactNode {
  const t = useT();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const { send, isSending } = useSend(replaceOperatorAuthenticator, {
    changes: [getOperatorAccess, listOperators],
    shows: () => true,
  });
  const digits = latinDigits(code).replace(/\D/g, '');
  async function submit(): Promise<void> {
    const outcome = await send({ code: digits });
    if (outcome && !outcome.ok) setFault(refusalText(outcome));
    if (!outcome?.ok) return;
    toast.success(t('access.replaced'));
    onClose();
  }
  return (
    <Panel
      title={t('access.replace')}
      confirm={t('access.replaceDo')}
      isBusy={isSending}
      isReady={digits.length === 6}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{t('access.replaceNote')}</Note>
      <NewSecret otpauthUrl={begun.otpauth_url} secret={begun.secret} />
      <Field
        label={t('entry.firstCode')}
        value={code}
        onChange={setCode}
        error={fault}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
      />
    </Panel>
  );
}
