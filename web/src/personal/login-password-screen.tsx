import { updateUser } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { clearChangedSession, useUser } from '../session/session.ts';
import { useDraft } from '../data/use-draft.ts';
import { asksFactor, isOfFactor, noFactor } from '../data/ask-factor.ts';
import type { FactorFields } from '../data/ask-factor.ts';
import { FactorField } from '../data/factor-field.tsx';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toast } from '../ui/toast.ts';
import { fieldOf, loginPasswordFaults } from './password-rules.ts';
import type { PasswordFields } from './password-rules.ts';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const [isDone, setDone] = useState(false);
  const form = useDraft({
    first: { original: '', next: '', confirm: '', ...noFactor },
    judge: (fields: PasswordFields & FactorFields) => loginPasswordFaults(fields),
    call: updateUser,
    payloadOf: ({ original, next, code }) =>
      user && { account_id: user.account_id, user_password: next, original, code: code.trim() },
    fieldOf: (code) => (isOfFactor(code) ? 'code' : fieldOf(code)),
    onRefused: asksFactor,
    onDone(changed) {
      setDone(true);
      toast.notice(t('personal.loginPasswordChanged'));
      clearChangedSession(changed);
    },
  });

  return (
    <Page title={t('shell.menuPassword')} back="/personal">
      <Form className="flex-1 gap-4 pt-4" {...form.form}>
        <Banner tone="warn">{t('personal.loginPasswordNote')}</Banner>
        <input type="text" autoComplete="username" value={user?.user_name ?? ''} readOnly hidden />
        <PasswordField
          label={t('personal.original')}
          autoComplete="current-password"
          enterKeyHint="next"
          {...form.field('original')}
        />
        <PasswordField
          label={t('register.newPassword')}
          hint={t('register.passwordHint')}
          strengthOf={form.fields.next}
          autoComplete="new-password"
          enterKeyHint="next"
          {...form.field('next')}
        />
        <PasswordField
          label={t('register.repeatNewPassword')}
          autoComplete="new-password"
          enterKeyHint="go"
          {...form.field('confirm')}
        />
        {form.fields.asksCode && <FactorField act="login-password" {...form.field('code')} />}
        <Button type="submit" isWide isBusy={form.isSending || isDone}>
          {t('personal.loginPasswordSubmit')}
        </Button>
      </Form>
    </Page>
  );
}
