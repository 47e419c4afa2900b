import { beginPasskeyLogin, logInWithPasskey, queryLogin } from '@candor/wire';
import { areaCodeOf } from '../device/area-code.ts';
import { preferences } from '../device/preferences.ts';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { storeUser, useSession } from '../session/session.ts';
import { useDraft } from '../data/use-draft.ts';
import { useSend } from '../data/use-send.ts';
import { canUsePasskeys, signWithPasskey } from '../device/passkey.ts';
import { wantedPath, withWantedPath } from '../session/wanted-path.ts';
import { useT } from '../text/texts.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { asksFactor, isOfFactor, noFactor } from '../data/ask-factor.ts';
import type { FactorFields } from '../data/ask-factor.ts';
import { FactorField } from '../data/factor-field.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast, toastMs } from '../ui/toast.ts';
import { Text } from '../ui/text.tsx';
import { faultsOf } from './login-rules.ts';
import type { LoginFields } from './login-rules.ts';

export function Screen(): ReactNode {
  const t = useT();
  const { search, state } = useAddress();
  const { user, lastAccount } = useSession();
  const known = accountIn(state) ?? lastAccount;
  const form = useDraft({
    first: { account: '', password: '', ...noFactor },
    keptAs: { name: 'login', fields: ['account'], over: () => (known === '' ? {} : { account: known }) },
    judge: (fields: LoginFields & FactorFields) => faultsOf(fields),
    call: queryLogin,
    payloadOf: ({ account, password, code }) => ({
      user_name: account.trim(),
      area_code: areaCodeOf(preferences()),
      user_password: password,
      code: code.trim(),
    }),
    fieldOf: (code) => {
      if (isOfFactor(code)) return 'code';
      return code === 'login-failed' || code === 'login-throttled' ? 'password' : undefined;
    },
    onDone({ RESULT_LIST: [found] }) {
      if (!found) return;
      toast.success(t('login.success'), toastMs.login);
      storeUser(found);
    },
    onRefused(failure, set) {
      if (!asksFactor(failure, set)) set({ password: '' });
    },
  });
  const { isSending } = form;
  useEffect(() => (isSending ? toast.loading(t('login.loading')) : undefined), [isSending, t]);

  // Logged in here or in another tab: there is nothing to do on this page any more.
  useEffect(() => {
    if (user !== null) navigate(wantedPath(search), { replace: true });
  }, [user, search]);

  return (
    <Page title={t('shell.login')} back="/home">
      <Form className="flex-1 gap-4 pt-4" {...form.form}>
        <Text as="p" tone="secondary">
          {t('login.intro')}
        </Text>
        <Field
          label={t('login.account')}
          hint={t('login.accountHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          enterKeyHint="next"
          {...form.field('account')}
        />
        <PasswordField
          label={t('register.password')}
          autoComplete="current-password"
          enterKeyHint="go"
          {...form.field('password')}
        />
        {form.fields.asksCode && <FactorField {...form.field('code')} />}
        <Button type="submit" isWide isBusy={isSending}>
          {t('shell.login')}
        </Button>
        {canUsePasskeys() && <PasskeyLogin />}
        <div className="flex flex-wrap items-center justify-center gap-x-2">
          <TextLink to={withWantedPath('/forgot', search)}>{t('login.forgot')}</TextLink>
        </div>
        <div className="flex flex-wrap items-center justify-center gap-x-2">
          <Text tone="secondary">{t('login.newHere')}</Text>
          <TextLink to={withWantedPath('/register', search)}>{t('ui.openAccount')}</TextLink>
        </div>
      </Form>
    </Page>
  );
}

/** The browser asks which of its passkeys; no name is typed. */
function PasskeyLogin(): ReactNode {
  const t = useT();
  const begin = useSend(beginPasskeyLogin);
  const enter = useSend(logInWithPasskey);

  async function logIn(): Promise<void> {
    const begun = await begin.send({});
    const answer = begun?.ok === true ? await signWithPasskey(begun.data.options) : undefined;
    const outcome = answer === undefined ? undefined : await enter.send({ answer });
    if (outcome?.ok !== true) return;
    toast.success(t('login.success'), toastMs.login);
    storeUser(outcome.data);
  }

  return (
    <Button look="secondary" isWide isBusy={begin.isSending || enter.isSending} onPress={() => void logIn()}>
      {t('login.passkey')}
    </Button>
  );
}

/** Registering leads here with the new account, past the address, which others may see. */
function accountIn(state: unknown): string | undefined {
  const { account } = (state ?? {}) as { account?: unknown };
  return typeof account === 'string' ? account : undefined;
}
