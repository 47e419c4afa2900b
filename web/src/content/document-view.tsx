// One text: its title, what stands under it, and the text itself.
import { queryDocument } from '@candor/wire';
import type { ContentDocument, ContentKind } from '@candor/wire';
import { FileX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead, type DataOf, type Reading } from '../data/use-read.ts';
import { useLanguage, useT } from '../text/texts.ts';
import { Article } from '../ui/article.tsx';
import { Button } from '../ui/button.tsx';
import { List, Row } from '../ui/list.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { Heading, Note, Text } from '../ui/text.tsx';

export type DocumentRead = Reading<DataOf<typeof queryDocument>>;

/** Texts change seldom. */
const freshMs = 300_000;

export function useDocument(kind: ContentKind, id: string, version = ''): DocumentRead {
  const lang = useLanguage();
  return useRead(queryDocument, { kind, id, lang, version }, { freshMs });
}

export interface DocumentViewProps {
  read: DocumentRead;
  /** Where the others are. */
  back: string;
  /** Under the title. */
  lineOf: (document: ContentDocument) => ReactNode;
  children?: (document: ContentDocument) => ReactNode;
}

export function DocumentView({ read, back, lineOf, children }: DocumentViewProps): ReactNode {
  return (
    <Loaded read={read} skeleton={<TextLoading />} empty={<NoText back={back} />}>
      {({ RESULT_LIST: [document] }) => (
        <article className="flex flex-col gap-3 pt-2">
          <Text as="h2" size="title" weight="strong">
            {document!.title}
          </Text>
          <Note>{lineOf(document!)}</Note>
          <Article source={document!.body} />
          {children?.(document!)}
        </article>
      )}
    </Loaded>
  );
}

export function Related({ document, to }: { document: ContentDocument; to: string }): ReactNode {
  const t = useT();
  if (document.related.length === 0) return null;
  return (
    <section data-screen-only>
      <Heading>{t('content.related')}</Heading>
      <List isCard label={t('content.related')}>
        {document.related.map(({ id, title }) => (
          <Row key={id} title={title} to={`${to}/${id}`} />
        ))}
      </List>
    </section>
  );
}

function NoText({ back }: { back: string }): ReactNode {
  const t = useT();
  const action = (
    <Button look="secondary" to={back}>
      {t('content.toOthers')}
    </Button>
  );
  return <EmptyState icon={FileX} title={t('content.noText')} action={action} className="my-auto" />;
}

const TextLoading = (): ReactNode => (
  <div className="flex flex-col gap-3 pt-4">
    <Skeleton className="h-7 w-3/4" />
    {Array.from({ length: 8 }, (_, place) => (
      <Skeleton key={place} className="h-4 w-full" />
    ))}
  </div>
);
