// The price at which a position closes by itself: typed or by a quick share of the margin, with the money that it would bring.
import { parseAmount } from '@candor/wire';
import type { Coin, Wad } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Chips } from '../ui/choices.tsx';
import { finishAmount } from '../ui/type-amount.ts';
import { Words } from '../ui/words.tsx';
import { StopMoney } from './stop-money.tsx';
import { isBehindLiquidation, stopPriceOf, stopShares } from './stop-rules.ts';
import type { Stake, StopKind } from './stop-rules.ts';

export interface StopFieldProps {
  kind: StopKind;
  coin: Coin;
  /** Undefined until there is a price and a number of sheets. */
  stake: Stake | undefined;
  liquidation: Wad | undefined;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

export function StopField({ kind, coin, stake, liquidation, value, onChange, error }: StopFieldProps): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  // The price moves on, and with it what a share would be: the choice stays the one that was made.
  const [chosen, setChosen] = useState<{ share: string; price: string }>();
  const price = parseAmount(finishAmount(value));
  const { priceDecimals } = coin;
  const offers = stopShares[kind].map((share) => ({
    share,
    price: stake && stopPriceOf(stake, { kind, share, priceDecimals }),
  }));
  const choices = offers.map((offer) => ({
    value: offer.share as string,
    label: (
      <bdi dir="ltr" className="figure">
        {formats.percent(kind === 'stopLoss' ? `-${offer.share}` : offer.share, { decimals: 0, isSigned: true })}
      </bdi>
    ),
    isDisabled: offer.price === undefined,
  }));
  function choose(share: string): void {
    const offer = offers.find((one) => one.share === share);
    if (offer?.price === undefined) return;
    setChosen({ share, price: offer.price });
    onChange(offer.price);
  }
  const isLate = kind === 'stopLoss' && price && stake && liquidation !== undefined && isBehindLiquidation(stake.side, price, liquidation); // prettier-ignore
  return (
    <div className="flex flex-col gap-2">
      <AmountField
        label={t(`contracts.${kind}`)}
        coin="USDT"
        decimals={priceDecimals}
        value={value}
        onChange={onChange}
        error={error}
        hint={
          isLate ? (
            <Words size="small" tone="warn">
              {t('contracts.behindLiquidation')}
            </Words>
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
