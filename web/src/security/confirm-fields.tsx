// The fields that an act is confirmed with: a password, and a code of the app or of a message to the account's own address.
import { codeTiming, sendProofCode } from '@candor/wire';
import { useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { FactorField } from '../data/factor-field.tsx';
import type { Draft, DraftField } from '../data/use-draft.ts';
import { useSend } from '../data/use-send.ts';
import { useMode } from '../device/mode.ts';
import { serverNow } from '../device/server-clock.ts';
import { CodeField } from '../register/code-field.tsx';
import { OutboxHint } from '../register/outbox-hint.tsx';
import { useUser } from '../session/session.ts';
import { useLanguage, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { TradePassword } from '../ui/passcode.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { Heading } from '../ui/text.tsx';
import { TextLink } from '../ui/text-link.tsx';
import type { OwnerProof } from './owner-proof.ts';
import type { ProofFields } from './proof-rules.ts';

interface ConfirmFieldsProps {
  form: Pick<Draft<ProofFields>, 'field'>;
  proof: OwnerProof;
  /** Of an account that has none: it says where one is set. */
  hasTradePassword?: boolean;
  /** Of the login password: what stands before it may lead on to it. */
  passwordRef?: Ref<HTMLInputElement>;
}

/** The password and the codes that an act asks for: the server chooses them by the act and by what protects the account. */
export function ConfirmFields({
  form,
  proof: { needs },
  hasTradePassword = true,
  passwordRef = null,
}: ConfirmFieldsProps): ReactNode {
  const { act, password, codes } = needs;
  return (
    <>
      {password === 'login' ? (
        <LoginPassword form={form} passwordRef={passwordRef} />
      ) : (
        <Trade form={form} isSet={hasTradePassword} />
      )}
      {codes.includes('second-factor') && <FactorField act={act} {...form.field('code')} />}
      {codes.includes('message') && <MessageCode field={form.field(codes.length > 1 ? 'messageCode' : 'code')} />}
    </>
  );
}

function LoginPassword({ form, passwordRef }: Required<Pick<ConfirmFieldsProps, 'form' | 'passwordRef'>>): ReactNode {
  const t = useT();
  return (
    <>
      <Heading>{t('security.proveTitle')}</Heading>
      <PasswordField
        label={t('security.password')}
        autoComplete="current-password"
        enterKeyHint="next"
        ref={passwordRef}
        {...form.field('password')}
      />
    </>
  );
}

function Trade({ form, isSet }: Pick<ConfirmFieldsProps, 'form'> & { isSet: boolean }): ReactNode {
  const t = useT();
  // Under a name of its own, or a password manager would take it for that of the login.
  if (isSet) return <TradePassword label={t('security.tradePassword')} {...form.field('password')} name="paypass" />;
  return (
    <Banner tone="warn">
      {t('refusals.trade-password-missing')}{' '}
      <TextLink to="/transactionpassword">{t('shell.menuTradePassword')}</TextLink>
    </Banner>
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
