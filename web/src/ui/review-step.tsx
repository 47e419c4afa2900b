// The last look before something is done: in words and figures, with the button that does it and the way back.
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { ButtonLook } from './button.tsx';
import { Form } from './form.tsx';
import type { FormProps } from './form.tsx';
import { useKit } from './kit-provider.tsx';
import { SheetFoot } from './sheet-foot.tsx';
import { Switch } from './switch.tsx';
import type { SwitchProps } from './switch.tsx';

export interface ReviewStepProps {
  /** What useDraft answers. */
  form: {
    form: Pick<FormProps, 'onSubmit'> & { ref: { current: HTMLFormElement | null } };
    isSending: boolean;
    leaveReview: () => void;
  };
  label: string;
  /** What the button that does it says. */
  confirm: string;
  look?: ButtonLook;
  isDisabled?: boolean;
  isInSheet?: boolean;
  /** Whether this step is wanted the next time. */
  asking?: SwitchProps;
  /** What will be done; and fields, where this step asks for a password or a code. */
  children: ReactNode;
}

export function ReviewStep(props: ReviewStepProps): ReactNode {
  const { form, label, confirm, look = 'primary', isDisabled = false, isInSheet, asking, children } = props;
  const { word } = useKit();
  const { ref } = form.form;
  // What had the focus is gone: the first thing to fill in has it now, else the button.
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('input:not([type=checkbox]), [type=submit]')?.focus();
  }, [ref]);
  const buttons = (
    <div className="flex flex-wrap gap-2">
      <Button look="secondary" className="flex-1" isDisabled={form.isSending} onPress={form.leaveReview}>
        {word('back')}
      </Button>
      <Button type="submit" look={look} className="flex-2" isDisabled={isDisabled} isBusy={form.isSending}>
        {confirm}
      </Button>
    </div>
  );
  return (
    <Form label={label} className="gap-3" {...form.form}>
      {children}
      {asking && <Switch {...asking} />}
      {isInSheet ? <SheetFoot>{buttons}</SheetFoot> : buttons}
    </Form>
  );
}
