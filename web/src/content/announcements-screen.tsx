// What the platform announces, pinned ones first. Whoever was here has read what it shows.
import { queryAnnouncements } from '@candor/wire';
import type { Announcement } from '@candor/wire';
import { Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { cachedList } from '../data/cached-list.ts';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useFormats, useLanguage, useT } from '../text/texts.ts';
import { Article } from '../ui/article.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Note, Text } from '../ui/text.tsx';
import { useMarkRead } from './read-marks.ts';

const announcements = cachedList<Announcement>(queryAnnouncements, { idOf: ({ announcement_id }) => announcement_id });

export function Screen(): ReactNode {
  const t = useT();
  const list = useList(announcements, { lang: useLanguage() });
  useMarkRead((list.data ?? []).map(({ announcement_id }) => `announcement/${announcement_id}`));
  return (
    <Page title={t('shell.menuAnnouncements')} back="/home">
      <PagedList
        list={list}
        empty={<EmptyState icon={Megaphone} title={t('content.noAnnouncements')} />}
        render={(shown) => (
          <div className="flex flex-col gap-3 pt-3">
            {shown.map((announcement) => (
              <AnnouncementCard key={announcement.announcement_id} announcement={announcement} />
            ))}
          </div>
        )}
      />
    </Page>
  );
}

function AnnouncementCard({ announcement }: { announcement: Announcement }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { title, body, published_at: publishedAt, is_pinned: isPinned } = announcement;
  return (
    <Card label={title} className="flex flex-col gap-2">
      <Text as="h2" size="large" weight="strong">
        {title}
      </Text>
      <div className="flex flex-wrap items-center gap-2">
        {isPinned && <Badge tone="accent">{t('content.pinned')}</Badge>}
        <Note>{formats.date(publishedAt)}</Note>
      </div>
      <Article source={body} />
    </Card>
  );
}
