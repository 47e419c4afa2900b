// Ordering: the quote is locked, and the coin is set aside of what the house holds, or nothing is promised.
import { add, bankDayAfter, formatAmount, one, purchasedCoins, purchaseFee, subtract, toInstant, zero, type AssetCode, type CurrencyCode, type Purchase as PurchaseMessage, type PurchaseRates, type Uuid, type Wad } from '@candor/wire'; // oxfmt-ignore
import { Refusal } from '../kit/refuse.ts';
import { countPromise, namePromises, openOrdersOf, promiseRoom, promiseWholes } from '../ledger/account-promises.ts';
import { InsufficientHouseFunds, insertRow, updateRow, type Command, type CommandState, type RowWrite } from '../ledger/command.ts'; // oxfmt-ignore
import { newDue } from '../ledger/due-work.ts';
import type { PaymentTerms, UnpaidTerms } from './payment-terms.ts';
import {
  purchaseDays,
  purchaseMessage,
  purchases,
  referenceOf,
  unpaidPurchases,
  untouched,
  type Purchase,
} from './purchase.ts';
import type { PurchaseTerms } from './purchase-terms.ts';
import { blockedUntil } from './rules.ts';
import { dayIdOf, dayOf, dueIdOf, namesOf, unpaidIdOf, type CurrencyTerms } from './terms.ts';

export interface OrderPurchase {
  accountId: Uuid;
  isVerified: boolean;
  currency: CurrencyCode;
  coin: AssetCode;
  money: Wad;
  /** What the customer was shown to get, and to pay for it. */
  shown: { coins: Wad | undefined; fee: Wad | undefined };
  /** Undefined where nothing is on offer. */
  terms: CurrencyTerms | undefined;
  /** Of all currencies. */
  under: PurchaseTerms;
  /** Of the currency. */
  payment: PaymentTerms | undefined;
  unpaid: UnpaidTerms;
  /** What the rates or the market say against it. */
  rates: PurchaseRates | Refusal;
  receivedAt: number;
}
type Reply = { id: string; purchase: PurchaseMessage };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export const orderPurchase: Command<OrderPurchase, Reply> = {
  name: 'order-purchase',
  onlyIn: 'real',
  refusals: ['verification-required', 'purchase-off', 'rate-old', 'market-degraded', 'market-halted', 'purchase-out-of-range',
    'purchases-paused', 'purchases-blocked', 'open-orders-limit', 'purchase-day-limit', 'purchase-moved', 'purchase-house-short'],
  coins: ({ coin }) => lockedCoins(coin),
  house: ['bankroll', 'purchases-reserve'],
  wholes: ({ coin }) => promiseWholes('purchases-reserve', coin),
  rows: ({ accountId, receivedAt, currency, coin }) => [
    { table: purchaseDays, id: dayIdOf(accountId, dayOf(receivedAt), currency) },
    { table: purchaseDays, id: dayIdOf(accountId, dayOf(receivedAt), 'all') },
    { table: unpaidPurchases, id: unpaidIdOf(accountId) },
    ...namePromises({ product: 'purchase', coin }),
  ],
  decide(input, state) {
    const refused = refusalOf(input, state);
    if (refused) return refused;
    const { coin, currency, money } = input;
    const rates = input.rates as PurchaseRates;
    const { feeRate } = input.under;
    const fee = purchaseFee(money, currency, feeRate);
    const coins = purchasedCoins(money, { currency, coin }, { ...rates, feeRate });
    const moved = coins === zero || isDearer({ coins, fee }, input);
    if (moved) return new Refusal('purchase-moved', { receive: formatAmount(coins), coin });
    const short = new Refusal('purchase-house-short', { coin });
    if (coins > purchaseRoom(state, coin, input.under)) return short;
    if (state.house('bankroll', coin) < coins) {
      const otherwise = short;
      return new InsufficientHouseFunds({ bucket: 'bankroll', coin, amount: coins, otherwise });
    }
    const order = newPurchase(input, { ...rates, coins, fee, purchaseId: state.newId() });
    const { accountId, book, purchaseId, expiresAt: dueAt } = order;
    const message = purchaseMessage(order);
    return {
      objectId: purchaseId,
      moves: [{ kind: 'purchase-promised', coin, from: 'bankroll', to: 'purchases-reserve', amount: coins }],
      writes: [
        insertRow(purchases, order),
        changeDay(state, { accountId, day: dayOf(input.receivedAt), currency, by: money }),
        ...countPromise(state, { accountId, product: 'purchase', coin }, { before: zero, after: coins }),
        newDue({ accountId, book, dueId: dueIdOf(purchaseId), kind: 'purchase-time', subjectId: purchaseId, detail: namesOf(order), dueAt }),
      ],
      reply: { id: message.id, purchase: message },
      events: [{ name: 'purchase.changed', payload: order }],
    };
  },
}; // oxfmt-ignore

