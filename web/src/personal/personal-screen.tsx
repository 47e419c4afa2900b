import { Bell, FlaskConical, KeyRound, Languages, Lock, LogOut, MonitorSmartphone, Palette } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAlertMessages } from '../session/alerts.ts';
import { JoinButtons } from '../session/join-buttons.tsx';
import { LogOutDialog } from '../session/log-out-dialog.tsx';
import { useMode } from '../session/mode.ts';
import { usePreferences } from '../session/preferences.ts';
import { useUser } from '../session/session.ts';
import { languageNames } from '../text/languages.ts';
import { useLanguage, useText } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import type { Icon } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { List, Row } from '../ui/list.tsx';
import { MenuTile } from '../ui/menu-tile.tsx';
import { Page } from '../ui/page.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
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
    <Card className="mt-3 flex flex-col gap-3">
      <Words weight="strong" size="large">
        {t('personal.guestTitle')}
      </Words>
      <Words tone="secondary">{t('personal.guestText')}</Words>
      <JoinButtons />
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
        value={
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
  const badge = unread > 0 ? { end: <Badge tone="accent">{t('alerts.unreadCount', { count: unread })}</Badge> } : {};
  return (
    <List isCard label={t('shell.alerts')} className="mt-3">
      <Entry icon={Bell} title={t('shell.alerts')} to="/alerts" {...badge} />
    </List>
  );
}

function Settings(): ReactNode {
  const t = useText();
  const language = useLanguage();
  const theme = usePreferences((wishes) => wishes.theme);
  return (
    <Group title={t('personal.groupSettings')}>
      <Entry icon={Languages} title={t('shell.language')} to="/language" value={languageNames[language]} />
      <Entry icon={Palette} title={t('shell.appearance')} to="/appearance" value={t(`personal.${themes[theme]}`)} />
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

interface EntryProps {
  icon: Icon;
  title: string;
  to: string;
  /** What is chosen or set there now. */
  value?: ReactNode;
}

const Entry = ({ icon, title, to, value }: EntryProps): ReactNode => (
  <Row
    title={title}
    to={to}
    start={<RowIcon icon={icon} tone="neutral" />}
    end={
      value === undefined ? undefined : (
        <Words size="small" tone="secondary">
          {value}
        </Words>
      )
    }
  />
);

function LogOutButton(): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" isWide icon={LogOut} className="mt-6" onPress={() => setOpen(true)}>
        {t('shell.menuLogOut')}
      </Button>
      <LogOutDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
