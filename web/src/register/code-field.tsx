// The code, with the button that sends it and counts down until it may send another.
import type { ReactNode, Ref } from 'react';
import type { DraftField } from '../data/use-draft.ts';
import { serverNow } from '../device/server-clock.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { useSecondsLeft } from '../ui/seconds-left.ts';
import { Field } from '../ui/field.tsx';
import { Figure, VisuallyHidden } from '../ui/text.tsx';

export interface CodeFieldProps {
  field: DraftField<string> & { ref: Ref<HTMLInputElement> };
  /** Where it is not the only code of its form. */
  label?: string;
  hint: string | undefined;
  /** When the next code may be asked for, epoch ms by the server; 0 for now. */
  nextAt: number;
  isAgain: boolean;
  isSending: boolean;
  onSend: () => void;
}

export function CodeField({ field, label, hint, nextAt, isAgain, isSending, onSend }: CodeFieldProps): ReactNode {
  const t = useT();
  return (
    <Field
      label={label ?? t('register.code')}
      {...(hint === undefined ? {} : { hint })}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="next"
      maxLength={20}
      end={<SendButton key={nextAt} nextAt={nextAt} isAgain={isAgain} isSending={isSending} onSend={onSend} />}
      {...field}
    />
  );
}

function SendButton({
  nextAt,
  isAgain,
  isSending,
  onSend,
}: Pick<CodeFieldProps, 'nextAt' | 'isAgain' | 'isSending' | 'onSend'>): ReactNode {
  const t = useT();
  const formats = useFormats();
  const seconds = useSecondsLeft({ endsAt: nextAt, now: serverNow });
  const isWaiting = seconds > 0;
  return (
    <>
      <Button look="quiet" isSmall isBusy={isSending} isDisabled={isWaiting} onPress={onSend} className="shrink-0">
        {isWaiting ? (
          <Figure>{formats.countdown(seconds * 1000)}</Figure>
        ) : (
          t(isAgain ? 'register.sendAgain' : 'register.sendCode')
        )}
      </Button>
      {isWaiting && <VisuallyHidden>{t('register.waitForCode')}</VisuallyHidden>}
    </>
  );
}
