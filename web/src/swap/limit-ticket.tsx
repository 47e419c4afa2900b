// A swap that waits for its rate: what is given at most, at least how much for it, and for how long.
import {
  assetDecimals,
  coinOfCode,
  formatAmount,
  multiplyDown,
  one,
  parseAmount,
  submitLimitExchange,
  swapRate,
  wad,
} from '@candor/wire';
import type { AssetCode, FailureCode } from '@candor/wire';
import type { ReactNode } from 'react';
import { useDraft } from '../data/use-draft.ts';
import { usePrice } from '../live/use-live.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Translated } from '../text/translated.tsx';
import { AmountField } from '../ui/amount-field.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Chips } from '../ui/choices.tsx';
import { Form } from '../ui/form.tsx';
import { Money } from '../ui/money.tsx';
import { toast } from '../ui/toast.ts';
import { Figure, Text } from '../ui/text.tsx';
import type { TicketProps } from './quote-ticket.tsx';
import { GivenCoin } from './given-coin.tsx';
import { swapChanges } from './swap-list.ts';
import { judgeGiven, judgeRate, type Pair } from './swap-rules.ts';

const hourMs = 3_600_000;
const waits = ['1', '24', '168', '720'] as const;
const fields: Partial<Record<FailureCode, 'amount' | 'rate'>> = {
  'insufficient-balance': 'amount',
  'swap-too-small': 'amount',
  'limit-price-crossed': 'rate',
  'limit-price-too-far': 'rate',
};

/** The catalogue's words are of prices in USDT. */
const texts: Partial<Record<FailureCode, 'swap.short' | 'swap.rateTooFar'>> = {
  'insufficient-balance': 'swap.short',
  'limit-price-too-far': 'swap.rateTooFar',
};

export function LimitTicket({ pair, setPair, available, onUnverified, onPlaced }: TicketProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const user = useUser();
  const market = useMarketRate(pair);
  const isPossible = pair.from === 'USDT' || pair.to === 'USDT';
  const form = useDraft({
    first: { amount: '', rate: '', hours: '24' as (typeof waits)[number] },
    keptAs: { name: `swap limit ${pair.from} ${pair.to}`, fields: ['amount', 'rate', 'hours'] },
    judge: ({ amount, rate }) => ({
      amount: judgeGiven(amount, pair.from, available(pair.from)),
      rate: judgeRate(rate, market),
    }),
    call: submitLimitExchange,
    changes: swapChanges,
    payloadOf: ({ amount, rate, hours }) =>
      user && {
        account_id: user.account_id,
        baseCurrency: pair.from,
        quoteCurrency: pair.to,
        amount,
        price: rate,
        hours,
      },
    fieldOf: (code) => fields[code],
    textOf: (code) => texts[code],
    onDone(_order, _sent, set) {
      set({ amount: '', rate: '' });
      toast.success(t('swap.limitPlaced'));
      onPlaced();
    },
    onUnverified,
  });
  const choose = (next: Pair): void => {
    setPair(next);
    form.set({ amount: '', rate: '' });
  };
  const buys = boughtBy(form.fields, pair.to);
  return (
    <Form label={t('swap.ticket')} {...form.form}>
      <Card className="flex flex-col gap-3">
        <GivenCoin
          label={t('swap.giveMost')}
          pair={pair}
          onPair={choose}
          available={available(pair.from)}
          {...form.field('amount')}
        />
        <AmountField
          label={t('swap.limitRate', { coin: pair.from })}
          coin={pair.to}
          decimals={12}
          {...form.field('rate')}
        />
        <Text size="small" tone="secondary">
          {t('swap.marketRate')}{' '}
          <Figure>
            {market === undefined ? '–' : `1 ${pair.from} = ${formats.decimal(market, { min: 2, max: 12 })} ${pair.to}`}
          </Figure>
        </Text>
      </Card>
      <Chips
        label={t('swap.waits')}
        isEven
        choices={waits.map((value) => ({ value, label: <bdi>{formats.duration(parseInt(value, 10) * hourMs)}</bdi> }))}
        value={form.fields.hours}
        onChange={form.field('hours').onChange}
      />
      {!isPossible && <Banner tone="info">{t('refusals.swap-limit-pair')}</Banner>}
      <Text size="small" tone="secondary">
        <Translated
          id="swap.limitBuys"
          values={{ amount: <Money amount={buys} coin={pair.to} hasCoin size="small" tone="text" /> }}
        />
      </Text>
      <Button type="submit" isWide isBusy={form.isSending} isDisabled={!isPossible}>
        {t('swap.placeLimit')}
      </Button>
    </Form>
  );
}

function boughtBy({ amount, rate }: { amount: string; rate: string }, coin: AssetCode): string | undefined {
  const [given, at] = [parseAmount(amount), parseAmount(rate)];
  return given && at ? formatAmount(multiplyDown(given, at, assetDecimals(coin))) : undefined;
}

/** How much of the one coin the other is worth now; undefined while a price is not known. */
function useMarketRate({ from, to }: Pair): string | undefined {
  const prices = { from: usePriceOf(from), to: usePriceOf(to) };
  if (prices.from === undefined || prices.to === undefined) return undefined;
  return formatAmount(swapRate({ from: wad(prices.from), to: wad(prices.to) }));
}

function usePriceOf(asset: AssetCode): string | undefined {
  const price = usePrice(coinOfCode(asset)?.symbol);
  return asset === 'USDT' ? formatAmount(one) : price;
}
