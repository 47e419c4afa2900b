import { queryLogin, register } from '@candor/wire';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { storeUser, useUser } from '../session/session.ts';
import { useDraft } from '../data/use-draft.ts';
import type { Draft } from '../data/use-draft.ts';
import { useSend } from '../data/use-send.ts';
import { wantedPath, withWantedPath } from '../session/wanted-path.ts';
import { Translated } from '../text/translated.tsx';
import { useT } from '../text/texts.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast, toastMs } from '../ui/toast.ts';
import { Text } from '../ui/text.tsx';
import { AddressCode } from './address-code.tsx';
import { AddressField } from './address-field.tsx';
import { faultsOf, fieldOf, recipientOf } from './register-rules.ts';
import type { RegisterFields } from './register-rules.ts';
import { firstFields } from './first-fields.ts';
import { useSendCode } from './use-send-code.ts';

export function Screen(): ReactNode {
  const t = useT();
  const { search } = useAddress();
  const invite = new URLSearchParams(search).get('invite');
  const user = useUser();
  const code = useSendCode('register');
  const login = useSend(queryLogin, { shows: () => true });
  const [isDone, setDone] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const form = useDraft({
    first: () => firstFields('register'),
    keptAs: {
      name: 'register',
      fields: ['channel', 'email', 'country', 'areaCode', 'phone', 'invite'],
      over: () => (invite ? { invite } : {}),
    },
    judge: faultsOf,
    call: register,
    payloadOf,
    fieldOf: (refused, { channel }) => fieldOf(refused, channel),
    onDone(_data, sent) {
      code.forget();
      toast.success(t('register.success'), toastMs.register);
      setDone(true);
      void enter(sent);
    },
  });

  useEffect(() => {
    if (user !== null) navigate(wantedPath(search), { replace: true });
  }, [user, search]);

  /** Once the account is open one is logged in; where that fails, the login page has the account filled in. */
  async function enter(sent: RegisterFields): Promise<void> {
    const isRead = new Promise((resolve) => setTimeout(resolve, toastMs.register));
    const account = recipientOf(sent);
    const outcome = await login.send({ user_name: account, user_password: sent.password });
    await isRead;
    const found = outcome?.ok ? outcome.data.RESULT_LIST[0] : undefined;
    if (found) storeUser(found);
    else navigate(withWantedPath('/login', search), { replace: true, state: { account } });
  }

  return (
    <Page title={t('shell.register')} back="/home">
      <Form className="flex-1 gap-4 pt-4" {...form.form}>
        <Text as="p" tone="secondary">
          {t('register.intro')}
        </Text>
        <AddressField form={form} />
        <AddressCode
          form={form}
          code={code}
          sentText={(recipient) => t('register.codeSent', { recipient })}
          next={password}
        />
        <Passwords form={form} password={password} />
        <Button type="submit" isWide isBusy={form.isSending || isDone}>
          {t('register.submit')}
        </Button>
        <div className="flex flex-wrap items-center justify-center gap-x-2">
          <Text tone="secondary">{t('register.hasAccount')}</Text>
          <TextLink to={withWantedPath('/login', search)}>{t('shell.login')}</TextLink>
        </div>
      </Form>
    </Page>
  );
}

interface PasswordsProps {
  form: Draft<RegisterFields>;
  /** Of the field of the first one. */
  password: RefObject<HTMLInputElement | null>;
}

function Passwords({ form, password }: PasswordsProps): ReactNode {
  const t = useT();
  return (
    <>
      <PasswordField
        label={t('register.password')}
        hint={t('register.passwordHint')}
        strengthOf={form.fields.password}
        autoComplete="new-password"
        enterKeyHint="next"
        {...form.field('password')}
        ref={password}
      />
      <PasswordField
        label={t('register.confirm')}
        autoComplete="new-password"
        enterKeyHint="next"
        {...form.field('confirm')}
      />
      <Field
        label={t('register.invite')}
        isOptional
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        enterKeyHint="go"
        {...form.field('invite')}
      />
      <Checkbox {...form.field('agrees')}>
        <Translated
          id="register.agree"
          tags={{
            terms: (inner) => (
              <TextLink isInline isAside size="small" to="/legal?part=terms">
                {inner}
              </TextLink>
            ),
            privacy: (inner) => (
              <TextLink isInline isAside size="small" to="/legal?part=privacy">
                {inner}
              </TextLink>
            ),
            risk: (inner) => (
              <TextLink isInline isAside size="small" to="/legal?part=risk">
                {inner}
              </TextLink>
            ),
          }}
        />
      </Checkbox>
    </>
  );
}

function payloadOf(fields: RegisterFields) {
  const [recipient, isEmail] = [recipientOf(fields), fields.channel === 'email'];
  return {
    user_name: isEmail ? recipient : '',
    user_phone: isEmail ? '' : recipient,
    user_password: fields.password,
    referral_code: fields.invite.trim(),
    authCode: fields.code.trim(),
  };
}
