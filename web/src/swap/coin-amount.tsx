// One side of a swap: a coin, an amount of it, and what one has.
import type { AssetCode } from '@candor/wire';
import type { ReactNode } from 'react';
import { assetItems, findAssets } from '../market/asset-items.tsx';
import { ChosenAmount } from '../market/chosen-amount.tsx';
import { useT } from '../text/texts.ts';
import { Translated } from '../text/translated.tsx';
import { AmountField } from '../ui/amount-field.tsx';
import { Money } from '../ui/money.tsx';
import { Picker } from '../ui/picker.tsx';
import { Text } from '../ui/text.tsx';

export interface CoinAmountProps {
  label: string;
  /** Says which side the choice of the coin is of. */
  coinLabel: string;
  coin: AssetCode;
  onCoin: (coin: AssetCode) => void;
  value: string;
  onChange: (amount: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  available: string | undefined;
  /** What can be given has a button for all of it. */
  hasMax?: boolean;
}

export function CoinAmount({
  label,
  coinLabel,
  coin,
  onCoin,
  available,
  hasMax,
  ...field
}: CoinAmountProps): ReactNode {
  const t = useT();
  return (
    <ChosenAmount
      label={label}
      choice={
        <Picker
          label={coinLabel}
          hidesLabel
          items={assetItems}
          search={findAssets}
          nothing={t('swap.noCoin')}
          value={coin}
          onChange={onCoin}
        />
      }
      beside={
        <Text size="small" tone="secondary">
          <Translated
            id="swap.available"
            values={{ amount: <Money amount={available} coin={coin} hasCoin isPrivate size="small" tone="text" /> }}
          />
        </Text>
      }
    >
      <AmountField label={label} hidesLabel coin={coin} max={hasMax ? available : undefined} {...field} />
    </ChosenAmount>
  );
}
