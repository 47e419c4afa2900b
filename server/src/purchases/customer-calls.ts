// What customers ask and say of purchases: the offer, an order, its bank account, that it was paid, and that it is not wanted any more.
import { assetDecimals, cancelPurchase, coinOfCode, currencyDecimals, findPurchases, fitsDecimals, formatAmount, getPurchase, isCurrency, markPurchasePaid, parseAmount, parseWireId, photoPath, queryPurchaseTerms, submitPurchase, type AssetCode, type Uuid } from '@candor/wire'; // oxfmt-ignore
import type { Rates } from '../currencies/open-rates.ts';
import { bind, bindSelf, type BoundCall, type SelfContext } from '../kit/feature.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { answerPage } from '../kit/paged-list.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { SettingOfAll, Settings } from '../kit/settings.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { submitOwn } from '../ledger/submit-own.ts';
import type { Market } from '../market/market.ts';
import { cancelOrder, markPaid, type ChangePurchase } from './change-purchase.ts';
import { orderPurchase, type OrderPurchase } from './order-purchase.ts';
import { purchaseMessage, type Purchase } from './purchase.ts';
import type { PaymentTerms, UnpaidTerms } from './payment-terms.ts';
import { termsOf, type PurchaseTerms } from './purchase-terms.ts';
import { ratesNow } from './rates-now.ts';
import { findPurchase, readOwnPurchases } from './store.ts';
import type { CurrencyTerms } from './terms.ts';

export interface CustomerCallsParts {
  pool: Pool;
  lanes: Lanes;
  market: Market;
  support: { timeZone: string };
  pictures: {
    keep: (database: Database, wanted: { accountId: Uuid; pictureIds: readonly Uuid[] }) => Promise<boolean>;
  };
  terms: Settings<CurrencyTerms>;
  /** Of all currencies. */
  purchaseTerms: SettingOfAll<PurchaseTerms>;
  paymentTerms: Settings<PaymentTerms>;
  unpaidTerms: SettingOfAll<UnpaidTerms>;
  rates: Rates;
}

export function customerCalls(parts: CustomerCallsParts): BoundCall[] {
  const { pool, lanes, terms, purchaseTerms } = parts;
  const submit = submitOwn(lanes);

  return [
    bind(queryPurchaseTerms, () => ({
      ...describeTerms(parts),
      ...describeAll(purchaseTerms.now(), parts.unpaidTerms.now()),
    })),
    bindSelf(submitPurchase, (payload, context) => submit(orderPurchase, readOrder(payload, context, parts), context)),
    bindSelf(getPurchase, async ({ id }, { session }) => {
      const order = await findOwn(pool, session.accountId, id);
      const agreed = await terms.agreed(order.currency, order.termsVersion);
      return { ...purchaseMessage(order), payee: payeeOf(agreed, parts.support.timeZone) };
    }),
    bindSelf(markPurchasePaid, async ({ id, proof }, context) => {
      const order = await findOwn(pool, context.session.accountId, id);
      const [under, kept] = await Promise.all([
        termsOf(purchaseTerms, order),
        keepProof(parts, context.session.accountId, proof),
      ]);
      return submit(markPaid, { ...changeOf(order, context), proof: kept, under }, context);
    }),
    bindSelf(cancelPurchase, async ({ id }, context) =>
      submit(cancelOrder, changeOf(await findOwn(pool, context.session.accountId, id), context), context),
    ),
    bindSelf(findPurchases, async (page, { session: { accountId } }) => {
      const found = await readOwnPurchases(pool, accountId, page);
      return answerPage(found, found.rows.map(purchaseMessage));
    }),
  ];
}

interface ReadOrder {
  short_name: string;
  coin_code: string;
  money: string;
  coinAccuracy: number;
  receive: string;
  fee: string;
}