function refusalOf(input: OrderPurchase, state: CommandState): Refusal | undefined {
  const { accountId, isVerified, terms, rates, money, currency, under } = input;
  const day = dayOf(input.receivedAt);
  if (!isVerified) return new Refusal('verification-required', { redirect: '/authentication' });
  if (!terms?.isOffered || !input.payment) return new Refusal('purchase-off');
  if (rates instanceof Refusal) return rates;
  const { minAmount, maxAmount, dayLimit } = terms;
  if (money < minAmount || money > maxAmount) {
    return new Refusal('purchase-out-of-range', { min: formatAmount(minAmount), max: formatAmount(maxAmount), currency });
  }
  const until = blockedUntil(state.row(unpaidPurchases, unpaidIdOf(accountId)), input.unpaid, state.now);
  if (until !== undefined) return new Refusal('purchases-blocked', { until: toInstant(until) });
  const givenUp = state.row(purchaseDays, dayIdOf(accountId, day, 'all'))?.givenUp ?? 0;
  if (givenUp >= under.givenUpMax) return new Refusal('purchases-paused');
  const { openMax } = under;
  if (openOrdersOf(state, { product: 'purchase' }) >= openMax) return new Refusal('open-orders-limit', { max: String(openMax) });
  const left = subtract(dayLimit, state.row(purchaseDays, dayIdOf(accountId, day, currency))?.ordered ?? zero);
  if (money > left) return new Refusal('purchase-day-limit', { available: formatAmount(left < zero ? zero : left), currency });
  return undefined;
} // oxfmt-ignore

/** The account's slice of USDT is locked by each of its orders, whatever the coin: what counts over all coins is counted by one at a time. */
export const lockedCoins = (coin: AssetCode): AssetCode[] => (coin === 'USDT' ? [coin] : [coin, 'USDT']);

/** An order takes nothing of its customer, so how much an account and all together may have set aside is a share of what there is. */
export const purchaseRoom = (
  state: CommandState,
  coin: AssetCode,
  { accountShareMax, allShareMax }: Pick<PurchaseTerms, 'accountShareMax' | 'allShareMax'>,
): Wad =>
  promiseRoom(state, { product: 'purchase', coin }, { reserve: 'purchases-reserve', accountShareMax, allShareMax });

/** The row of a day, with this much more or less ordered, or so many orders more given up. */
export function changeDay(
  state: CommandState,
  { accountId, day, currency, by = zero, givenUp = 0 }: { accountId: Uuid; day: string; currency: CurrencyCode | 'all'; by?: Wad; givenUp?: number }, // oxfmt-ignore
): RowWrite {
  const dayId = dayIdOf(accountId, day, currency);
  const row = state.row(purchaseDays, dayId);
  if (!row) return insertRow(purchaseDays, { accountId, dayId, day, currency, ordered: by, givenUp });
  return updateRow(purchaseDays, { ...row, ordered: add(row.ordered, by), givenUp: row.givenUp + givenUp });
}

/** Less than was shown, by more than the market may move while somebody reads; or a fee that is higher than what was shown, by anything. */
function isDearer({ coins, fee }: { coins: Wad; fee: Wad }, { shown, under }: OrderPurchase): boolean {
  if (shown.fee !== undefined && fee > shown.fee) return true;
  return shown.coins !== undefined && coins * one < shown.coins * subtract(one, under.moveMax);
}

const newPurchase = (
  { accountId, currency, coin, money, terms, under, payment, receivedAt }: OrderPurchase,
  decided: PurchaseRates & { coins: Wad; fee: Wad; purchaseId: Uuid },
): Purchase => ({
  ...untouched,
  ...decided,
  accountId,
  book: 'real',
  currency,
  termsVersion: terms!.version,
  purchaseVersion: under.version,
  paymentVersion: payment!.version,
  bookBy: bankDayAfter(dayOf(receivedAt + under.paymentMinutes * minuteMs), payment!.bankDays),
  coin,
  reference: referenceOf(decided.purchaseId),
  money,
  orderedAt: receivedAt,
  expiresAt: receivedAt + under.paymentMinutes * minuteMs,
  lateUntil: receivedAt + under.paymentMinutes * minuteMs + under.lateDays * dayMs,
  state: 'waiting-payment',
  reserved: decided.coins,
});
