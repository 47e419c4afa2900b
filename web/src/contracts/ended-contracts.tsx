// What has ended, by the customer and the stops, or by liquidation; each leads to its receipt.
import { queryOrderList, wad } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useUser } from '../session/session.ts';
import { usePages } from '../session/use-pages.ts';
import { useFormats, useText } from '../text/texts.ts';
import { List, Row } from '../ui/list.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Money } from '../ui/money.tsx';
import { Price } from '../ui/price.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../ui/states.tsx';
import { Words } from '../ui/words.tsx';
import { OrderTitle } from './order-title.tsx';
import { contractsQuestion, endedAPage } from './own-contracts.ts';
import { coinOf, isCancelled, roeOfEnded, toneOf } from './position-rules.ts';

export function EndedContracts({ tab }: { tab: 'history' | 'liquidation' }): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const userId = useUser()?.account_id ?? '';
  const [pages, setPages] = useState(1);
  const { items, total, failed, isFetching, retry } = usePages<ContractOrderMessage>({
    call: queryOrderList,
    pages,
    questionOf: (page) => contractsQuestion(userId, tab, page),
    idOf: ({ trade_id }) => trade_id,
  });
  if (items === undefined && failed === undefined) return <SkeletonList />;
  if (failed !== undefined && (items?.length ?? 0) === 0) {
    return <ErrorState title={words(failed.failure)} onRetry={retry} isRetrying={isFetching} />;
  }
  if (items === undefined || items.length === 0) {
    return (
      <EmptyState icon={ReceiptText} title={t(tab === 'history' ? 'contracts.noHistory' : 'contracts.noLiquidation')} />
    );
  }
  return (
    <>
      <List label={t(`contracts.tab_${tab}`)}>
        {items.map((order) => (
          <EndedRow key={order.trade_id} order={order} />
        ))}
      </List>
      {pages * endedAPage < total && (
        <LoadMore label={t('options.more')} isBusy={isFetching} onMore={() => setPages(pages + 1)} />
      )}
    </>
  );
}

function EndedRow({ order }: { order: ContractOrderMessage }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const pnl = wad(order.pnl);
  const { code } = coinOf(order);
  return (
    <Row
      to={`/receipt/contract/${order.trade_id}`}
      title={<OrderTitle order={order} />}
      note={
        <span className="flex flex-wrap gap-x-2">
          {order.entry && order.exit && (
            <span className="inline-flex gap-x-1" dir="ltr">
              <Price price={order.entry.price} coin={code} size="tiny" />
              {t('options.arrow')}
              <Price price={order.exit.price} coin={code} size="tiny" />
            </span>
          )}
          <span>{t('contracts.sheetsCount', { count: order.sheets_num })}</span>
          <span>{formats.dateTime(order.settled_at ?? order.received_at, 'seconds')}</span>
        </span>
      }
      end={
        isCancelled(order) ? (
          <Words size="small" tone="secondary">
            {t('contracts.result_cancelled')}
          </Words>
        ) : (
          <Money amount={pnl} coin="USDT" precision="short" isSigned weight="strong" tone={toneOf(pnl)} />
        )
      }
      endNote={
        isCancelled(order) ? (
          t(`contracts.cancel_${order.cancel_reason ?? 'by-customer'}`)
        ) : (
          <span className="flex flex-wrap justify-end gap-x-1.5">
            <span>{t(`contracts.result_${order.result ?? 'closed'}`)}</span>
            <bdi dir="ltr" className="figure">
              {formats.percent(roeOfEnded(order), { isSigned: true })}
            </bdi>
          </span>
        )
      }
    />
  );
}
