import { formatAmount } from '@candor/wire';
import type { Coin, ContractsConfigMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { useMode } from '../session/mode.ts';
import { useRefusalWords } from '../session/refusal-words.ts';
import { Text } from '../text/text.tsx';
import { useText } from '../text/texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/choices.tsx';
import { Form } from '../ui/form.tsx';
import { Money } from '../ui/money.tsx';
import { SheetFoot } from '../ui/sheet-foot.tsx';
import { Side } from '../ui/side.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Words } from '../ui/words.tsx';
import { RiskWarning } from './risk-warning.tsx';
import { SheetsField } from './sheets-field.tsx';
import { StopField } from './stop-field.tsx';
import type { Stake } from './stop-rules.ts';
import { TicketPreview } from './ticket-preview.tsx';
import { priceOf } from './ticket-rules.ts';
import type { Draft, Fault, Funds, Judged, TicketField } from './ticket-rules.ts';

export interface TicketShown {
  coin: Coin;
  terms: ContractsConfigMessage;
  draft: Draft;
  judged: Judged;
  /** The market is live, and the connection to it too. */
  isOpen: boolean;
  isSending: boolean;
  isInSheet: boolean;
}

export interface TicketFieldsProps extends TicketShown {
  faults: readonly Fault[];
  /** Sheets that the balance pays for. */
  most: number;
  funds: Funds | undefined;
  marketPrice: string | undefined;
  onChange: (changed: Partial<Draft>) => void;
  onSubmit: () => void;
}

export function TicketFields(props: TicketFieldsProps): ReactNode {
  const { coin, terms, draft, judged, faults, most, funds, onChange, onSubmit } = props;
  const t = useText();
  const words = useRefusalWords();
  const errorAt = (field: TicketField): string | undefined => {
    const fault = faults.find((one) => one.field === field);
    return fault && words(fault);
  };
  const { price, cost } = judged;
  const stake: Stake | undefined = price && cost && { side: draft.side, entryPrice: price, amount: cost.amount, margin: cost.margin }; // prettier-ignore
  const stopField = (kind: 'takeProfit' | 'stopLoss'): ReactNode => (
    <StopField
      kind={kind}
      coin={coin}
      stake={stake}
      liquidation={cost?.liquidationPrice}
      value={draft.stops[kind]}
      onChange={(value) => onChange({ stops: { ...draft.stops, [kind]: value } })}
      error={errorAt(kind)}
    />
  );
  return (
    <Form label={t('contracts.ticket')} className="gap-2" onSubmit={onSubmit}>
      <SideChoice draft={draft} onChange={onChange} />
      <PriceChoice {...props} error={errorAt('price')} />
      <SheetsField
        label={t('contracts.sheets')}
        coin={coin}
        value={draft.sheets}
        onChange={(sheets) => onChange({ sheets })}
        most={most}
        error={errorAt('sheets')}
      />
      <Available funds={funds} />
      <Switch label={t('contracts.stops')} isOn={draft.hasStops} onChange={(hasStops) => onChange({ hasStops })} />
      {draft.hasStops && (
        <>
          {stopField('takeProfit')}
          {stopField('stopLoss')}
        </>
      )}
      <TicketPreview coin={coin} terms={terms} cost={cost} />
      <RiskWarning />
      <Act {...props} />
    </Form>
  );
}

function SideChoice({ draft, onChange }: Pick<TicketFieldsProps, 'draft' | 'onChange'>): ReactNode {
  const t = useText();
  return (
    <Segmented
      label={t('contracts.side')}
      choices={[
        { value: 'long', label: <Side side="up" size="body">{t('contracts.long')}</Side> },
        { value: 'short', label: <Side side="down" size="body">{t('contracts.short')}</Side> },
      ]} // prettier-ignore
      value={draft.side}
      // A stop of the other side is on the wrong side of the price.
      onChange={(side) => onChange({ side, stops: { takeProfit: '', stopLoss: '' } })}
    />
  );
}

function PriceChoice(props: TicketFieldsProps & { error: string | undefined }): ReactNode {
  const { coin, draft, marketPrice, error, onChange } = props;
  const t = useText();
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
          onChange({ orderType, price });
        }}
      />
      {draft.orderType === 'limit' && (
        <AmountField
          label={t('contracts.price')}
          coin="USDT"
          decimals={coin.priceDecimals}
          value={draft.price}
          onChange={(price) => onChange({ price })}
          error={error}
          hint={t(draft.side === 'long' ? 'contracts.limitBelow' : 'contracts.limitAbove')}
        />
      )}
    </div>
  );
}

/** In the demo, an empty account has a way to test money. */
function Available({ funds }: { funds: Funds | undefined }): ReactNode {
  const t = useText();
  const isDemo = useMode() === 'demo';
  if (isDemo && funds?.qty === '0') {
    return (
      <TextLink to="/demo" size="small">
        {t('options.getTestMoney')}
      </TextLink>
    );
  }
  return (
    <Words size="small" tone="secondary">
      <Text
        id="options.available"
        values={{
          amount: <Money amount={funds?.qty} coin="USDT" size="small" weight="strong" tone="text" isPrivate />,
        }}
      />
    </Words>
  );
}

function Act({ draft, judged, isOpen, isSending, isInSheet }: TicketFieldsProps): ReactNode {
  const t = useText();
  const button = (
    <Button type="submit" look={draft.side === 'long' ? 'rise' : 'fall'} isWide isDisabled={!isOpen} isBusy={isSending}>
      {t(draft.side === 'long' ? 'contracts.openLong' : 'contracts.openShort', { count: judged.sheets ?? 0 })}
    </Button>
  );
  return isInSheet ? <SheetFoot>{button}</SheetFoot> : button;
}
