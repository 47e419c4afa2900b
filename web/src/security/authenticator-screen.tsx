import {
  beginAuthenticator,
  confirmAuthenticator,
  getSecurity,
  removeAuthenticator,
  renewRecoveryCodes,
  type FailureCode,
} from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useDraft } from '../data/use-draft.ts';
import { useRead } from '../data/use-read.ts';
import type { DataOf } from '../data/use-read.ts';
import { useSend } from '../data/use-send.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { SecondFactor } from '../ui/passcode.tsx';
import { QR } from '../ui/qr.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { Figure, Text } from '../ui/text.tsx';
import { toast } from '../ui/toast.ts';
import { ConfirmFields } from './confirm-fields.tsx';
import { ownerProof } from './owner-proof.ts';
import { noProof, payloadOfProof } from './proof-rules.ts';
import type { ProofFields } from './proof-rules.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const [codes, setCodes] = useState<readonly string[]>();
  const security = useRead(getSecurity, {}, { isEnabled: user !== null, freshMs: 0 });
  return (
    <Page title={t('shell.authenticator')} back="/security">
      {codes === undefined ? (
        <Loaded read={security} skeleton={<SkeletonList rows={4} />}>
          {(found) =>
            found.authenticator ? (
              <On security={found} onCodes={setCodes} />
            ) : (
              <Off security={found} onCodes={setCodes} />
            )
          }
        </Loaded>
      ) : (
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      )}
    </Page>
  );
}

interface PartProps {
  security: DataOf<typeof getSecurity>;
  onCodes: (codes: readonly string[]) => void;
}

function Off(props: PartProps): ReactNode {
  const t = useT();
  const begin = useSend(beginAuthenticator);
  const [begun, setBegun] = useState<DataOf<typeof beginAuthenticator>>();

  async function start(): Promise<void> {
    const outcome = await begin.send({});
    if (outcome?.ok) setBegun(outcome.data);
  }

  if (begun !== undefined) return <TurnOn {...begun} {...props} />;
  return (
    <div className="flex flex-col gap-4 pt-4">
      <Text as="p" tone="secondary">
        {t('security.appIntro')}
      </Text>
      <Button isWide isBusy={begin.isSending} onPress={() => void start()}>
        {t('security.appBegin')}
      </Button>
    </div>
  );
}

interface TurnOnFields extends ProofFields {
  appCode: string;
}

function TurnOn({ secret, url, security, onCodes }: PartProps & { secret: string; url: string }): ReactNode {
  const t = useT();
  const proof = ownerProof('authenticator', security);
  // Without a passkey the code of the message is asked for here, so that one of the app is what was typed wrong.
  const isOfApp = (code: FailureCode): boolean => code === 'second-factor-wrong' && security.passkeys === 0;
  const form = useDraft({
    first: { ...noProof, appCode: '' },
    judge: ({ appCode, ...typed }: TurnOnFields) => ({
      ...proof.faults(typed),
      ...(appCode.length === 6 ? {} : { appCode: { name: 'ui.sixDigits' as const } }),
    }),
    call: confirmAuthenticator,
    changes: [getSecurity],
    payloadOf: ({ appCode, ...typed }) => ({ ...payloadOfProof(typed), app_code: appCode }),
    ...proof.refusals,
    fieldOf: (code) => (isOfApp(code) ? 'appCode' : proof.refusals.fieldOf(code)),
    onRefused: (failure, set) =>
      isOfApp(failure.code) ? set({ appCode: '', code: '' }) : proof.refusals.onRefused(failure, set),
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  return (
    <Form className="flex-1 gap-4 pt-4" {...form.form}>
      <Text as="p" tone="secondary">
        {t('security.appScan')}
      </Text>
      <div className="flex flex-col items-center gap-2">
        <QR text={url} label={t('security.appQr')} />
        <div className="flex min-w-0 items-center gap-1">
          <span dir="ltr" className="flex min-w-0 flex-wrap justify-center gap-x-2">
            {secret.match(/.{1,4}/g)?.map((group, place) => (
              <Figure key={place}>{group}</Figure>
            ))}
          </span>
          <CopyButton text={secret} label={t('security.appKey')} />
        </div>
      </div>
      <SecondFactor label={t('security.appCode')} {...form.field('appCode')} />
      <ConfirmFields form={form} proof={proof} />
      <Button type="submit" isWide isBusy={form.isSending}>
        {t('security.appTurnOn')}
      </Button>
    </Form>
  );
}

function On({ security, onCodes }: PartProps): ReactNode {
  const t = useT();
  const [act, setAct] = useState<'remove' | 'renew'>();
  return (
    <div className="flex flex-col gap-4 pt-4">
      <Banner tone="good" title={t('security.appIsOn')}>
        {t('security.codesLeft', { count: security.recovery_codes })}
      </Banner>
      {act === 'remove' && <Remove security={security} />}
      {act === 'renew' && <Renew security={security} onCodes={onCodes} />}
      {act !== 'renew' && (
        <Button look="secondary" isWide onPress={() => setAct('renew')}>
          {t('security.codesRenew')}
        </Button>
      )}
      {act !== 'remove' && (
        <Button look="secondary" isWide onPress={() => setAct('remove')}>
          {t('security.appTurnOff')}
        </Button>
      )}
    </div>
  );
}

function Remove({ security }: Pick<PartProps, 'security'>): ReactNode {
  const t = useT();
  const proof = ownerProof('authenticator', security);
  const form = useDraft({
    first: noProof,
    judge: proof.faults,
    call: removeAuthenticator,
    changes: [getSecurity],
    payloadOf: payloadOfProof,
    ...proof.refusals,
    onDone: () => void toast.success(t('security.appIsOff')),
  });
  return (
    <Form className="gap-4" {...form.form}>
      <ConfirmFields form={form} proof={proof} />
      <Button type="submit" look="danger" isWide isBusy={form.isSending}>
        {t('security.appTurnOff')}
      </Button>
    </Form>
  );
}

function Renew({ security, onCodes }: PartProps): ReactNode {
  const t = useT();
  const proof = ownerProof('recovery-codes', security);
  const form = useDraft({
    first: noProof,
    judge: proof.faults,
    call: renewRecoveryCodes,
    changes: [getSecurity],
    payloadOf: payloadOfProof,
    ...proof.refusals,
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  return (
    <Form className="gap-4" {...form.form}>
      <ConfirmFields form={form} proof={proof} />
      <Button type="submit" isWide isBusy={form.isSending}>
        {t('security.codesRenew')}
      </Button>
    </Form>
  );
}
