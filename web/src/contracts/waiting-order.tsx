// An order that waits for its price or its tick: what is reserved for it, and the ways to change or cancel it.
import { add, cancelContract, wad } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { cardDetails } from './card-details.ts';
import { contractChanges } from './contract-list.ts';
import { useSend } from '../data/use-send.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Price } from '../ui/price.tsx';
import { toast } from '../ui/toast.ts';
import { Text } from '../ui/text.tsx';
import { ChartTitle } from './order-title.tsx';
import { coinOf, sideOf } from './position-rules.ts';

export interface WaitingOrderProps {
  order: ContractOrderMessage;
  onStops: () => void;
}

export function WaitingOrder({ order, onStops }: WaitingOrderProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const cancel = useSend(cancelContract, { changes: contractChanges });
  const { code } = coinOf(order);
  const name = t('contracts.cardLabel', { coin: code, side: t(`contracts.${sideOf(order)}`) });

  async function submit(): Promise<void> {
    const outcome = await cancel.send({ trade_id: order.trade_id });
    if (outcome === undefined) return;
    if (outcome.ok) toast.success(t('contracts.cancelled'));
  }

  return (
    <Card label={`${name} ${cardDetails(order, formats)}`} className="flex flex-col gap-3">
      <div className="flex flex-col">
        <ChartTitle order={order} />
        <Text size="tiny" tone="faint" className="flex flex-wrap gap-x-2">
          <span>{t(order.order_type === 'limit' ? 'contracts.waitsForPrice' : 'contracts.waitsForTick')}</span>
          <span>{formats.dateTime(order.received_at, 'seconds')}</span>
          {order.expires_at !== null && <span>{`– ${formats.dateTime(order.expires_at)}`}</span>}
        </Text>
      </div>
      <Facts isTight>
        <Fact label={t(order.order_type === 'limit' ? 'contracts.limitPrice' : 'contracts.marketPrice')}>
          <Price price={order.trade_price} coin={code} size="small" />
        </Fact>
        <Fact label={t('contracts.sheets')}>{formats.whole(order.sheets_num)}</Fact>
        {(['take_profit', 'stop_loss'] as const).map(
          (name) =>
            order[name] !== null && (
              <Fact key={name} label={t(name === 'take_profit' ? 'contracts.takeProfit' : 'contracts.stopLoss')}>
                <Price price={order[name]} coin={code} size="small" />
              </Fact>
            ),
        )}
        <Fact label={t('contracts.reserved')}>
          <Money amount={add(wad(order.usd_num), wad(order.fee))} coin="USDT" precision="short" hasCoin size="small" />
        </Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" isSmall className="flex-1" onPress={onStops}>
          {t('contracts.act_stops')}
        </Button>
        {order.order_type === 'limit' && (
          <Button look="secondary" isSmall className="flex-1" isBusy={cancel.isSending} onPress={() => void submit()}>
            {t('contracts.cancelOrder')}
          </Button>
        )}
      </div>
    </Card>
  );
}
