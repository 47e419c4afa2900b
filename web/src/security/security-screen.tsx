import { getSecurity } from '@candor/wire';
import {
  AtSign,
  BadgeCheck,
  Database,
  Fingerprint,
  Gauge,
  History,
  KeyRound,
  Lock,
  MailCheck,
  MonitorSmartphone,
  Smartphone,
  Snowflake,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import type { DataOf } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import type { Icon } from '../ui/button.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { Heading } from '../ui/text.tsx';
import { missingOf } from './security-rules.ts';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const security = useRead(getSecurity, {}, { isEnabled: user !== null, freshMs: 0 });
  return (
    <Page title={t('shell.security')} back="/personal">
      <Loaded read={security} skeleton={<SkeletonList rows={6} />}>
        {(found) => (
          <>
            <State {...found} />
            <Protects {...found} />
          </>
        )}
      </Loaded>
      <section className="mt-3">
        <Heading>{t('security.seeToo')}</Heading>
        <List isCard label={t('security.seeToo')}>
          <Entry icon={MonitorSmartphone} title={t('shell.sessions')} to="/sessions" />
          <Entry icon={History} title={t('shell.securityHistory')} to="/security-history" />
          <Entry icon={Gauge} title={t('shell.limits')} to="/limits" />
          <Entry icon={Database} title={t('shell.myData')} to="/my-data" />
          <Entry icon={Snowflake} title={t('shell.freeze')} to="/freeze" />
        </List>
      </section>
    </Page>
  );
}

type Security = DataOf<typeof getSecurity>;

function State({ frozen, holds, ...protection }: Security): ReactNode {
  const t = useT();
  const formats = useFormats();
  const missing = missingOf(protection);
  // The longest stands first.
  const [hold] = holds;
  return (
    <div className="flex flex-col gap-3 pt-3">
      {frozen && <Banner tone="danger">{t('security.frozenBanner')}</Banner>}
      {hold && (
        <Banner tone="warn" title={t('security.holdTitle')}>
          {t('security.holdText', {
            when: formats.relative(hold.ends_at, serverNow()),
            time: formats.dateTime(hold.ends_at),
          })}
        </Banner>
      )}
      <Banner tone={missing === 0 ? 'good' : 'info'}>
        {missing === 0 ? t('security.allSet') : t('security.missing', { count: missing })}
      </Banner>
    </div>
  );
}

function Protects({ authenticator, passkeys, mail_phrase, trade_password, verified }: Security): ReactNode {
  const t = useT();
  const rows = [
    { icon: KeyRound, title: t('shell.menuPassword'), to: '/loginpassword' },
    { icon: Smartphone, title: t('shell.authenticator'), to: '/authenticator', isOn: authenticator },
    { icon: Fingerprint, title: t('shell.passkeys'), to: '/passkeys', isOn: passkeys > 0 },
    { icon: Lock, title: t('shell.menuTradePassword'), to: '/transactionpassword', isOn: trade_password },
    { icon: AtSign, title: t('shell.changeContact'), to: '/change-contact' },
    { icon: MailCheck, title: t('shell.mailPhrase'), to: '/mail-phrase', isOn: mail_phrase },
    { icon: BadgeCheck, title: t('shell.menuVerification'), to: '/authentication', isOn: verified },
  ];
  return (
    <section className="mt-3">
      <Heading>{t('security.protects')}</Heading>
      <List isCard label={t('security.protects')}>
        {rows.map((row) => (
          <Entry key={row.to} {...row} />
        ))}
      </List>
    </section>
  );
}

interface EntryProps {
  icon: Icon;
  title: string;
  to: string;
  isOn?: boolean;
}

function Entry({ icon, title, to, isOn }: EntryProps): ReactNode {
  const t = useT();
  return (
    <Row
      title={title}
      to={to}
      start={<RowIcon icon={icon} tone="neutral" />}
      end={
        isOn === undefined ? undefined : (
          <Badge tone={isOn ? 'good' : 'warn'}>{t(isOn ? 'security.on' : 'security.off')}</Badge>
        )
      }
    />
  );
}
