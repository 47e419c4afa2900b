import { queryNotifications } from '@candor/wire';
import { Bell } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../data/use-read.ts';
import { useUnread } from '../live/alerts.ts';
import { useFormats, useLanguage, useT } from '../text/texts.ts';
import { CountBadge } from '../ui/badge.tsx';
import { IconButton } from '../ui/icon-button.tsx';

const most = 99;

/** To what the person was told, with how much of it is new; alerts that fired count too. */
export function NotificationsBell(): ReactNode {
  const [t, formats, language] = [useT(), useFormats(), useLanguage()];
  const alerts = useUnread();
  const unread = (useRead(queryNotifications, { language, pagesize: 1 }).data?.unread ?? 0) + alerts;
  const label = t('shell.notifications');
  return (
    <span className="relative">
      <IconButton icon={Bell} label={label} to="/notifications" />
      {unread > 0 && (
        <span className="pointer-events-none absolute start-2 top-3">
          <CountBadge
            figure={unread > most ? `${formats.whole(most)}+` : formats.whole(unread)}
            label={t('home.unreadCount', { count: unread })}
          />
        </span>
      )}
    </span>
  );
}
