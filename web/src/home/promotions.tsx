import { ShieldCheck, Smartphone, Users } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { List, Row } from '../ui/list.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { askToInstall, useInstall } from '../device/install.ts';
import { InstallSheet } from './install-sheet.tsx';

/** What else there is to know: proof, copy trading, and the app on the home screen. */
export function Promotions(): ReactNode {
  const t = useT();
  const install = useInstall();
  const [showsHow, setShowsHow] = useState(false);
  const onInstall = (): void => {
    if (install === 'offered') askToInstall().catch(() => setShowsHow(true));
    else setShowsHow(true);
  };
  return (
    <section aria-label={t('home.discover')}>
      <List isCard label={t('home.discover')}>
        <Row
          start={<RowIcon icon={ShieldCheck} />}
          title={t('home.proofTitle')}
          note={t('home.proofText')}
          to="/proof"
        />
        <Row
          start={<RowIcon icon={Users} />}
          title={
            <span className="flex flex-wrap items-center gap-x-2">
              {t('home.copyTitle')} <Badge>{t('shell.comingTitle')}</Badge>
            </span>
          }
          note={t('home.copyText')}
          to="/announcements"
        />
        {install !== 'installed' && (
          <Row
            start={<RowIcon icon={Smartphone} />}
            title={t('home.installTitle')}
            note={t('home.installText')}
            onPress={onInstall}
          />
        )}
      </List>
      <InstallSheet isOpen={showsHow} onClose={() => setShowsHow(false)} />
    </section>
  );
}
