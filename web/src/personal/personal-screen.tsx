import {
  Award,
  Bell,
  BellRing,
  ClipboardList,
  FlaskConical,
  KeyRound,
  Languages,
  LifeBuoy,
  Lock,
  LogOut,
  MonitorSmartphone,
  Palette,
  ShieldCheck,
  Smartphone,
  UserPlus,
} from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useUnread } from '../live/alerts.ts';
import { JoinButtons } from '../session/join-buttons.tsx';
import { LogOutDialog } from '../session/log-out-dialog.tsx';
import { useMode } from '../device/mode.ts';
import { usePreferences } from '../device/preferences.ts';
import { useMenu } from '../session/products.ts';
import { useUser } from '../session/session.ts';
import { languageNames } from '../text/languages.ts';
import { useLanguage, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import type { Icon } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { List, Row } from '../ui/list.tsx';
import { MenuTile } from '../ui/menu-tile.tsx';
import { Page } from '../ui/page.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { Heading, Text } from '../ui/text.tsx';
import { ExperienceCard } from './experience-card.tsx';
import { ProfileCard, VerifyNote } from './profile-card.tsx';

const themes = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;

const groups = [
  { title: 'groupProducts', group: 'products' },
  { title: 'groupAbout', group: 'about' },
] as const;

export function Screen(): ReactNode {
  const t = useT();
  const menu = useMenu();
  const user = useUser();
  const isDemo = useMode() === 'demo';
  return (
    <Page title={t('shell.personal')}>
      {user === null ? <GuestCard /> : <ProfileCard user={user} />}
      {user !== null && user.status !== '1' && <VerifyNote />}
      {user !== null && <Security hasTradePassword={user.user_paypass !== null} />}
      {user !== null && <Own level={user.vip} />}
      {user?.account_type === '1' && <ExperienceCard />}
      <Settings />
      {groups.map(({ title, group }) => (
        <section key={title} className="mt-3">
          <Heading>{t(`personal.${title}`)}</Heading>
          <Card
            label={t(`personal.${title}`)}
            className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-x-1 gap-y-3"
          >
            {menu
              .filter((entry) => entry.group === group)
              .map(({ to, name, icon }) => (
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
  const t = useT();
  return (
    <Card className="mt-3 flex flex-col gap-3">
      <Text weight="strong" size="large">
        {t('personal.guestTitle')}
      </Text>
      <Text tone="secondary">{t('personal.guestText')}</Text>
      <JoinButtons />
    </Card>
  );
}

function Security({ hasTradePassword }: { hasTradePassword: boolean }): ReactNode {
  const t = useT();
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
      <Entry icon={ShieldCheck} title={t('shell.security')} to="/security" />
    </Group>
  );
}

function Own({ level }: { level: number }): ReactNode {
  const t = useT();
  const unread = useUnread();
  const badge = unread > 0 ? <Badge tone="accent">{t('alerts.unreadCount', { count: unread })}</Badge> : undefined;
  return (
    <List isCard label={t('shell.menuOrders')} className="mt-3">
      <Entry icon={ClipboardList} title={t('shell.menuOrders')} to="/orders" />
      <Entry icon={BellRing} title={t('shell.notifications')} to="/notifications" />
      <Entry icon={Bell} title={t('shell.alerts')} to="/alerts" value={badge} />
      <Entry icon={LifeBuoy} title={t('shell.menuSupport')} to="/support" />
      <Entry icon={UserPlus} title={t('shell.menuInvite')} to="/invite" />
      <Entry icon={Award} title={t('shell.vipLevel')} to="/vip" value={t('personal.vip', { level })} />
    </List>
  );
}

function Settings(): ReactNode {
  const t = useT();
  const language = useLanguage();
  const theme = usePreferences((preferences) => preferences.theme);
  return (
    <Group title={t('personal.groupSettings')}>
      <Entry icon={Languages} title={t('shell.language')} to="/language" value={languageNames[language]} />
      <Entry icon={Palette} title={t('shell.appearance')} to="/appearance" value={t(`personal.${themes[theme]}`)} />
      <Entry icon={Smartphone} title={t('shell.menuApp')} to="/app" />
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
        <Text size="small" tone="secondary">
          {value}
        </Text>
      )
    }
  />
);

function LogOutButton(): ReactNode {
  const t = useT();
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
