// Somebody new follows the link of an invitation: an authenticator, a password, the first code; then the recovery codes, once.
import { acceptInvitation, latinDigits, lookAtInvitation } from '@candor/wire';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Card } from '@candor/web/ui/card.tsx';
import { CopyButton } from '@candor/web/ui/copy-button.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Form } from '@candor/web/ui/form.tsx';
import { PasswordField } from '@candor/web/ui/password-field.tsx';
import { Figure, Heading, Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { SkeletonList } from '@candor/web/ui/states.tsx';
import type { DataOf } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { refusalText } from '../text/refusal-text.ts';
import { useFormats, useT } from '../text/texts.ts';
import { NewSecret } from '../session/new-secret.tsx';
import { CodeList } from '../ui/code-list.tsx';
import { EntryPage } from '../ui/frame.tsx';

type Invitation = DataOf<typeof lookAtInvitation>;
type Accepted = DataOf<typeof acceptInvitation>;

export function InvitationScreen(): ReactNode {
  const t = useT();
  const { token = '' } = useParams();
  const [invitation, setInvitation] = useState<Invitation>();
  const [fault, setFault] = useState<string>();
  const [accepted, setAccepted] = useState<Accepted>();
  const { send } = useSend(lookAtInvitation, { shows: () => true });
  const asked = useRef('');
  useEffect(() => {
    if (asked.current === token) return;
    asked.current = token;
    void send({ token }).then((outcome) => {
      if (outcome?.ok) setInvitation(outcome.data);
      else if (outcome) setFault(refusalText(outcome));
    });
  });
  if (accepted) return <Welcome accepted={accepted} isRenewed={invitation?.renews === true} />;
  const welcome = invitation?.renews === true ? 'entry.renew' : 'entry.welcome';
  return (
    <EntryPage title={invitation ? t(welcome, { name: invitation.name }) : t('entry.title')}>
      {fault !== undefined && <Banner tone="danger">{fault}</Banner>}
      {fault === undefined && !invitation && <SkeletonList rows={3} />}
      {invitation && <AcceptForm token={token} invitation={invitation} onDone={setAccepted} />}
    </EntryPage>
  );
}

interface AcceptFormProps {
  token: string;
  invitation: Invitation;
  onDone: (accepted: Accepted) => void;
}

function AcceptForm({ token, invitation, onDone }: AcceptFormProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const { send, isSending } = useSend(acceptInvitation, { shows: () => true });
  const digits = latinDigits(code).replace(/\D/g, '');
  const isReady = password !== '' && digits.length === 6;
  async function submit(): Promise<void> {
    if (!isReady) return;
    const outcome = await send({ token, password, code: digits });
    if (outcome?.ok) onDone(outcome.data);
    else if (outcome) setFault(refusalText(outcome));
  }
  return (
    <>
      {invitation.renews && <Note>{t('entry.renewNote')}</Note>}
      <Note>{t('entry.scan', { time: formats.time(invitation.expires_at) })}</Note>
      <NewSecret otpauthUrl={invitation.otpauth_url} secret={invitation.secret} />
      <Form onSubmit={() => void submit()} label={t('entry.accept')}>
        <PasswordField
          label={t('entry.newPassword')}
          hint={t('entry.passwordHint')}
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
        />
        <Field
          label={t('entry.firstCode')}
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
        />
        {fault !== undefined && <Banner tone="danger">{fault}</Banner>}
        <Button type="submit" isWide isBusy={isSending} isDisabled={!isReady}>
          {t(invitation.renews ? 'entry.renewDo' : 'entry.accept')}
        </Button>
      </Form>
    </>
  );
}

function Welcome({ accepted, isRenewed }: { accepted: Accepted; isRenewed: boolean }): ReactNode {
  const t = useT();
  const { name, recovery_codes: codes, fingerprint } = accepted;
  return (
    <EntryPage title={t(isRenewed ? 'entry.renewed' : 'entry.accepted', { name })}>
      <Card>
        <Note>{t('entry.codesNote')}</Note>
        <CodeList codes={codes} />
        <CopyButton text={codes.join('\n')} label={t('entry.codesNote')} />
      </Card>
      <Card>
        <Heading end={<Figure>{fingerprint}</Figure>}>{t('entry.fingerprint')}</Heading>
        <Note>{t('entry.fingerprintNote')}</Note>
      </Card>
      <TextLink to="/">{t('entry.toSignIn')}</TextLink>
    </EntryPage>
  );
}
