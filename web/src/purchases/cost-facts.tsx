// What a purchase costs: the fee, the price and the rate, each by itself before anything is sent.
import { currencyDecimals } from '@candor/wire';
import type { CurrencyRate } from '@candor/wire';
import type { ReactNode } from 'react';
import { noFigure } from '../text/formats.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Price } from '../ui/price.tsx';
import { Figure } from '../ui/text.tsx';
import { feeOf, type Pair } from './buy-rules.ts';
import { Fiat } from './fiat.tsx';
import { RateNote } from './rate-notes.tsx';

interface CostFactsProps {
  pair: Pair;
  pay: string;
  feeRate: string;
  get: string;
  price: string | undefined;
  rate: CurrencyRate | undefined;
}

export function CostFacts({ pair, pay, feeRate, get, price, rate }: CostFactsProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { currency, coin } = pair;
  const decimals = Math.max(2, currencyDecimals[currency]);
  return (
    <Facts>
      <Fact label={t('purchases.fee')} note={formats.percent(feeRate)}>
        <Fiat amount={feeOf(pay, pair, feeRate)} currency={currency} />
      </Fact>
      {coin !== 'USDT' && (
        <Fact label={t('purchases.price', { coin })}>
          <Price price={price} coin={coin} /> USDT
        </Fact>
      )}
      <Fact label={t('purchases.rate')} note={rate?.day ? <RateNote rate={rate} /> : undefined}>
        <Figure>{rate?.per_usd ? `1 USDT = ${formats.decimal(rate.per_usd, { min: decimals, max: 4 })} ${currency}` : noFigure}</Figure>
      </Fact>
      <Fact label={t('purchases.get')}>
        <Money amount={get === '' ? undefined : get} coin={coin} hasCoin />
      </Fact>
    </Facts>
  );
} // oxfmt-ignore
