// Asks for the second factor when an act that binds needs it; the act is sent again once it was shown.
import { beginOperatorStepUp, getOperatorAccess, stepUpOperator } from '@candor/wire';
import { canUsePasskeys, signWithPasskey } from '@candor/web/device/passkey.ts';
import { Button } from '@candor/web/ui/button.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { useT } from '../text/texts.ts';
import { refusalText } from '../text/refusal-text.ts';
import { Panel } from '../ui/panel.tsx';
import { storeMe, useMe } from './session.ts';
import { useStepUp } from './step-up.ts';
import { useRead } from './use-read.ts';
import { useSend } from './use-send.ts';

export function StepUpDialog(): ReactNode {
  const answer = useStepUp((state) => state.answer);
  return answer === undefined ? null : <StepUpForm answer={answer} />;
}

function StepUpForm({ answer }: { answer: (isShown: boolean) => void }): ReactNode {
  const t = useT();
  const me = useMe();
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const { send, isSending } = useSend(stepUpOperator, { shows: () => true });
  async function show(shown: string): Promise<void> {
    const outcome = await send({ code: shown });
    if (outcome?.ok) {
      storeMe(outcome.data);
      answer(true);
    } else if (outcome) setFault(refusalText(outcome));
  }
  return (
    <Panel
      title={t('shell.stepUp')}
      onClose={() => answer(false)}
      confirm={t('shell.stepUpDo')}
      onConfirm={() => void show(code.trim())}
      isBusy={isSending}
      isReady={code.trim().length >= 6}
    >
      <Note>{t(me.is_demo ? 'shell.stepUpDemo' : 'shell.stepUpNote')}</Note>
      <Field
        label={t('entry.code')}
        value={code}
        onChange={setCode}
        hint={t('entry.codeHint')}
        error={fault}
        autoComplete="one-time-code"
        dir="ltr"
      />
      {canUsePasskeys() && (
        <PasskeyInstead isBusy={isSending} onSigned={(signed) => void show(signed)} onFault={setFault} />
      )}
    </Panel>
  );
}

interface PasskeyInsteadProps {
  isBusy: boolean;
  onSigned: (answer: string) => void;
  onFault: (fault: string) => void;
}

function PasskeyInstead({ isBusy, onSigned, onFault }: PasskeyInsteadProps): ReactNode {
  const t = useT();
  const { data } = useRead(getOperatorAccess, {});
  const begin = useSend(beginOperatorStepUp, { shows: () => true });
  async function sign(): Promise<void> {
    const begun = await begin.send({});
    if (begun && !begun.ok) onFault(refusalText(begun));
    const answer = begun?.ok ? await signWithPasskey(begun.data.options) : undefined;
    if (answer !== undefined) onSigned(answer);
  }
  if (!data || data.passkeys.length === 0) return null;
  return (
    <Button look="secondary" isWide isBusy={isBusy || begin.isSending} onPress={() => void sign()}>
      {t('entry.passkey')}
    </Button>
  );
}
