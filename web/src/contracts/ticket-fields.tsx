import { formatAmount } from '@candor/wire';
import type { Coin, ContractsConfigMessage, Wad } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import type { Draft as DraftForm } from '../data/use-draft.ts';
import { AvailableLine } from '../live/available-line.tsx';
import { useFormats, useT } from '../text/texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/choices.tsx';
import { Form } from '../ui/form.tsx';
import { SheetFoot } from '../ui/sheet-foot.tsx';
import { Side } from '../ui/side.tsx';
import { Switch } from '../ui/switch.tsx';
import { Text } from '../ui/text.tsx';
import { useAsking } from './asking.ts';
import { RiskWarning } from './risk-warning.tsx';
import { SheetsField } from './sheets-field.tsx';
import { StopField } from './stop-field.tsx';
import type { Stake } from './stop-rules.ts';
import { TicketLimits } from './ticket-limits.tsx';
import { TicketPreview } from './ticket-preview.tsx';
import { limitRange, priceOf } from './ticket-rules.ts';
import type { Draft, Funds, Judged } from './ticket-rules.ts';

export interface TicketShown {
  coin: Coin;
  terms: ContractsConfigMessage;
  form: DraftForm<Draft>;
  judged: Judged;
  /** The market is live, and the connection to it too. */
  isOpen: boolean;
  isInSheet: boolean;
}

export interface TicketFieldsProps extends TicketShown {
  /** Sheets that the balance pays for. */
  most: number;
  funds: Funds | undefined;
  marketPrice: string | undefined;
}

export function TicketFields(props: TicketFieldsProps): ReactNode {
  const { coin, terms, form, judged, most, funds } = props;
  const [t, formats] = [useT(), useFormats()];
  const draft = form.fields;
  const { price, cost, faults } = judged;
  const stake: Stake | undefined = price && cost && { side: draft.side, entryPrice: price, amount: cost.amount, margin: cost.margin }; // oxfmt-ignore
  const stops = { coin, stake, liquidation: cost?.liquidationPrice };
  const { sheets } = faults;
  return (
    <Form label={t('contracts.ticket')} className="gap-2" {...form.form}>
      <SideChoice form={form} />
      <PriceChoice {...props} />
      <SheetsField
        label={t('contracts.sheets')}
        coin={coin}
        most={most}
        share={draft.share}
        set={form.set}
        {...form.field('sheets')}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <AvailableLine
          available={funds?.qty}
          isShort={sheets !== undefined && 'code' in sheets && sheets.code === 'insufficient-balance'}
        />
        <Text size="small" tone="secondary">
          <bdi dir="ltr" className="figure">
            {`≤ ${formats.percent(terms.margin_share_max, { decimals: 0 })} USDT`}
          </bdi>
        </Text>
      </div>
      <Switch
        label={t('contracts.stops')}
        isOn={draft.hasStops}
        onChange={(hasStops) => form.set({ hasStops, takeProfit: '', stopLoss: '' })}
      />
      {draft.hasStops && (
        <>
          <StopField kind="takeProfit" {...stops} {...form.field('takeProfit')} />
          <StopField kind="stopLoss" {...stops} {...form.field('stopLoss')} />
        </>
      )}
      <TicketPreview coin={coin} terms={terms} cost={cost} />
      <TicketLimits terms={terms} />
      <AskAgain />
      <RiskWarning />
      <Act {...props} />
    </Form>
  );
}

function SideChoice({ form }: Pick<TicketFieldsProps, 'form'>): ReactNode {
  const t = useT();
  return (
    <Segmented
      label={t('contracts.side')}
      choices={[
        { value: 'long', tone: 'rise', label: <Side side="up" size="body" isPlain>{t('contracts.long')}</Side> },
        { value: 'short', tone: 'fall', label: <Side side="down" size="body" isPlain>{t('contracts.short')}</Side> },
      ]} // oxfmt-ignore
      value={form.fields.side}
      // A stop of the other side is on the wrong side of the price.
      onChange={(side) => form.set({ side, takeProfit: '', stopLoss: '' })}
    />
  );
}

function PriceChoice(props: TicketFieldsProps): ReactNode {
  const { coin, form, marketPrice } = props;
  const t = useT();
  const draft = form.fields;
  const market = priceOf(marketPrice, coin);
  return (
    <div className="flex flex-col gap-2">
      <Segmented
        label={t('contracts.orderType')}
        choices={[
          { value: 'market', label: t('contracts.market') },
          { value: 'limit', label: t('contracts.limit') },
        ]}
        value={draft.orderType}
        onChange={(orderType) => {
          const price = draft.price === '' && market ? formatAmount(market) : draft.price;
          form.set({ orderType, price });
        }}
      />
      {draft.orderType === 'limit' && (
        <AmountField
          label={t('market.price')}
          coin="USDT"
          decimals={coin.priceDecimals}
          {...form.field('price')}
          hint={<LimitHint {...props} />}
        />
      )}
    </div>
  );
}

/** When it opens, which prices it may name, and how long it waits. */
function LimitHint({ coin, terms, form, marketPrice }: TicketFieldsProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const market = priceOf(marketPrice, coin);
  const range = market && limitRange(market, coin, terms);
  const price = (amount: Wad): string => formats.decimal(formatAmount(amount), { min: coin.priceDecimals, max: 18 });
  return (
    <>
      {t(form.fields.side === 'long' ? 'contracts.limitBelow' : 'contracts.limitAbove')}{' '}
      {range && (
        <bdi dir="ltr" className="figure">
          {`${price(range.min)} – ${price(range.max)}`}
        </bdi>
      )}{' '}
      {terms.limit_expiry_ms !== null && (
        <bdi>{`${formats.date(serverNow())} – ${formats.date(serverNow() + terms.limit_expiry_ms)}`}</bdi>
      )}
    </>
  );
}

/** Once switched off in the review, which is not shown any more then, it is switched on again here. */
function AskAgain(): ReactNode {
  const t = useT();
  const { asks, setAsks } = useAsking();
  const [wasOff] = useState(!asks);
  return wasOff && <Switch label={t('contracts.ask')} isOn={asks} onChange={setAsks} />;
}

function Act({ form, judged, isOpen, isInSheet }: TicketFieldsProps): ReactNode {
  const t = useT();
  const isLong = form.fields.side === 'long';
  const button = (
    <Button type="submit" look={isLong ? 'rise' : 'fall'} isWide isDisabled={!isOpen} isBusy={form.isSending}>
      {t(isLong ? 'contracts.openLong' : 'contracts.openShort', { count: judged.sheets ?? 0 })}
    </Button>
  );
  return isInSheet ? <SheetFoot>{button}</SheetFoot> : button;
}
