import { Bell, FlaskConical, KeyRound, Languages, Lock, LogOut, MonitorSmartphone, Palette } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAlertMessages } from '../session/alerts.ts';
import { useMode } from '../session/mode.ts';
import { usePreferences } from '../session/preferences.ts';
import { sayRefusal } from '../session/refusal-words.ts';
import { logOut, useUser } from '../session/session.ts';
import { languageNames } from '../text/languages.ts';
import { useLanguage, useText } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import type { Icon } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { List, Row } from '../ui/list.tsx';
import { MenuTile } from '../ui/menu-tile.tsx';
import { Page } from '../ui/page.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { toast } from '../ui/toast.ts';
import { Heading, Words } from '../ui/words.tsx';
import { menuGroups } from './personal-menu.ts';
import { ProfileCard, VerifyNote } from './profile-card.tsx';

const themes = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;

export function Screen(): ReactNode {
  const t = useText();
  const user = useUser();
  const isDemo = useMode() === 'demo';
  return (
    <Page title={t('shell.personal')}>
      {user === null ? <GuestCard /> : <ProfileCard user={user} />}
      {user !== null && user.status !== '1' && <VerifyNote />}
      {user !== null && <Security hasTradePassword={user.user_paypass !== null} />}
      {user !== null && <Alerts />}
      <Settings />
      {menuGroups.map(({ title, entries }) => (
        <section key={title} className="mt-3">
          <Heading>{t(`personal.${title}`)}</Heading>
          <Card
            label={t(`personal.${title}`)}
            className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-x-1 gap-y-3"
          >
            {entries.map(({ to, name, icon }) => (
              <MenuTile key={to} isRound icon={icon} label={t(`shell.${name}`)} to={to} />
            ))}
          </Card>
        </section>
      ))}
      {isDemo && (
        <Group title={t('personal.groupDemo')}>
          <Entry icon={FlaskConical} title={t('shell.menuDemo')} to="/demo" />
        </Group>
      )}
      {user !== null && <LogOutButton />}
    </Page>
  );
}

function GuestCard(): ReactNode {
  const t = useText();
  return (
    <Card className="mt-2 flex flex-col gap-3">
      <Words weight="strong" size="large">
        {t('personal.guestTitle')}
      </Words>
      <Words tone="secondary">{t('personal.guestText')}</Words>
      <div className="flex flex-wrap gap-2">
        <Button to="/register" className="flex-1">
          {t('shell.register')}
        </Button>
        <Button to="/login" look="secondary" className="flex-1">
          {t('shell.login')}
        </Button>
      </div>
    </Card>
  );
}

function Security({ hasTradePassword }: { hasTradePassword: boolean }): ReactNode {
  const t = useText();
  return (
    <Group title={t('personal.groupSecurity')}>
      <Entry icon={KeyRound} title={t('shell.menuPassword')} to="/loginpassword" />
      <Entry
        icon={Lock}
        title={t('shell.menuTradePassword')}
        to="/transactionpassword"
        end={
          <Badge tone={hasTradePassword ? 'good' : 'warn'}>
            {t(hasTradePassword ? 'personal.isSet' : 'personal.isNotSet')}
          </Badge>
        }
      />
      <Entry icon={MonitorSmartphone} title={t('shell.sessions')} to="/sessions" />
    </Group>
  );
}

function Alerts(): ReactNode {
  const t = useText();
  const unread = useAlertMessages().data?.unread ?? 0;
  const badge = unread > 0 && <Badge tone="accent">{t('alerts.unreadCount', { count: unread })}</Badge>;
  return (
    <List isCard label={t('shell.alerts')} className="mt-3">
      <Entry icon={Bell} title={t('shell.alerts')} to="/alerts" end={badge} />
    </List>
  );
}

function Settings(): ReactNode {
  const t = useText();
  const language = useLanguage();
  const theme = usePreferences((wishes) => wishes.theme);
  return (
    <Group title={t('personal.groupSettings')}>
      <Entry
        icon={Languages}
        title={t('shell.language')}
        to="/language"
        end={
          <Words size="small" tone="secondary">
            {languageNames[language]}
          </Words>
        }
      />
      <Entry
        icon={Palette}
        title={t('shell.appearance')}
        to="/appearance"
        end={
          <Words size="small" tone="secondary">
            {t(`personal.${themes[theme]}`)}
          </Words>
        }
      />
    </Group>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <section className="mt-3">
    <Heading>{title}</Heading>
    <List isCard label={title}>
      {children}
    </List>
  </section>
);

const Entry = ({ icon, title, to, end }: { icon: Icon; title: string; to: string; end?: ReactNode }): ReactNode => (
  <Row title={title} to={to} start={<RowIcon icon={icon} tone="neutral" />} {...(end === undefined ? {} : { end })} />
);

function LogOutButton(): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    const failure = await logOut();
    setBusy(false);
    setOpen(false);
    if (failure) toast.error(sayRefusal(failure));
    else toast.success(t('personal.loggedOut'));
  }

  return (
    <>
      <Button look="secondary" isWide icon={LogOut} className="mt-6" onPress={() => setOpen(true)}>
        {t('shell.menuLogOut')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('personal.logOutTitle')}
        confirm={t('shell.menuLogOut')}
        look="danger"
        isBusy={isBusy}
        onConfirm={() => void confirm()}
      >
        {t('personal.logOutText')}
      </Dialog>
    </>
  );
}