/** What an order is decided on; here only its form is refused, which is the same at each try. */
function readOrder(
  payload: ReadOrder,
  { session, receivedAt }: SelfContext,
  { terms, purchaseTerms, paymentTerms, unpaidTerms, rates, market }: CustomerCallsParts,
): OrderPurchase {
  const { accountId, isVerified, book } = session;
  if (book !== 'real') refuse('purchase-experience');
  const currency = isCurrency(payload.short_name) ? payload.short_name : refuse('currency-unknown');
  const coin = assetOf(payload.coin_code);
  if (payload.coinAccuracy !== assetDecimals(coin)) refuse('coin-accuracy-wrong', { decimals: String(assetDecimals(coin)) }); // oxfmt-ignore
  const money = parseAmount(payload.money) ?? refuse('amount-malformed', { field: 'money' });
  const decimals = currencyDecimals[currency];
  if (!fitsDecimals(money, decimals)) refuse('too-many-decimals', { field: 'money', decimals: String(decimals) });
  const shownOf = (field: 'receive' | 'fee') => payload[field] === '' ? undefined : (parseAmount(payload[field]) ?? refuse('amount-malformed', { field })); // oxfmt-ignore
  const shown = { coins: shownOf('receive'), fee: shownOf('fee') };
  const offered = terms.inForce().find((each) => each.currency === currency);
  return { accountId, isVerified, currency, coin, money, shown, terms: offered, under: purchaseTerms.now(), payment: paymentTerms.inForce().find((each) => each.currency === currency), unpaid: unpaidTerms.now(), rates: ratesNow({ market, rates }, { currency, coin }), receivedAt }; // oxfmt-ignore
}

const findOwn = async (pool: Pool, accountId: Uuid, id: string): Promise<Purchase> =>
  (await findPurchase(pool, accountId, parseWireId('purchase', id) ?? refuse('not-found'))) ?? refuse('not-found');

const changeOf = ({ accountId, purchaseId, coin, currency, orderedAt }: Purchase, { receivedAt: at }: SelfContext): ChangePurchase => ({ accountId, purchaseId, coin, currency, orderedAt, at }); // oxfmt-ignore

/** The picture, which from now on is kept as long as documents are. */
async function keepProof({ pool, pictures }: CustomerCallsParts, accountId: Uuid, path: string): Promise<Uuid | null> {
  if (path === '') return null;
  const pictureId = parseWireId('picture', path.slice(photoPath('').length));
  const isKept = pictureId && (await inTransaction(pool, (database) => pictures.keep(database, { accountId, pictureIds: [pictureId] }))); // oxfmt-ignore
  return isKept ? pictureId : refuse('picture-missing', { field: 'proof' });
}

const assetOf = (code: string): AssetCode =>
  code === 'USDT' ? code : (coinOfCode(code)?.code ?? refuse('unknown-coin'));

function describeTerms({ terms, paymentTerms, support: { timeZone: time_zone } }: CustomerCallsParts) {
  const bankDays = new Map(paymentTerms.inForce().map((each) => [each.currency, each.bankDays]));
  const list = terms
    .inForce()
    .filter(({ isOffered, currency }) => isOffered && bankDays.has(currency))
    .map((each) => ({
      currency: each.currency,
      min: formatAmount(each.minAmount),
      max: formatAmount(each.maxAmount),
      day_limit: formatAmount(each.dayLimit),
      bank_days: bankDays.get(each.currency)!,
      opens_hour: each.opensHour,
      closes_hour: each.closesHour,
      time_zone,
    }));
  return { TOTAL: list.length, RESULT_LIST: list };
}

const describeAll = (
  { feeRate, paymentMinutes, givenUpMax }: PurchaseTerms,
  { unpaidMax, blockDays }: UnpaidTerms,
) => ({
  fee_rate: formatAmount(feeRate),
  payment_minutes: paymentMinutes,
  given_up_max: givenUpMax,
  unpaid_max: unpaidMax,
  block_days: blockDays,
});

const payeeOf = (each: CurrencyTerms, time_zone: string) => ({
  bank: each.bank,
  holder: each.holder,
  postcode: each.postcode,
  town: each.town,
  country: each.country,
  account_number: each.accountNumber,
  swift: each.swift,
  opens_hour: each.opensHour,
  closes_hour: each.closesHour,
  time_zone,
});
