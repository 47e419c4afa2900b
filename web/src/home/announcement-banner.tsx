import { queryAnnouncements } from '@candor/wire';
import type { ReactNode } from 'react';
import { useRead } from '../data/use-read.ts';
import { usePreferences } from '../device/preferences.ts';
import { useLanguage } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** The first pinned announcement, until it was read on this device. */
export function AnnouncementBanner({ more }: { more: string }): ReactNode {
  const lang = useLanguage();
  const known = usePreferences(({ readContent }) => readContent);
  const { data } = useRead(queryAnnouncements, { lang, pagesize: 5 }, { freshMs: 300_000 });
  const unread = data?.RESULT_LIST.find(
    ({ announcement_id: id, is_pinned: isPinned }) => isPinned && !known.includes(`announcement/${id}`),
  );
  if (!unread) return null;
  return (
    <Banner tone="info" title={unread.title} action={<TextLink to="/announcements">{more}</TextLink>}>
      {unread.summary}
    </Banner>
  );
}
