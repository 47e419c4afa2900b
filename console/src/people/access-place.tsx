// What proves who you are: passkeys, the password, recovery codes and the authenticator, each to be replaced.
import { getOperatorAccess } from '@candor/wire';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Place } from '../queue/place.ts';
import { Loaded } from '../session/loaded.tsx';
import { useMe, type DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import type access from '../text/en/access.json';
import { useFormats, useT } from '../text/texts.ts';
import { Narrow } from '../ui/columns.tsx';
import { PlacePage } from '../ui/frame.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { AuthenticatorPanel } from './authenticator-panel.tsx';
import { CodesPanel } from './codes-panel.tsx';
import { OwnAccountsCards } from './own-accounts-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordPanel } from './password-panel.tsx';

declare module '../text/keys.ts' {
  interface Areas {
    access: typeof access;
  }
}

export const place: Place = {
  name: 'access',
  title: 'access.title',
  icon: Fingerprint,
  index: 100,
  isOwn: true,
  screens: [{ path: '/access', Screen: AccessScreen }],
};

function AccessScreen(): ReactNode {
  const t = useT();
  const me = useMe();
  return (
    <PlacePage title={t('access.title')}>
      <Narrow>
        <Loaded read={useRead(getOperatorAccess, {})}>
          {(own) => (me.is_demo ? <Banner tone="info">{t('access.demo')}</Banner> : <OwnProofs own={own} />)}
        </Loaded>
        <OwnAccountsCards />
      </Narrow>
    </PlacePage>
  );
}

type Panels = 'password' | 'codes' | 'authenticator';

function OwnProofs({ own }: { own: DataOf<typeof getOperatorAccess> }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const [panel, setPanel] = useState<Panels>();
  const sinceOf = (at: string | null) => (at === null ? null : <Note>{t('access.since', { time: formats.dateTime(at) })}</Note>); // oxfmt-ignore
  const buttonOf = (name: Panels, text: string) => (
    <Button look="secondary" isSmall onPress={() => setPanel(name)}>
      {text}
    </Button>
  );
  const close = (): void => setPanel(undefined);
  return (
    <>
      <PasskeysCard passkeys={own.passkeys} />
      <TitledCard title={t('access.password')} end={buttonOf('password', t('access.changePassword'))}>
        {sinceOf(own.password_since)}
      </TitledCard>
      <TitledCard title={t('access.codes')} end={buttonOf('codes', t('access.newCodes'))}>
        <Note>{t('access.codesLeft', { count: own.recovery_codes })}</Note>
      </TitledCard>
      <TitledCard title={t('access.authenticator')} end={buttonOf('authenticator', t('access.replace'))}>
        {sinceOf(own.authenticator_since)}
        <Note>
          {t('entry.fingerprint')} <code>{own.fingerprint}</code>
        </Note>
      </TitledCard>
      {panel === 'password' && <PasswordPanel onClose={close} />}
      {panel === 'codes' && <CodesPanel onClose={close} />}
      {panel === 'authenticator' && <AuthenticatorPanel onClose={close} />}
    </>
  );
}
