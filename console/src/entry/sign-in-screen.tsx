// The way in: name, password and a code at once; in a demo also a try of each role.
import { operatorRoles, signInOperator, tryRole } from '@candor/wire';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Card } from '@candor/web/ui/card.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Form } from '@candor/web/ui/form.tsx';
import { PasswordField } from '@candor/web/ui/password-field.tsx';
import { Heading, Note } from '@candor/web/ui/text.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { roleNames } from '../session/role-names.ts';
import { storeMe, useSession } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { refusalText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { ButtonGrid } from '../ui/columns.tsx';
import { EntryPage } from '../ui/frame.tsx';

export function SignInScreen({ isDemo }: { isDemo: boolean }): ReactNode {
  const t = useT();
  const isOver = useSession((session) => session.isOver);
  return (
    <EntryPage title={t('entry.title')}>
      {isOver && <Banner tone="info">{t('entry.over')}</Banner>}
      <SignInForm />
      {isDemo && <TryRoles />}
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

function TryRoles(): ReactNode {
  const t = useT();
  const { send, isSending } = useSend(tryRole);
  async function attempt(role: (typeof operatorRoles)[number], person: number): Promise<void> {
    const outcome = await send({ role, person });
    if (outcome?.ok) storeMe(outcome.data);
  }
  return (
    <Card label={t('entry.tryAs')}>
      <Heading>{t('entry.tryAs')}</Heading>
      <Note>{t('entry.tryNote')}</Note>
      <ButtonGrid>
        {operatorRoles.flatMap((role) =>
          [1, 2].map((person) => (
            <Button
              key={`${role}${person}`}
              look="secondary"
              isSmall
              isDisabled={isSending}
              onPress={() => void attempt(role, person)}
            >
              {t('entry.person', { role: t(roleNames[role]), person })}
            </Button>
          )),
        )}
      </ButtonGrid>
    </Card>
  );
}
