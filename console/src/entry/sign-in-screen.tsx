// The way in: name, password and a code at once, or a passkey; in a demo also a try of each role.
import { beginOperatorPasskeySignIn, signInOperator, signInWithPasskey } from '@candor/wire';
import { canUsePasskeys, signWithPasskey } from '@candor/web/device/passkey.ts';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Form } from '@candor/web/ui/form.tsx';
import { PasswordField } from '@candor/web/ui/password-field.tsx';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { storeMe, useSession } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { refusalText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { EntryPage } from '../ui/frame.tsx';

export function SignInScreen(): ReactNode {
  const t = useT();
  const demoPart = useDemoPart();
  const isOver = useSession((session) => session.isOver);
  return (
    <EntryPage title={t('entry.title')}>
      {isOver && <Banner tone="info">{t('entry.over')}</Banner>}
      <SignInForm />
      {canUsePasskeys() && <PasskeySignIn />}
      {demoPart}
    </EntryPage>
  );
}

function SignInForm(): ReactNode {
  const t = useT();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const { send, isSending } = useSend(signInOperator, { shows: () => true });
  const isReady = name.trim() !== '' && password !== '' && code.trim().length >= 6;
  async function submit(): Promise<void> {
    if (!isReady) return;
    const outcome = await send({ name: name.trim(), password, code: code.trim() });
    if (outcome?.ok) storeMe(outcome.data);
    else if (outcome) {
      setFault(refusalText(outcome));
      setCode('');
    }
  }
  return (
    <Form onSubmit={() => void submit()} label={t('entry.signIn')}>
      <Field
        label={t('entry.name')}
        value={name}
        onChange={setName}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
      <PasswordField
        label={t('entry.password')}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
      />
      <Field
        label={t('entry.code')}
        hint={t('entry.codeHint')}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        dir="ltr"
      />
      {fault !== undefined && <Banner tone="danger">{fault}</Banner>}
      <Button type="submit" isWide isBusy={isSending} isDisabled={!isReady}>
        {t('entry.signIn')}
      </Button>
    </Form>
  );
}

/** The device asks for a finger, a face or a code, so that nothing else is asked for here. */
function PasskeySignIn(): ReactNode {
  const t = useT();
  const [fault, setFault] = useState<string>();
  const begin = useSend(beginOperatorPasskeySignIn, { shows: () => true });
  const enter = useSend(signInWithPasskey, { shows: () => true });
  async function submit(): Promise<void> {
    setFault(undefined);
    const begun = await begin.send({});
    if (begun && !begun.ok) setFault(refusalText(begun));
    const answer = begun?.ok ? await signWithPasskey(begun.data.options) : undefined;
    const outcome = answer === undefined ? undefined : await enter.send({ answer });
    if (outcome?.ok) storeMe(outcome.data);
    else if (outcome) setFault(refusalText(outcome));
  }
  return (
    <>
      {fault !== undefined && <Banner tone="danger">{fault}</Banner>}
      <Button look="secondary" isWide isBusy={begin.isSending || enter.isSending} onPress={() => void submit()}>
        {t('entry.passkey')}
      </Button>
    </>
  );
}

/** Only a demo sends this part of the page; any other server says that there is no such file. */
function useDemoPart(): ReactNode {
  const [part, setPart] = useState<ReactNode>(null);
  useEffect(() => {
    void import('./demo-roles.tsx').then(
      ({ TryRoles }) => setPart(<TryRoles />),
      () => undefined,
    );
  }, []);
  return part;
}
