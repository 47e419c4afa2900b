// A position as it stands now: what it has gained, how far it is from its end, and what can be done with it.
import { wad } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { moveOf } from '../ui/change.tsx';
import { Gain, toneOfGain } from '../ui/gain.tsx';
import { HealthBar } from '../ui/health-bar.tsx';
import { Money } from '../ui/money.tsx';
import { Price } from '../ui/price.tsx';
import { Stats } from '../ui/stats.tsx';
import { Text } from '../ui/text.tsx';
import { cardDetails } from './card-details.ts';
import { ChartTitle } from './order-title.tsx';
import { isPaymentDue, PaymentDue } from './payment-due.tsx';
import { coinOf, sideOf } from './position-rules.ts';
import { PriceNow } from './price-now.tsx';
import { useStanding } from './use-standing.ts';

export type PositionAct = 'stops' | 'margin' | 'close';

export interface PositionCardProps {
  order: ContractOrderMessage;
  onAct: (act: PositionAct) => void;
}

export function PositionCard({ order, onAct }: PositionCardProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { code } = coinOf(order);
  const name = t('contracts.cardLabel', { coin: code, side: t(`contracts.${sideOf(order)}`) });
  const button = (act: PositionAct): ReactNode => (
    <Button
      look="secondary"
      isSmall
      className="flex-1"
      isDisabled={act === 'close' && order.closing !== null}
      onPress={() => onAct(act)}
    >
      {t(`contracts.act_${act}`)}
    </Button>
  );
  return (
    <Card label={`${name} ${cardDetails(order, formats)}`} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="flex flex-col">
          <ChartTitle order={order} />
          <Text size="tiny" tone="faint">
            {t('contracts.sheetsCount', { count: order.open_sheets })}
          </Text>
        </div>
        <NetGain order={order} />
      </div>
      <Figures order={order} />
      <ToLiquidation order={order} />
      {order.open_sheets < order.sheets_num && (
        <Text as="p" size="small" tone="secondary" className="flex flex-wrap justify-between gap-x-3">
          {t('contracts.realised')}
          <Gain amount={wad(order.realised)} hasCoin size="small" weight="normal" />
        </Text>
      )}
      {isPaymentDue(order) && <PaymentDue amount={order.payment_due} />}
      {order.closing !== null && (
        <Text as="p" size="small" tone="secondary">
          {t('contracts.closing', { count: order.closing.sheets_num })}
        </Text>
      )}
      <div className="flex flex-wrap gap-2">
        {button('stops')}
        {button('margin')}
        {button('close')}
      </div>
    </Card>
  );
}

/** A small gain on much margin shows as 0.00%, which is neither gain nor loss. */
const toneOfShare = { up: 'rise', down: 'fall', unchanged: 'secondary' } as const;

function NetGain({ order }: { order: ContractOrderMessage }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { standing } = useStanding(order);
  return (
    <div className="ms-auto flex flex-col items-end">
      <Money
        amount={standing?.net}
        coin="USDT"
        precision="cents"
        isSigned
        hasCoin
        size="large"
        weight="strong"
        tone={toneOfGain(standing?.net)}
      />
      <Text size="small" tone={toneOfShare[moveOf(standing?.roe)]} weight="medium">
        <bdi dir="ltr" className="figure">
          {formats.percent(standing?.roe, { isSigned: true })}
        </bdi>
      </Text>
      <Text size="tiny" tone="faint">
        {t('contracts.afterFee')}
      </Text>
    </div>
  );
}

function Figures({ order }: { order: ContractOrderMessage }): ReactNode {
  const t = useT();
  const { code } = coinOf(order);
  const price = (text: string | null | undefined): ReactNode => <Price price={text} coin={code} size="small" />;
  return (
    <div className="flex flex-col gap-2">
      <Stats
        isSmall
        stats={[
          { label: t('contracts.entry'), value: price(order.entry?.price) },
          { label: t('contracts.priceNow'), value: <PriceNow order={order} /> },
          { label: t('contracts.liquidation'), value: price(order.liquidation_price) },
        ]}
      />
      <Stats
        isSmall
        stats={[
          {
            label: t('contracts.margin'),
            value: <Money amount={order.margin} coin="USDT" precision="short" size="small" />,
          },
          { label: t('contracts.takeProfit'), value: price(order.take_profit) },
          { label: t('contracts.stopLoss'), value: price(order.stop_loss) },
        ]}
      />
    </div>
  );
}

function ToLiquidation({ order }: { order: ContractOrderMessage }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { standing } = useStanding(order);
  return (
    <div className="flex flex-col gap-1">
      <HealthBar share={standing?.health ?? 1} />
      <Text size="tiny" tone="faint">
        {t('contracts.toLiquidation', { share: formats.percent(standing?.distance) })}
      </Text>
    </div>
  );
}
