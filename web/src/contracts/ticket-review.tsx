// The order once more, whole, with the button that places it.
import { formatAmount } from '@candor/wire';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Price } from '../ui/price.tsx';
import { SheetFoot } from '../ui/sheet-foot.tsx';
import { Side } from '../ui/side.tsx';
import { Switch } from '../ui/switch.tsx';
import { Words } from '../ui/words.tsx';
import { useAsking } from './asking.ts';
import { RiskWarning } from './risk-warning.tsx';
import { StopMoney } from './stop-money.tsx';
import type { TicketShown } from './ticket-fields.tsx';
import { TicketPreview } from './ticket-preview.tsx';
import { leverOf } from './ticket-rules.ts';

export interface TicketReviewProps extends TicketShown {
  onBack: () => void;
  onConfirm: () => void;
}

export function TicketReview(props: TicketReviewProps): ReactNode {
  const { coin, terms, draft, judged, isOpen, isSending, isInSheet, onBack, onConfirm } = props;
  const [t, formats] = [useText(), useFormats()];
  const share = formats.percent(terms.slippage_max, { decimals: 1 });
  const { asks, setAsks } = useAsking();
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => confirm.current?.focus(), []);
  const buttons = (
    <div className="flex flex-wrap gap-2">
      <Button look="secondary" className="flex-1" isDisabled={isSending} onPress={onBack}>
        {t('contracts.back')}
      </Button>
      <Button
        ref={confirm}
        look={draft.side === 'long' ? 'rise' : 'fall'}
        className="flex-2"
        isDisabled={!isOpen}
        isBusy={isSending}
        onPress={onConfirm}
      >
        {t('contracts.confirm')}
      </Button>
    </div>
  );
  return (
    <section className="flex flex-col gap-3" aria-label={t('contracts.review')}>
      <Headline {...props} />
      <Card look="sunk" className="flex flex-col gap-3">
        <Facts isTight>
          <Fact label={t(draft.orderType === 'market' ? 'contracts.marketPrice' : 'contracts.limitPrice')}>
            <Price price={judged.price && formatAmount(judged.price)} coin={coin.code} size="small" />
          </Fact>
          <StopFacts {...props} />
        </Facts>
        <TicketPreview coin={coin} terms={terms} cost={judged.cost} />
      </Card>
      <Words as="p" size="small" tone="secondary">
        {draft.orderType === 'market' ? t('contracts.marketNote', { share }) : t('contracts.limitNote')}
      </Words>
      <RiskWarning />
      <Switch label={t('contracts.ask')} note={t('contracts.askNote')} isOn={asks} onChange={setAsks} />
      {isInSheet ? <SheetFoot>{buttons}</SheetFoot> : buttons}
    </section>
  );
}

function Headline({ coin, terms, draft, judged }: TicketReviewProps): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const isLong = draft.side === 'long';
  return (
    <Words as="p" size="large" weight="strong" className="flex flex-wrap items-center gap-x-2">
      <Side side={isLong ? 'up' : 'down'} size="large">
        {t(isLong ? 'contracts.long' : 'contracts.short')}
      </Side>
      <bdi dir="ltr">{t('market.pair', { coin: coin.code })}</bdi>
      <bdi dir="ltr" className="figure">
        {t('contracts.lever', { lever: formats.whole(leverOf(terms)) })}
      </bdi>
      <span>{t('contracts.sheetsCount', { count: judged.sheets ?? 0 })}</span>
    </Words>
  );
}

function StopFacts({ coin, draft, judged }: TicketReviewProps): ReactNode {
  const t = useText();
  const { price, cost, stops } = judged;
  if (!price || !cost) return null;
  const stake = { side: draft.side, entryPrice: price, amount: cost.amount, margin: cost.margin };
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
