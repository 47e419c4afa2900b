// The form of an account that is opened with a password of its own: useDraft({ ...newPassword, call, onDone }), drawn by NewPasswordForm.
import { passwordLength, passwordSize } from '@candor/wire';
import type { FailureCode } from '@candor/wire';
import type { ReactNode } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import type { Faults } from './draft-rules.ts';
import type { Draft } from './use-draft.ts';

interface NewPassword {
  password: string;
}

export const newPassword = {
  first: { password: '' },
  judge({ password }: NewPassword): Faults<NewPassword> {
    const size = passwordSize(password);
    const isWrong = size < passwordLength.min || size > passwordLength.max;
    return isWrong ? { password: { name: 'refusals.password-length', values: passwordLength } } : {};
  },
  payloadOf: ({ password }: NewPassword) => ({ user_password: password }),
  fieldOf: (code: FailureCode) =>
    code === 'password-length' || code === 'password-weak' ? ('password' as const) : undefined,
};

interface NewPasswordFormProps {
  draft: Draft<NewPassword>;
  /** What comes of it. */
  text: string;
  label: string;
  submit: string;
}

export const NewPasswordForm = ({ draft, text, label, submit }: NewPasswordFormProps): ReactNode => (
  <Form className="gap-4" {...draft.form}>
    <Banner tone="info">{text}</Banner>
    <PasswordField
      label={label}
      autoComplete="new-password"
      enterKeyHint="go"
      strengthOf={draft.fields.password}
      {...draft.field('password')}
    />
    <Button type="submit" isWide isBusy={draft.isSending}>
      {submit}
    </Button>
  </Form>
);
