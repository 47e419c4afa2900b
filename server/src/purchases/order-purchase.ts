// Ordering: the quote is locked, and the coin is set aside of what the house holds, or nothing is promised.
import { add, formatAmount, purchasedCoins, purchaseFee, purchaseTerms, subtract, zero, type AssetCode, type CurrencyCode, type Purchase as PurchaseMessage, type PurchaseRates, type Uuid, type Wad } from '@candor/wire'; // oxfmt-ignore
import { Refusal } from '../kit/refuse.ts';
import { countPromise, namePromises, openOrdersOf, promiseRoom, promiseWholes } from '../ledger/account-promises.ts';
import { InsufficientHouseFunds, insertRow, updateRow, type Command, type CommandState, type RowWrite } from '../ledger/command.ts'; // oxfmt-ignore
import { newDue } from '../ledger/due-work.ts';
import { purchaseDays, purchaseMessage, purchases, referenceOf, untouched, type Purchase } from './purchase.ts';
import { dayIdOf, dayOf, dueIdOf, namesOf, type CurrencyTerms } from './terms.ts';

export interface OrderPurchase {
  accountId: Uuid;
  isVerified: boolean;
  currency: CurrencyCode;
  coin: AssetCode;
  money: Wad;
  /** What the customer was shown to get. */
  shown: Wad | undefined;
  /** Undefined where nothing is on offer. */
  terms: CurrencyTerms | undefined;
  /** What the rates or the market say against it. */
  rates: PurchaseRates | Refusal;
  receivedAt: number;
}
type Reply = { id: string; purchase: PurchaseMessage };

export const orderPurchase: Command<OrderPurchase, Reply> = {
  name: 'order-purchase',
  refusals: ['verification-required', 'purchase-off', 'rate-old', 'market-degraded', 'market-halted', 'purchase-out-of-range',
    'purchases-paused', 'open-orders-limit', 'purchase-day-limit', 'purchase-moved', 'purchase-house-short'],
  coins: ({ coin }) => lockedCoins(coin),
  house: ['bankroll', 'purchases-reserve'],
  wholes: ({ coin }) => promiseWholes('purchases-reserve', coin),
  rows: ({ accountId, receivedAt, currency, coin }) => [
    { table: purchaseDays, id: dayIdOf(accountId, dayOf(receivedAt), currency) },
    { table: purchaseDays, id: dayIdOf(accountId, dayOf(receivedAt), 'all') },
    ...namePromises({ product: 'purchase', coin }),
  ],
  decide(input, state) {
    const refused = refusalOf(input, state);
    if (refused) return refused;
    const { coin, currency, money } = input;
    const rates = input.rates as PurchaseRates;
    const coins = purchasedCoins(money, { currency, coin }, rates);
    const moved = coins === zero || isFarBelow(coins, input.shown);
    if (moved) return new Refusal('purchase-moved', { receive: formatAmount(coins), coin });
    const short = new Refusal('purchase-house-short', { coin });
    if (coins > purchaseRoom(state, coin)) return short;
    if (state.house('bankroll', coin) < coins) {
      const otherwise = short;
      return new InsufficientHouseFunds({ bucket: 'bankroll', coin, amount: coins, otherwise });
    }
    const order = newPurchase(input, { coins, rates, purchaseId: state.newId() });
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
  const { accountId, isVerified, terms, rates, money, currency } = input;
  const day = dayOf(input.receivedAt);
  if (!isVerified) return new Refusal('verification-required', { redirect: '/authentication' });
  if (!terms?.isOffered) return new Refusal('purchase-off');
  if (rates instanceof Refusal) return rates;
  const { minAmount, maxAmount, dayLimit } = terms;
  if (money < minAmount || money > maxAmount) {
    return new Refusal('purchase-out-of-range', { min: formatAmount(minAmount), max: formatAmount(maxAmount), currency });
  }
  const givenUp = state.row(purchaseDays, dayIdOf(accountId, day, 'all'))?.givenUp ?? 0;
  if (givenUp >= purchaseTerms.givenUpMax) return new Refusal('purchases-paused');
  const { openMax } = purchaseTerms;
  if (openOrdersOf(state, { product: 'purchase' }) >= openMax) return new Refusal('open-orders-limit', { max: String(openMax) });
  const left = subtract(dayLimit, state.row(purchaseDays, dayIdOf(accountId, day, currency))?.ordered ?? zero);
  if (money > left) return new Refusal('purchase-day-limit', { available: formatAmount(left < zero ? zero : left), currency });
  return undefined;
} // oxfmt-ignore

/** The account's slice of USDT is locked by each of its orders, whatever the coin: what counts over all coins is counted by one at a time. */
export const lockedCoins = (coin: AssetCode): AssetCode[] => (coin === 'USDT' ? [coin] : [coin, 'USDT']);

/** An order takes nothing of its customer, so how much an account and all together may have set aside is a share of what there is. */
export const purchaseRoom = (state: CommandState, coin: AssetCode): Wad =>
  promiseRoom(state, { product: 'purchase', coin }, { reserve: 'purchases-reserve', ...purchaseTerms });

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

/** Less than was shown, by more than the market may move while somebody reads. */
const isFarBelow = (coins: Wad, shown: Wad | undefined): boolean =>
  shown !== undefined && coins * 10_000n < shown * BigInt(10_000 - purchaseTerms.moveMaxBp);

const newPurchase = (
  { accountId, currency, coin, money, terms, receivedAt }: OrderPurchase,
  { coins, rates, purchaseId }: { coins: Wad; rates: PurchaseRates; purchaseId: Uuid },
): Purchase => ({
  ...untouched,
  ...rates,
  accountId,
  purchaseId,
  book: 'real',
  currency,
  termsVersion: terms!.version,
  coin,
  reference: referenceOf(purchaseId),
  money,
  fee: purchaseFee(money, currency),
  coins,
  orderedAt: receivedAt,
  expiresAt: receivedAt + purchaseTerms.paymentMs,
  state: 'waiting-payment',
  reserved: coins,
});
