// The code, with the button that sends it and counts down until it may send another.
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useFormats, useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { useLeft } from '../ui/countdown.tsx';
import { Field } from '../ui/field.tsx';
import { Unseen } from '../ui/words.tsx';
import type { RegisterFields } from './register-rules.ts';

export interface CodeFieldProps {
  /** Registered here and not above: a wrong field is looked for in the order in which they were. */
  form: UseFormReturn<RegisterFields>;
  hint: string | undefined;
  /** When the next code may be asked for, epoch ms; 0 for now. */
  nextAt: number;
  isAgain: boolean;
  isSending: boolean;
  onSend: () => void;
}

export function CodeField({ form, hint, nextAt, isAgain, isSending, onSend }: CodeFieldProps): ReactNode {
  const t = useText();
  return (
    <Field
      label={t('register.code')}
      {...(hint === undefined ? {} : { hint })}
      error={form.formState.errors.code?.message}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="next"
      maxLength={20}
      end={<SendButton key={nextAt} nextAt={nextAt} isAgain={isAgain} isSending={isSending} onSend={onSend} />}
      {...form.register('code')}
    />
  );
}

function SendButton({
  nextAt,
  isAgain,
  isSending,
  onSend,
}: Pick<CodeFieldProps, 'nextAt' | 'isAgain' | 'isSending' | 'onSend'>): ReactNode {
  const t = useText();
  const formats = useFormats();
  const leftMs = useLeft({ endsAt: nextAt, now: Date.now });
  const isWaiting = leftMs > 0;
  return (
    <>
      <Button look="quiet" isSmall isBusy={isSending} isDisabled={isWaiting} onPress={onSend} className="shrink-0">
        {isWaiting ? (
          <bdi dir="ltr" className="figure">
            {formats.countdown(leftMs)}
          </bdi>
        ) : (
          t(isAgain ? 'register.sendAgain' : 'register.sendCode')
        )}
      </Button>
      {isWaiting && <Unseen>{t('register.waitForCode')}</Unseen>}
    </>
  );
}
