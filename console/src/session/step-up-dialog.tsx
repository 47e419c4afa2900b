// Asks for the second factor when an act that binds needs it; the act is sent again once it was shown.
import { stepUpOperator } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Field } from '@candor/web/ui/field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { useT } from '../text/texts.ts';
import { refusalText } from '../text/refusal-text.ts';
import { Panel } from '../ui/panel.tsx';
import { storeMe, useMe } from './session.ts';
import { useStepUp } from './step-up.ts';
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
  async function submit(): Promise<void> {
    const outcome = await send({ code: code.trim() });
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
      onConfirm={() => void submit()}
      isBusy={isSending}
      isReady={code.trim().length >= 6}
    >
      <Note>{t(me.is_demo ? 'shell.stepUpDemo' : 'shell.stepUpNote')}</Note>
      <Field
        label={t('entry.code')}
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
