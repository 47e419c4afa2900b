// The form of a purchase: either amount is typed and the other follows, at the rate and price of this moment.
import {
  assetDecimals,
  currencyDecimals,
  findPurchases,
  formatAmount,
  queryPurchaseTerms,
  submitPurchase,
  zero,
} from '@candor/wire';
import type { AssetCode, CurrencyCode, CurrencyRate } from '@candor/wire';
import type { ReactNode } from 'react';
import { useAsked, useKeptFields } from '../data/kept-fields.ts';
import { refetch } from '../data/refetch.ts';
import { useDraft } from '../data/use-draft.ts';
import { useMarketSummary } from '../data/use-market-summary.ts';
import type { DataOf } from '../data/use-read.ts';
import { currencyOf, preferences } from '../device/preferences.ts';
import { usePrices } from '../live/use-prices.ts';
import { assetItems, findAssets } from '../market/asset-items.tsx';
import { ChosenAmount } from '../market/chosen-amount.tsx';
import { loginPath } from '../session/wanted-path.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { navigate } from '../ui/address.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '../ui/form.tsx';
import { Picker } from '../ui/picker.tsx';
import { Note } from '../ui/text.tsx';
import { amountsOf, feeOf, isAsset, judgePay, ratesOf, type Pair, type Typed } from './buy-rules.ts';
import { CostFacts } from './cost-facts.tsx';
import { isOff, RateOff } from './rate-notes.tsx';

export interface Offer {
  currency: CurrencyCode;
  min: string;
  max: string;
  bank_days: number;
}
type Terms = Omit<DataOf<typeof queryPurchaseTerms>, 'TOTAL' | 'RESULT_LIST'>;

interface BuyFormProps {
  offers: readonly Offer[];
  terms: Terms;
  currencies: readonly CurrencyRate[];
  onUnverified: () => void;
}

/** What was typed, and the coin or currency that it counts. */
interface Counted extends Typed {
  unit: string;
}
const nothingTyped: Typed = { side: 'pay', amount: '' };

export function BuyForm({ offers, terms, currencies, onUnverified }: BuyFormProps): ReactNode {
  const t = useT();
  const user = useUser();
  const { pair, setCoin, setCurrency } = usePair(offers);
  const { coin, currency } = pair;
  const [typed, setTyped, forget] = useTyped(pair);
  const rate = currencies.find(({ code }) => code === currency);
  const price = usePrices([coin], useMarketSummary().data).get(coin);
  const rates = ratesOf(rate?.per_usd, coin === 'USDT' ? '1' : price, terms.fee_rate);
  const { pay, get } = amountsOf(typed, pair, rates);
  const shown = typed.side === 'pay' ? { pay: typed.amount, get } : { pay, get: typed.amount };
  const range = offers.find((each) => each.currency === currency);
  const form = useDraft({
    kept: { fields: { pay: shown.pay }, change: (changed) => setTyped({ side: 'pay', amount: changed.pay ?? '' }) },
    judge: () => ({ pay: judgePay(pay, pair, range) }),
    call: submitPurchase,
    changes: [findPurchases],
    payloadOf: () => user && { account_id: user.account_id, short_name: currency, coin_code: coin, money: pay, coinAccuracy: assetDecimals(coin), receive: get, fee: formatAmount(feeOf(pay, pair, terms.fee_rate) ?? zero) }, // oxfmt-ignore
    fieldOf: (code) => (atAmount.has(code) ? 'pay' : undefined),
    onDone({ id }) {
      forget();
      navigate(`/bankInfo?id=${id}`);
    },
    onRefused: ({ code }) => code === 'purchase-moved' && refetch(queryPurchaseTerms),
    onUnverified,
  });
  const submit = (): void => (user === null ? navigate(loginPath(`/bugCoin?coin=${coin}`)) : void form.submit());
  return (
    <Form label={t('shell.menuBuyCoin')} className="gap-3 pt-2" {...form.form} onSubmit={submit}>
      <Card className="flex flex-col gap-3">
        <ChosenAmount
          label={t('purchases.pay')}
          choice={<CurrencyPicker offers={offers} value={currency} onChange={setCurrency} />}
        >
          <AmountField
            label={t('purchases.pay')}
            hidesLabel
            coin={currency}
            decimals={currencyDecimals[currency]}
            {...form.field('pay')}
          />
        </ChosenAmount>
        <ChosenAmount label={t('purchases.get')} choice={<CoinPicker value={coin} onChange={setCoin} />}>
          <AmountField
            label={t('purchases.get')}
            hidesLabel
            coin={coin}
            value={shown.get}
            onChange={(amount) => setTyped({ side: 'get', amount })}
          />
        </ChosenAmount>
      </Card>
      {isOff(rate) && <RateOff rate={rate} offered={offers.map((each) => each.currency)} currencies={currencies} />}
      <CostFacts pair={pair} pay={pay} feeRate={terms.fee_rate} get={get} price={price} rate={rate} />
      <Button type="submit" isWide isBusy={form.isSending} isDisabled={isOff(rate)}>
        {t(user === null ? 'purchases.logIn' : 'purchases.order')}
      </Button>
      <Rules terms={terms} bankDays={range?.bank_days ?? 0} />
    </Form>
  );
}

