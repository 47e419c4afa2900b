import { queryOptionsOrderList } from '@candor/wire';
import type { OptionOrderMessage } from '@candor/wire';
import { useQueries } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useUser } from '../session/session.ts';
import { answerOf, queryClient, readKey, RefusedError, useRead } from '../session/use-read.ts';
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
  const { orders, total, failed, isFetching, retry } = useEndedPages(pages);
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

interface EndedPages {
  orders: OptionOrderMessage[] | undefined;
  total: number;
  failed: RefusedError | undefined;
  isFetching: boolean;
  retry: () => void;
}

/** Each page is its own answer, so that what is pushed reaches the first; a new order shifts the others, which are then read anew. */
function useEndedPages(pages: number): EndedPages {
  const userId = useUser()?.account_id ?? '';
  const found = useQueries({
    queries: Array.from({ length: pages }, (_, place) => {
      const question = ordersQuestion(userId, 'ended', place + 1);
      return {
        queryKey: readKey(queryOptionsOrderList, question),
        queryFn: ({ signal }: { signal: AbortSignal }) => answerOf(queryOptionsOrderList, question, { signal }),
        staleTime: 30_000,
      };
    }),
    combine: joinPages,
  });
  useEffect(() => {
    const isLater = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => {
      const question = queryKey[1] as { current_page?: number } | undefined;
      return (question?.current_page ?? 1) > 1;
    };
    queryClient
      .invalidateQueries({ queryKey: readKey(queryOptionsOrderList), predicate: isLater })
      .catch(() => undefined);
  }, [found.total]);
  return found;
}

type PageResult = UseQueryResult<{ TOTAL: number; RESULT_LIST: OptionOrderMessage[] }>;

function joinPages(results: PageResult[]): EndedPages {
  const orders = new Map<string, OptionOrderMessage>();
  for (const { data } of results) for (const order of data?.RESULT_LIST ?? []) orders.set(order.option_order_id, order);
  const failed = results.find(({ error }) => error instanceof RefusedError)?.error;
  return {
    orders: results[0]?.data === undefined ? undefined : [...orders.values()],
    total: results[0]?.data?.TOTAL ?? 0,
    failed: failed instanceof RefusedError ? failed : undefined,
    isFetching: results.some((result) => result.isFetching),
    retry: () => results.forEach((result) => void (result.isError && result.refetch())),
  };
}
