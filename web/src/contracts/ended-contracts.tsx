// What has ended, by the customer and the stops, or by liquidation; each leads to its receipt.
import { wad } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useFormats, useT } from '../text/texts.ts';
import { Gain } from '../ui/gain.tsx';
import { List, Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Price } from '../ui/price.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Figure, Text } from '../ui/text.tsx';
import { OrderTitle } from './order-title.tsx';
import { useContracts, useHistory } from './own-contracts.ts';
import { PartRow } from './part-row.tsx';
import { isPaymentDue } from './payment-due.tsx';
import { coinOf, isCancelled, roeOfEnded } from './position-rules.ts';

export function ContractHistory(): ReactNode {
  const t = useT();
  return (
    <PagedList
      list={useHistory()}
      empty={<EmptyState icon={ReceiptText} title={t('contracts.noHistory')} />}
      render={(rows) => (
        <List label={t('contracts.tab_history')}>
          {rows.map((row) =>
            row.kind === 'order' ? (
              <EndedRow key={row.id} order={row.order} />
            ) : (
              <PartRow key={row.id} part={row.part} />
            ),
          )}
        </List>
      )}
    />
  );
}

export function Liquidations(): ReactNode {
  const t = useT();
  return (
    <PagedList
      list={useContracts('liquidation')}
      empty={<EmptyState icon={ReceiptText} title={t('contracts.noLiquidation')} />}
      render={(orders) => (
        <List label={t('contracts.tab_liquidation')}>
          {orders.map((order) => (
            <EndedRow key={order.trade_id} order={order} />
          ))}
        </List>
      )}
    />
  );
}

function EndedRow({ order }: { order: ContractOrderMessage }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const net = wad(order.realised);
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
              {t('ui.arrow')}
              <Price price={order.exit.price} coin={code} size="tiny" />
            </span>
          )}
          <span>{t('contracts.sheetsCount', { count: order.sheets_num })}</span>
          {isPaymentDue(order) && (
            <Text size="tiny" tone="warn" className="inline-flex gap-x-1">
              {t('contracts.paymentDue')}
              <Money amount={order.payment_due} coin="USDT" precision="short" hasCoin size="tiny" isPrivate />
            </Text>
          )}
          <span>{formats.dateTime(order.settled_at ?? order.received_at, 'seconds')}</span>
        </span>
      }
      end={
        isCancelled(order) ? (
          <Text size="small" tone="secondary">
            {t('contracts.result_cancelled')}
          </Text>
        ) : (
          <Gain amount={net} />
        )
      }
      endNote={
        isCancelled(order) ? (
          t(`contracts.cancel_${order.cancel_reason ?? 'by-customer'}`)
        ) : (
          <span className="flex flex-wrap justify-end gap-x-1.5">
            <span>{t(`contracts.result_${order.result ?? 'closed'}`)}</span>
            <Figure>{formats.percent(roeOfEnded(order), { isSigned: true })}</Figure>
          </span>
        )
      }
    />
  );
}
