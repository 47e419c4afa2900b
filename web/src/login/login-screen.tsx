import { queryLogin } from '@candor/wire';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { useRefusalWords } from '../session/refusal-words.ts';
import { storeUser, useUser } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { wantedPath, withWantedPath } from '../session/wanted-path.ts';
import { useText } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast, toastMs } from '../ui/toast.ts';
import { Words } from '../ui/words.tsx';
import { faultsOf } from './login-rules.ts';
import type { Fault, LoginFields } from './login-rules.ts';

export function Screen(): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const user = useUser();
  const [refusal, setRefusal] = useState<string>();
  const login = useSend(queryLogin, { shows: () => true });
  const say = ({ name, values }: Fault): string => t(`login.${name}`, values);

  const form = useForm<LoginFields>({
    defaultValues: { account: accountIn(state), password: '' },
    mode: 'onTouched',
    resolver: (values) => {
      const faults = Object.entries(faultsOf(values));
      const errors = Object.fromEntries(faults.map(([field, fault]) => [field, { type: 'rule', message: say(fault) }]));
      return { values: faults.length === 0 ? values : {}, errors };
    },
  });
  const { errors } = form.formState;

  // The account may come when the page is open already.
  useEffect(() => {
    const account = accountIn(state);
    if (account !== '' && form.getValues('account') === '') form.setValue('account', account);
  }, [state, form]);

  // Logged in here or in another tab: there is nothing to do on this page any more.
  useEffect(() => {
    if (user !== null) void navigate(wantedPath(search), { replace: true });
  }, [user, navigate, search]);

  async function submit({ account, password }: LoginFields): Promise<void> {
    setRefusal(undefined);
    const close = toast.loading(t('login.loading'));
    const outcome = await login.send({ user_name: account.trim(), user_password: password });
    close();
    if (outcome === undefined) return;
    const found = outcome.ok ? outcome.data.RESULT_LIST[0] : undefined;
    if (found && outcome.ok && outcome.data.TOTAL === 1) {
      toast.success(t('login.success'), toastMs.login);
      storeUser(found);
      return;
    }
    setRefusal(words(outcome.ok ? { code: 'login-failed', facts: {} } : outcome));
    form.resetField('password');
    form.setFocus('password');
  }

  return (
    <Page title={t('login.title')} back="/home">
      <form
        className="flex flex-1 flex-col gap-4 pt-4"
        noValidate
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <Words as="p" tone="secondary">
          {t('login.intro')}
        </Words>
        {refusal !== undefined && <Banner tone="danger" title={refusal} />}
        <Field
          label={t('login.account')}
          hint={t('login.accountHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          enterKeyHint="next"
          error={errors.account?.message}
          {...form.register('account')}
        />
        <PasswordField
          label={t('login.password')}
          autoComplete="current-password"
          enterKeyHint="go"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" isWide isBusy={login.isSending}>
          {t('login.submit')}
        </Button>
        <div className="flex flex-wrap items-center justify-center gap-x-2">
          <Words tone="secondary">{t('login.newHere')}</Words>
          <TextLink to={withWantedPath('/register', search)}>{t('login.register')}</TextLink>
        </div>
      </form>
    </Page>
  );
}

/** Registering leads here with the new account, past the address, which others may see. */
const accountIn = (state: unknown): string => {
  const { account } = (state ?? {}) as { account?: unknown };
  return typeof account === 'string' ? account : '';
};
