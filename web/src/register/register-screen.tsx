import { countries, register } from '@candor/wire';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { preferences } from '../session/preferences.ts';
import { useMode } from '../session/mode.ts';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useUser } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { wantedPath, withWantedPath } from '../session/wanted-path.ts';
import { Text } from '../text/text.tsx';
import { useText } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast, toastMs } from '../ui/toast.ts';
import { Words } from '../ui/words.tsx';
import { AddressField } from './address-field.tsx';
import { CodeField } from './code-field.tsx';
import { OutboxHint } from './outbox-hint.tsx';
import { addressFault, areaCodeOf, faultsOf, fieldOf, recipientOf } from './register-rules.ts';
import type { Fault, FieldName, RegisterFields } from './register-rules.ts';
import { nextCodeAt, readSentCode } from './sent-code.ts';
import { useSendCode } from './use-send-code.ts';

export function Screen(): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const { search } = useLocation();
  const navigate = useNavigate();
  const user = useUser();
  const isDemo = useMode() === 'demo';
  const form = useRegisterForm(search);
  const code = useSendCode();
  const account = useSend(register, { shows: () => true });
  const [refusal, setRefusal] = useState<string>();
  const [isDone, setDone] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const recipient = recipientOf(form.watch());
  const wasSent = code.sent !== undefined && code.sent.recipient === recipient;

  useEffect(() => {
    if (user !== null) void navigate(wantedPath(search), { replace: true });
  }, [user, navigate, search]);

  useEffect(() => {
    if (!isDone) return;
    const to = withWantedPath('/login', search);
    const timer = setTimeout(
      () => void navigate(to, { replace: true, state: { account: recipient } }),
      toastMs.register,
    );
    return () => clearTimeout(timer);
  }, [isDone, navigate, recipient, search]);

  const show = (field: FieldName, message: string): void =>
    form.setError(field, { type: 'server', message }, { shouldFocus: true });

  async function sendCode(): Promise<void> {
    const { channel } = form.getValues();
    const fault = addressFault(form.getValues())[channel];
    if (fault) {
      show(channel, t(`register.${fault.name}`, fault.values));
      return;
    }
    form.clearErrors('code');
    const failure = await code.ask(channel, recipient);
    if (failure) show(fieldOf(failure.code, channel) ?? 'code', words(failure));
    else form.setFocus('code');
  }

  async function submit(fields: RegisterFields): Promise<void> {
    setRefusal(undefined);
    const isEmail = fields.channel === 'email';
    const outcome = await account.send({
      user_name: isEmail ? recipient : '',
      user_phone: isEmail ? '' : recipient,
      user_password: fields.password,
      referral_code: fields.invite.trim(),
      authCode: fields.code.trim(),
    });
    if (outcome === undefined) return;
    if (outcome.ok) {
      code.forget();
      toast.success(t('register.success'), toastMs.register);
      setDone(true);
      return;
    }
    const field = fieldOf(outcome.code, fields.channel);
    if (field !== undefined) show(field, words(outcome));
    else setRefusal(words(outcome));
  }

  return (
    <Page title={t('shell.register')} back="/home">
      <form
        className="flex flex-1 flex-col gap-4 pt-4"
        noValidate
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <Words as="p" tone="secondary">
          {t('register.intro')}
        </Words>
        <AddressField form={form} />
        <CodeField
          form={form}
          hint={wasSent ? t('register.codeSent', { recipient }) : undefined}
          nextAt={nextCodeAt(code.sent, recipient)}
          isAgain={wasSent}
          isSending={code.isSending}
          onSend={() => void sendCode()}
        />
        {isDemo && wasSent && (
          <OutboxHint
            recipient={recipient}
            sentAt={code.sent!.at}
            onUse={(sent) => form.setValue('code', sent, { shouldValidate: true })}
            focusNext={() => password.current}
          />
        )}
        <Passwords form={form} password={password} />
        {refusal !== undefined && <Banner tone="danger" title={refusal} />}
        <Button type="submit" isWide isBusy={account.isSending || isDone}>
          {t('register.submit')}
        </Button>
        <div className="flex flex-wrap items-center justify-center gap-x-2">
          <Words tone="secondary">{t('register.hasAccount')}</Words>
          <TextLink to={withWantedPath('/login', search)}>{t('shell.login')}</TextLink>
        </div>
      </form>
    </Page>
  );
}

interface PasswordsProps {
  form: UseFormReturn<RegisterFields>;
  /** Of the field of the first one. */
  password: RefObject<HTMLInputElement | null>;
}

function Passwords({ form, password }: PasswordsProps): ReactNode {
  const t = useText();
  const { errors } = form.formState;
  const first = form.register('password', { deps: ['confirm'] });
  return (
    <>
      <PasswordField
        label={t('register.password')}
        hint={t('register.passwordHint')}
        strengthOf={form.watch('password')}
        autoComplete="new-password"
        enterKeyHint="next"
        error={errors.password?.message}
        {...first}
        ref={(field) => {
          password.current = field;
          first.ref(field);
        }}
      />
      <PasswordField
        label={t('register.confirm')}
        autoComplete="new-password"
        enterKeyHint="next"
        error={errors.confirm?.message}
        {...form.register('confirm')}
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
        error={errors.invite?.message}
        {...form.register('invite')}
      />
      <Checkbox error={errors.agrees?.message} {...form.register('agrees')}>
        <Text
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

function useRegisterForm(search: string): UseFormReturn<RegisterFields> {
  const t = useText();
  const [defaultValues] = useState(() => firstFields(search));
  const say = ({ name, values }: Fault): string => t(`register.${name}`, values);
  return useForm<RegisterFields>({
    defaultValues,
    mode: 'onTouched',
    resolver: (values, _context, { names }) => {
      // A field that was only passed through is no mistake yet; sending the form looks at all of them.
      const isOne = names?.length === 1;
      const faults = Object.entries(faultsOf(values)).filter(([, fault]) => !isOne || !fault.name.endsWith('Required'));
      const errors = Object.fromEntries(faults.map(([field, fault]) => [field, { type: 'rule', message: say(fault) }]));
      return { values: faults.length === 0 ? values : {}, errors };
    },
  });
}

/** After a reload the address that a code was sent to is still there; an invitation brings its own code. */
function firstFields(search: string): RegisterFields {
  const sent = readSentCode();
  const areaCode = areaCodeOf(preferences());
  return {
    channel: sent?.channel ?? 'email',
    email: sent?.channel === 'email' ? sent.recipient : '',
    country: countries.find((country) => country.areaCode === areaCode)?.iso ?? 'JP',
    areaCode,
    phone: sent?.channel === 'phone' ? sent.recipient : '',
    code: '',
    password: '',
    confirm: '',
    invite: new URLSearchParams(search).get('invite') ?? '',
    agrees: false,
  };
}