function Rules({ terms, bankDays }: { terms: Terms; bankDays: number }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { fee_rate: share, payment_minutes: minutes, given_up_max: max, unpaid_max: unpaid, block_days: days } = terms;
  const booking = { time: formats.length(bankDays, 'day'), max: unpaid, block: formats.length(days, 'day') };
  return (
    <>
      <Note>
        {t('purchases.rules', { share: formats.percent(share), time: formats.length(minutes, 'minute'), max })}
      </Note>
      <Note>{t('purchases.rulesBooking', booking)}</Note>
    </>
  );
}

const atAmount: ReadonlySet<string> = new Set(['purchase-out-of-range', 'purchase-day-limit', 'amount-malformed', 'too-many-decimals', 'purchase-moved', 'purchase-house-short']); // oxfmt-ignore

/** The coin that a link names and the customer's own currency come first; later another tab's choice changes nothing of an order here. */
function usePair(offers: readonly Offer[]) {
  const [asked, follow] = useAsked('coin');
  const first = (): Pair => ({ coin: 'USDT', currency: offered(offers, currencyOf(preferences())) });
  const [pair, keep] = useKeptFields<Pair>(first, {
    name: 'purchase',
    fields: ['coin', 'currency'],
    over: (kept) => ({
      coin: isAsset(asked) ? asked : isAsset(kept.coin) ? kept.coin : 'USDT',
      currency: offered(offers, kept.currency),
    }),
  });
  return {
    pair,
    setCoin: (coin: AssetCode) => {
      follow(coin);
      keep((now) => ({ ...now, coin }));
    },
    setCurrency: (currency: CurrencyCode) => keep((now) => ({ ...now, currency })),
  };
}

/** What was to be paid stays when another coin is chosen, and counts no other currency; what was to be had, the other way round. */
function useTyped({ coin, currency }: Pair): [Typed, (next: Typed) => void, forget: () => void] {
  const [kept, keep, forget] = useKeptFields<Counted>(
    { ...nothingTyped, unit: '' },
    { name: 'purchase amount', fields: ['side', 'amount', 'unit'] },
  );
  const unitOf = ({ side }: Typed): string => (side === 'pay' ? currency : coin);
  const typed = kept.unit === unitOf(kept) ? kept : nothingTyped;
  return [typed, (next) => keep(() => ({ ...next, unit: unitOf(next) })), forget];
}

const offered = (offers: readonly Offer[], wanted: CurrencyCode): CurrencyCode =>
  (offers.find(({ currency }) => currency === wanted) ?? offers[0]!).currency;

function CoinPicker({ value, onChange }: { value: AssetCode; onChange: (code: AssetCode) => void }): ReactNode {
  const t = useT();
  return (
    <Picker
      label={t('purchases.coin')}
      hidesLabel
      items={assetItems}
      search={findAssets}
      nothing={t('purchases.noCoin')}
      value={value}
      onChange={onChange}
    />
  );
}

function CurrencyPicker({ offers, value, onChange }: { offers: readonly Offer[]; value: CurrencyCode; onChange: (code: CurrencyCode) => void }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  // One that is not on offer any more stays chosen, and is refused, until the person chooses another.
  const codes = [...new Set([...offers.map(({ currency }) => currency), value])];
  const items = codes.map((code) => ({ value: code, label: code, note: formats.currency(code) }));
  return <Picker label={t('purchases.currency')} hidesLabel items={items} value={value} onChange={onChange} />;
} // oxfmt-ignore
