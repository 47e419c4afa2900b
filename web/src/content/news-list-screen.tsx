// The news by category, newest first, with a mark at what was not opened yet.
import { newsCategories } from '@candor/wire';
import type { NewsCategory, NewsEntry } from '@candor/wire';
import { Newspaper } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useFormats, useLanguage, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { VisuallyHidden } from '../ui/text.tsx';
import { news } from './news.ts';
import { useReadMarks } from './read-marks.ts';
import { SearchField, useSearch } from './search-field.tsx';

const tabs = ['', ...newsCategories] as const;

export function Screen(): ReactNode {
  const t = useT();
  const lang = useLanguage();
  const [category, setCategory] = useState<NewsCategory | ''>('');
  const { typed, setTyped, asked } = useSearch();
  const list = useList(news, { lang, category, search: asked });
  const name = t(`content.category_${category === '' ? 'all' : category}`);
  const empty = asked === '' ? t('content.noNews') : t('content.nothingFound', { typed: asked });
  return (
    <Page title={t('shell.menuNews')} back="/home">
      <div className="pt-3">
        <SearchField label={t('content.searchNews')} value={typed} onChange={setTyped} />
      </div>
      <Tabs
        label={t('content.categories')}
        tabs={tabs.map((value) => ({ value, label: t(`content.category_${value === '' ? 'all' : value}`) }))}
        value={category}
        onChange={setCategory}
      >
        <VisuallyHidden as="h2">{name}</VisuallyHidden>
        <PagedList
          list={list}
          empty={<EmptyState icon={Newspaper} title={empty} />}
          render={(entries) => (
            <List label={name}>
              {entries.map((entry) => (
                <NewsRow key={entry.news_id} entry={entry} />
              ))}
            </List>
          )}
        />
      </Tabs>
    </Page>
  );
}

function NewsRow({ entry }: { entry: NewsEntry }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const isRead = useReadMarks().includes(`news/${entry.news_id}`);
  const parts = [t(`content.category_${entry.category}`), formats.date(entry.published_at)];
  if (entry.likes > 0) parts.push(t('content.likes', { count: entry.likes }));
  return (
    <Row
      to={`/news/${entry.news_id}`}
      title={entry.title}
      note={parts.join(' · ')}
      {...(isRead ? {} : { end: <Badge tone="accent">{t('content.unread')}</Badge> })}
    />
  );
}
