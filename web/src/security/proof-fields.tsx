// What a binding change is proven with: the password, and a code of the app or of a message to the account's own address.
import { codeTiming, proofsOf, sendProofCode, type ProvenAct } from '@candor/wire';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { FactorField } from '../data/factor-field.tsx';
import type { Draft, DraftField } from '../data/use-draft.ts';
import { useSend } from '../data/use-send.ts';
import { useMode } from '../device/mode.ts';
import { serverNow } from '../device/server-clock.ts';
import { CodeField } from '../register/code-field.tsx';
import { OutboxHint } from '../register/outbox-hint.tsx';
import { useUser } from '../session/session.ts';
import { useLanguage, useT } from '../text/texts.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { Heading } from '../ui/text.tsx';
import type { ProofFields, SecondFactors } from './security-rules.ts';

interface CodeFieldSetProps {
  form: { field: (name: 'code') => DraftField<string> };
  /** What is proven: the server chooses by it what it asks for. */
  act: ProvenAct;
  security: SecondFactors;
  /** Of the message to the address, where the act asks for it besides the second factor. */
  message?: DraftField<string>;
}

export function ProofFieldSet({
  form,
  ...codes
}: CodeFieldSetProps & { form: Pick<Draft<ProofFields>, 'field'> }): ReactNode {
  // oxfmt-ignore
  const t = useT();
  return (
    <>
      <Heading>{t('security.proveTitle')}</Heading>
      <PasswordField
        label={t('security.password')}
        autoComplete="current-password"
        enterKeyHint="next"
        {...form.field('password')}
      />
      <CodeFieldSet form={form} {...codes} />
    </>
  );
}

/** The codes alone, where a password of their own is asked for besides. */
export function CodeFieldSet({
  form,
  act,
  security: { authenticator, passkeys },
  message,
}: CodeFieldSetProps): ReactNode {
  // oxfmt-ignore
  const asked = proofsOf(act, { hasSecondFactor: authenticator || passkeys > 0 });
  if (!asked.includes('second-factor')) return <MessageCode field={form.field('code')} />;
  return (
    <>
      <FactorField act={act} {...form.field('code')} />
      {asked.includes('message') && message && <MessageCode field={message} />}
    </>
  );
}

function MessageCode({ field }: { field: DraftField<string> }): ReactNode {
  const t = useT();
  const language = useLanguage();
  const user = useUser();
  const isDemo = useMode() === 'demo';
  const input = useRef<HTMLInputElement>(null);
  const sending = useSend(sendProofCode);
  const [sent, setSent] = useState<{ to: string; at: number }>();

  async function send(): Promise<void> {
    const outcome = await sending.send({ language });
    if (!outcome?.ok) return;
    setSent({ to: outcome.data.sent_to, at: serverNow() });
    input.current?.focus();
  }

  const address = user?.user_name.includes('@') ? user.user_name : (user?.user_phone ?? '');
  return (
    <>
      <CodeField
        field={{ ...field, ref: input }}
        hint={sent && t('security.codeSentTo', { recipient: sent.to })}
        nextAt={sent === undefined ? 0 : sent.at + codeTiming.betweenSendsMs}
        isAgain={sent !== undefined}
        isSending={sending.isSending}
        onSend={() => void send()}
      />
      {isDemo && sent !== undefined && (
        <OutboxHint recipient={address} sentAt={sent.at} onUse={field.onChange} focusNext={() => input.current} />
      )}
    </>
  );
}
