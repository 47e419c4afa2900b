import { freezeOwnAccount } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { isOfLoginPassword } from '../data/passcode-rules.ts';
import { useDraft } from '../data/use-draft.ts';
import { clearSession, useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toast } from '../ui/toast.ts';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const [isDone, setDone] = useState(false);
  const form = useDraft({
    first: { password: '' },
    judge: ({ password }: { password: string }) =>
      password === '' ? { password: { name: 'security.passwordRequired' as const } } : {},
    call: freezeOwnAccount,
    payloadOf: ({ password }) => user && { user_password: password },
    fieldOf: (code) => (isOfLoginPassword(code) ? 'password' : undefined),
    textOf: (code) => (code === 'password-wrong' ? 'security.passwordWrong' : undefined),
    onDone() {
      setDone(true);
      toast.notice(t('security.frozenTitle'));
      clearSession('out');
    },
  });
  return (
    <Page title={t('shell.freeze')} back="/security">
      <Form className="flex-1 gap-4 pt-4" {...form.form}>
        <Banner tone="danger" title={t('security.notMeTitle')}>
          {t('security.notMeText')}
        </Banner>
        <PasswordField
          label={t('security.password')}
          autoComplete="current-password"
          enterKeyHint="go"
          {...form.field('password')}
        />
        <Button type="submit" look="danger" isWide isBusy={form.isSending || isDone}>
          {t('security.freezeNow')}
        </Button>
      </Form>
    </Page>
  );
}
