import { queryOptionsOrderList } from '@candor/wire';
import type { OptionOrderMessage } from '@candor/wire';
import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useUser } from '../session/session.ts';
import { usePages } from '../session/use-pages.ts';
import { useRead } from '../session/use-read.ts';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { List } from '../ui/list.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../ui/states.tsx';
import { EndedRow, OpenRow } from './order-rows.tsx';
import { ordersAPage, ordersQuestion } from './own-orders.ts';

export function OpenOrders(): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const userId = useUser()?.account_id ?? '';
  const orders = useRead(queryOptionsOrderList, ordersQuestion(userId, 'open'), { isEnabled: userId !== '' });
  // What was read stays when a later reading fails: the line under the header says that it may be old.
  if (orders.isPending) return <SkeletonList />;
  if (orders.data === undefined)
    return (
      <ErrorState
        title={words(orders.error.failure)}
        onRetry={() => void orders.refetch()}
        isRetrying={orders.isFetching}
      />
    );
  if (orders.data.RESULT_LIST.length === 0) return <NoOrders title={t('options.noOpen')} />;
  return (
    <List label={t('options.tabOpen')}>
      {orders.data.RESULT_LIST.map((order) => (
        <OpenRow key={order.option_order_id} order={order} />
      ))}
    </List>
  );
}

export function EndedOrders(): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const [pages, setPages] = useState(1);
  const userId = useUser()?.account_id ?? '';
  const ended = usePages<OptionOrderMessage>({
    call: queryOptionsOrderList,
    pages,
    questionOf: (page) => ordersQuestion(userId, 'ended', page),
    idOf: ({ option_order_id }) => option_order_id,
  });
  const { items: orders, total, failed, isFetching, retry } = ended;
  if (orders === undefined && failed === undefined) return <SkeletonList />;
  if (failed !== undefined && (orders?.length ?? 0) === 0) {
    return <ErrorState title={words(failed.failure)} onRetry={retry} isRetrying={isFetching} />;
  }
  if (orders === undefined || orders.length === 0) return <NoOrders title={t('options.noEnded')} />;
  const hasMore = pages * ordersAPage < total;
  return (
    <>
      <List label={t('options.tabEnded')}>
        {orders.map((order) => (
          <EndedRow key={order.option_order_id} order={order} />
        ))}
      </List>
      {hasMore && <LoadMore label={t('options.more')} isBusy={isFetching} onMore={() => setPages(pages + 1)} />}
    </>
  );
}

const NoOrders = ({ title }: { title: string }): ReactNode => {
  const t = useText();
  return (
    <EmptyState icon={ClipboardList} title={title} action={<Button to="/contracts">{t('options.trade')}</Button>} />
  );
};
