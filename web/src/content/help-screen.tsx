// The help center: its articles by section, or those that answer a search.
import { helpSections, helpcenterList } from '@candor/wire';
import type { HelpEntry } from '@candor/wire';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useLanguage, useT } from '../text/texts.ts';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Heading, VisuallyHidden } from '../ui/text.tsx';
import { ContactCard } from './contact-card.tsx';
import { SearchField, useSearch } from './search-field.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const lang = useLanguage();
  const { typed, setTyped, asked } = useSearch();
  const read = useRead(helpcenterList, { lang, search: asked }, { freshMs: 300_000 });
  const none = asked === '' ? t('content.noHelp') : t('content.nothingFound', { typed: asked });
  return (
    <Page title={t('shell.menuHelp')} back="/home">
      <div className="pt-3">
        <SearchField label={t('content.searchHelp')} value={typed} onChange={setTyped} />
      </div>
      <Loaded read={read} empty={<EmptyState icon={CircleHelp} title={none} />}>
        {({ RESULT_LIST: articles }) =>
          asked === '' ? (
            <Sections articles={articles} />
          ) : (
            <div className="pt-3">
              <VisuallyHidden as="h2">{t('content.found')}</VisuallyHidden>
              <Articles articles={articles} label={t('content.found')} showsSummary />
            </div>
          )
        }
      </Loaded>
      <ContactCard />
    </Page>
  );
}

function Sections({ articles }: { articles: readonly HelpEntry[] }): ReactNode {
  const t = useT();
  return helpSections.map((section) => {
    const own = articles.filter((article) => article.section === section);
    if (own.length === 0) return null;
    const name = t(`content.section_${section}`);
    return (
      <section key={section} className="pt-2">
        <Heading>{name}</Heading>
        <Articles articles={own} label={name} />
      </section>
    );
  });
}

function Articles({
  articles,
  label,
  showsSummary = false,
}: {
  articles: readonly HelpEntry[];
  label: string;
  showsSummary?: boolean;
}): ReactNode {
  return (
    <List isCard label={label}>
      {articles.map(({ help_id: id, title, summary }) => (
        <Row key={id} to={`/help/${id}`} title={title} {...(showsSummary ? { note: summary } : {})} />
      ))}
    </List>
  );
}
