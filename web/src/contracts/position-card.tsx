// A position as it stands now: what it has gained, how far it is from its end, and what can be done with it.
import { formatAmount } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { HealthBar } from '../ui/health-bar.tsx';
import { Money } from '../ui/money.tsx';
import { Price } from '../ui/price.tsx';
import { Stats } from '../ui/stats.tsx';
import { Words } from '../ui/words.tsx';
import { OrderTitle } from './order-title.tsx';
import { coinOf, sideOf, toneOf } from './position-rules.ts';
import { useStanding } from './use-standing.ts';

export type PositionAct = 'stops' | 'margin' | 'close';

export interface PositionCardProps {
  order: ContractOrderMessage;
  onAct: (act: PositionAct) => void;
}

export function PositionCard({ order, onAct }: PositionCardProps): ReactNode {
  const t = useText();
  const { code } = coinOf(order);
  const label = t('contracts.cardLabel', { coin: code, side: t(`contracts.${sideOf(order)}`) });
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
    <Card label={label} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="flex flex-col">
          <Words as="h2" weight="strong">
            <OrderTitle order={order} />
          </Words>
          <Words size="tiny" tone="faint">
            {t('contracts.sheetsCount', { count: order.open_sheets })}
          </Words>
        </div>
        <Gain order={order} />
      </div>
      <Figures order={order} />
      <ToLiquidation order={order} />
      {order.closing !== null && (
        <Words as="p" size="small" tone="secondary">
          {t('contracts.closing', { count: order.closing.sheets_num })}
        </Words>
      )}
      <div className="flex flex-wrap gap-2">
        {button('stops')}
        {button('margin')}
        {button('close')}
      </div>
    </Card>
  );
}

function Gain({ order }: { order: ContractOrderMessage }): ReactNode {
  const formats = useFormats();
  const { standing } = useStanding(order);
  const tone = standing ? toneOf(standing.pnl) : 'secondary';
  return (
    <div className="ms-auto flex flex-col items-end">
      <Money
        amount={standing?.pnl}
        coin="USDT"
        precision="cents"
        isSigned
        hasCoin
        size="large"
        weight="strong"
        tone={tone}
      />
      <Words size="small" tone={tone} weight="medium">
        <bdi dir="ltr" className="figure">
          {formats.percent(standing?.roe, { isSigned: true })}
        </bdi>
      </Words>
    </div>
  );
}

function Figures({ order }: { order: ContractOrderMessage }): ReactNode {
  const t = useText();
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

function PriceNow({ order }: { order: ContractOrderMessage }): ReactNode {
  const { price } = useStanding(order);
  return <Price price={price && formatAmount(price)} coin={coinOf(order).code} size="small" isTicking />;
}

function ToLiquidation({ order }: { order: ContractOrderMessage }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const { standing } = useStanding(order);
  return (
    <div className="flex flex-col gap-1">
      <HealthBar share={standing?.health ?? 1} />
      <Words size="tiny" tone="faint">
        {t('contracts.toLiquidation', { share: formats.percent(standing?.distance) })}
      </Words>
    </div>
  );
}
