import { updateUser } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useRefusalWords } from '../session/refusal-words.ts';
import { clearSession, storeUser, useUser } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { useText } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toast } from '../ui/toast.ts';
import { fieldOf, loginPasswordFaults } from './password-rules.ts';
import type { Fault, PasswordFields } from './password-rules.ts';

/** From the change to the login page. */
const clearedAfterMs = 1_000;
const guardMs = 80;

export function Screen(): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const navigate = useNavigate();
  const user = useUser();
  const change = useSend(updateUser, { shows: () => true });
  const [refusal, setRefusal] = useState<string>();
  const [isDone, setDone] = useState(false);
  const say = ({ name, values }: Fault): string => t(`personal.${name}`, values);
  const form = useForm<PasswordFields>({
    defaultValues: { original: '', next: '', confirm: '' },
    mode: 'onTouched',
    resolver: (values) => {
      const faults = Object.entries(loginPasswordFaults(values));
      const errors = Object.fromEntries(faults.map(([field, fault]) => [field, { type: 'rule', message: say(fault) }]));
      return { values: faults.length === 0 ? values : {}, errors };
    },
  });
  const { errors } = form.formState;

  async function submit({ original, next }: PasswordFields): Promise<void> {
    if (user === null) return;
    setRefusal(undefined);
    const outcome = await change.send({ account_id: user.account_id, user_password: next, original });
    if (outcome === undefined) return;
    if (outcome.ok) {
      setDone(true);
      storeUser(outcome.data);
      const close = toast.loading(t('personal.loginPasswordChanged'));
      // Not ended with the page: the guard may leave it before, when the socket tells that the session is over.
      setTimeout(() => {
        clearSession('out');
        close();
        // After the guard, which would lead back to this page after the next login.
        setTimeout(() => void navigate('/login', { replace: true, state: { account: user.user_name } }), guardMs);
      }, clearedAfterMs);
      return;
    }
    const field = fieldOf(outcome.code);
    if (field === undefined) setRefusal(words(outcome));
    else form.setError(field, { type: 'server', message: words(outcome) }, { shouldFocus: true });
  }

  return (
    <Page title={t('shell.menuPassword')} back="/personal">
      <form
        className="flex flex-1 flex-col gap-4 pt-4"
        noValidate
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <Banner tone="warn">{t('personal.loginPasswordNote')}</Banner>
        {refusal !== undefined && <Banner tone="danger" title={refusal} />}
        <input type="text" autoComplete="username" value={user?.user_name ?? ''} readOnly hidden />
        <PasswordField
          label={t('personal.original')}
          autoComplete="current-password"
          enterKeyHint="next"
          error={errors.original?.message}
          {...form.register('original')}
        />
        <PasswordField
          label={t('personal.next')}
          hint={t('personal.nextHint')}
          strengthOf={form.watch('next')}
          autoComplete="new-password"
          enterKeyHint="next"
          error={errors.next?.message}
          {...form.register('next', { deps: ['confirm'] })}
        />
        <PasswordField
          label={t('personal.confirm')}
          autoComplete="new-password"
          enterKeyHint="go"
          error={errors.confirm?.message}
          {...form.register('confirm')}
        />
        <Button type="submit" isWide isBusy={change.isSending || isDone}>
          {t('personal.loginPasswordSubmit')}
        </Button>
      </form>
    </Page>
  );
}
