// What the person was told, newest first; what was seen here counts as read.
import { queryNotifications, readNotifications } from '@candor/wire';
import type { NoticeCategory, NotificationEntry } from '@candor/wire';
import {
  Bell,
  BellRing,
  CandlestickChart,
  Coins,
  LifeBuoy,
  Newspaper,
  Settings2,
  ShieldCheck,
  Sprout,
} from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { useUnread } from '../live/alerts.ts';
import { call, useUser } from '../session/session.ts';
import { cachedList } from '../data/cached-list.ts';
import { PagedList } from '../data/paged-list.tsx';
import { refetch } from '../data/refetch.ts';
import { useList } from '../data/use-list.ts';
import { useFormats, useLanguage, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import type { Icon } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { EmptyState, SkeletonList } from '../ui/states.tsx';

const told = cachedList<NotificationEntry>(queryNotifications, { idOf: ({ notification_id: id }) => id });

const icons: Record<NoticeCategory, Icon> = {
  security: ShieldCheck,
  money: Coins,
  support: LifeBuoy,
  trading: CandlestickChart,
  products: Sprout,
  news: Newspaper,
};

export function Screen(): ReactNode {
  const [t, formats, language] = [useT(), useFormats(), useLanguage()];
  const list = useList(told, { language }, { isEnabled: useUser() !== null, freshMs: 0 });
  const alerts = useUnread();
  useReadMark(list.data);
  return (
    <Page
      title={t('shell.notifications')}
      back="/home"
      actions={<IconButton icon={Settings2} label={t('notifications.settings')} to="/notifications/settings" />}
    >
      {alerts > 0 && (
        <List isCard label={t('shell.alerts')} className="mt-3">
          <Row
            to="/alerts"
            title={t('shell.alerts')}
            start={<RowIcon icon={Bell} tone="accent" />}
            end={<Badge tone="accent">{t('alerts.unreadCount', { count: alerts })}</Badge>}
          />
        </List>
      )}
      <PagedList
        list={list}
        skeleton={<SkeletonList rows={5} />}
        empty={<EmptyState icon={BellRing} title={t('notifications.none')} note={t('notifications.noneText')} />}
        render={(entries) => (
          <List isCard label={t('shell.notifications')} className="mt-3">
            {entries.map((entry) => (
              <Row
                key={entry.notification_id}
                to={entry.path}
                start={<RowIcon icon={icons[entry.category]} tone={entry.is_read ? 'neutral' : 'accent'} />}
                title={entry.title}
                note={`${entry.body} · ${formats.relative(entry.at, serverNow())}`}
                {...(entry.is_read ? {} : { end: <Badge tone="accent">{t('notifications.unread')}</Badge> })}
              />
            ))}
          </List>
        )}
      />
    </Page>
  );
}

/** Long enough to have seen it. */
const readAfterMs = 1_500;

function useReadMark(entries: readonly NotificationEntry[] | undefined): void {
  const upTo = entries?.find(({ is_read: isRead }) => !isRead)?.notification_id;
  useEffect(() => {
    if (upTo === undefined) return;
    const timer = setTimeout(() => {
      void call(readNotifications, { up_to: upTo }).then((outcome) => outcome.ok && refetch(queryNotifications));
    }, readAfterMs);
    return () => clearTimeout(timer);
  }, [upTo]);
}
