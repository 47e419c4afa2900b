// The order once more, whole, with the button that places it.
import { formatAmount } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Price } from '../ui/price.tsx';
import { ReviewStep } from '../ui/review-step.tsx';
import { Side } from '../ui/side.tsx';
import { Figure, Note, Text } from '../ui/text.tsx';
import { useAsking } from './asking.ts';
import { RiskWarning } from './risk-warning.tsx';
import { StopMoney } from './stop-money.tsx';
import type { TicketShown } from './ticket-fields.tsx';
import { TicketPreview } from './ticket-preview.tsx';
import { leverOf } from './ticket-rules.ts';

export function TicketReview(props: TicketShown): ReactNode {
  const { coin, terms, form, judged, isOpen, isInSheet } = props;
  const [t, formats] = [useT(), useFormats()];
  const share = formats.percent(terms.slippage_max, { decimals: 1 });
  const { asks, setAsks } = useAsking();
  const { side, orderType } = form.fields;
  return (
    <ReviewStep
      form={form}
      label={t('contracts.review')}
      confirm={t('contracts.confirm')}
      look={side === 'long' ? 'rise' : 'fall'}
      isDisabled={!isOpen}
      isInSheet={isInSheet}
      asking={{ label: t('contracts.ask'), note: t('contracts.askNote'), isOn: asks, onChange: setAsks }}
    >
      <Headline {...props} />
      <Card look="sunk" className="flex flex-col gap-3">
        <Facts isTight>
          <Fact label={t(orderType === 'market' ? 'contracts.marketPrice' : 'contracts.limitPrice')}>
            <Price price={judged.price && formatAmount(judged.price)} coin={coin.code} size="small" />
          </Fact>
          <StopFacts {...props} />
        </Facts>
        <TicketPreview coin={coin} terms={terms} cost={judged.cost} />
      </Card>
      <Note>{orderType === 'market' ? t('contracts.marketNote', { share }) : t('contracts.limitNote')}</Note>
      <RiskWarning />
    </ReviewStep>
  );
}

function Headline({ coin, terms, form, judged }: TicketShown): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const isLong = form.fields.side === 'long';
  return (
    <Text as="p" size="large" weight="strong" className="flex flex-wrap items-center gap-x-2">
      <Side side={isLong ? 'up' : 'down'} size="large">
        {t(isLong ? 'contracts.long' : 'contracts.short')}
      </Side>
      <bdi dir="ltr">{t('market.pair', { coin: coin.code })}</bdi>
      <Figure>{t('contracts.lever', { lever: formats.whole(leverOf(terms)) })}</Figure>
      <span>{t('contracts.sheetsCount', { count: judged.sheets ?? 0 })}</span>
    </Text>
  );
}

function StopFacts({ coin, form, judged }: TicketShown): ReactNode {
  const t = useT();
  const { price, cost, stops } = judged;
  if (!price || !cost) return null;
  const stake = { side: form.fields.side, entryPrice: price, amount: cost.amount, margin: cost.margin };
  return (['takeProfit', 'stopLoss'] as const).map((kind) => {
    const stop = stops[kind];
    return (
      stop !== null && (
        <Fact key={kind} label={t(`contracts.${kind}`)} note={<StopMoney stake={stake} price={stop} />}>
          <Price price={formatAmount(stop)} coin={coin.code} size="small" />
        </Fact>
      )
    );
  });
}
