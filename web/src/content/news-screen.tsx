// One piece of news: to read, to like, to share, and what else there is of its kind.
import { queryNewsIndex, queryDocument, likeNews } from '@candor/wire';
import type { ContentDocument, NewsCategory } from '@candor/wire';
import { ThumbsUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSend } from '../data/use-send.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { DocumentView, Related, useDocument } from './document-view.tsx';
import { useMarkRead } from './read-marks.ts';
import { SharePage } from './share-page.tsx';

export function Screen(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { id = '' } = useParams();
  const read = useDocument('news', id);
  const title = read.data?.RESULT_LIST[0]?.title;
  useMarkRead(title === undefined ? [] : [`news/${id}`]);
  const lineOf = ({ section, published_at, author }: ContentDocument): string =>
    [t(`content.category_${section as NewsCategory}`), formats.date(published_at), author].join(' · ');
  return (
    <Page title={t('shell.menuNews')} back="/newsList" actions={title !== undefined && <SharePage title={title} />}>
      <DocumentView read={read} back="/newsList" lineOf={lineOf}>
        {(document) => (
          <>
            <Like document={document} />
            <Related document={document} to="/news" />
          </>
        )}
      </DocumentView>
    </Page>
  );
}

/** Guests see how many like it, and are led to the login. */
function Like({ document: { id, likes, is_liked: isLiked } }: { document: ContentDocument }): ReactNode {
  const t = useT();
  const user = useUser();
  const like = useSend(likeNews, { changes: [queryDocument, queryNewsIndex] });
  const press = user && (() => void like.send({ news_id: id, type: isLiked ? '0' : '1', account_id: user.account_id }));
  return (
    <div data-screen-only className="pt-1">
      <Button
        look={isLiked ? 'primary' : 'secondary'}
        icon={ThumbsUp}
        isSmall
        isBusy={like.isSending}
        {...(press ? { onPress: press } : { to: '/login' })}
        label={t(isLiked ? 'content.unlike' : 'content.like')}
      >
        {t('content.likes', { count: likes })}
      </Button>
    </div>
  );
}
