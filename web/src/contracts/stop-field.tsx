// The price at which a position closes by itself: typed or by a quick share of the margin, with the money that it would bring.
import { parseAmount } from '@candor/wire';
import type { Coin, Wad } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DraftField } from '../data/use-draft.ts';
import { useFormats, useT } from '../text/texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Chips } from '../ui/choices.tsx';
import { Figure, Text } from '../ui/text.tsx';
import { StopMoney } from './stop-money.tsx';
import { isBehindLiquidation, stopPriceOf, stopShares } from './stop-rules.ts';
import type { Stake, StopKind } from './stop-rules.ts';

export interface StopFieldProps extends DraftField<string> {
  kind: StopKind;
  coin: Coin;
  /** Undefined until there is a price and a number of sheets. */
  stake: Stake | undefined;
  liquidation: Wad | undefined;
}

export function StopField({ kind, coin, stake, liquidation, ...field }: StopFieldProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  // The price moves on, and with it what a share would be: the choice stays the one that was made.
  const [chosen, setChosen] = useState<{ share: string; price: string }>();
  const { value, onChange } = field;
  const price = parseAmount(value);
  const { priceDecimals } = coin;
  const offers = stopShares[kind].map((share) => ({
    share,
    price: stake && stopPriceOf(stake, { kind, share, priceDecimals }),
  }));
  const choices = offers.map((offer) => ({
    value: offer.share as string,
    label: (
      <Figure>
        {formats.percent(kind === 'stopLoss' ? `-${offer.share}` : offer.share, { decimals: 0, isSigned: true })}
      </Figure>
    ),
    isDisabled: offer.price === undefined,
  }));
  function choose(share: string): void {
    const offer = offers.find((one) => one.share === share);
    if (offer?.price === undefined) return;
    setChosen({ share, price: offer.price });
    onChange(offer.price);
  }
  const isLate = kind === 'stopLoss' && price && stake && liquidation !== undefined && isBehindLiquidation(stake.side, price, liquidation); // oxfmt-ignore
  return (
    <div className="flex flex-col gap-2">
      <AmountField
        label={t(`contracts.${kind}`)}
        coin="USDT"
        decimals={priceDecimals}
        {...field}
        hint={
          isLate ? (
            <Text size="small" tone="warn">
              {t('contracts.behindLiquidation')}
            </Text>
          ) : price && stake ? (
            <StopMoney stake={stake} price={price} />
          ) : (
            t('contracts.noStop')
          )
        }
      />
      <Chips
        label={t('contracts.quickStops', { name: t(`contracts.${kind}`) })}
        isEven
        choices={choices}
        value={chosen?.price === value ? chosen.share : undefined}
        onChange={choose}
      />
    </div>
  );
}
