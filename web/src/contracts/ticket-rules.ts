// What a ticket may hold and what it would cost, before it is sent. The server decides again; this only spares the way.
import { add, feeOf, formatAmount, isAtLimit, coinAmount, limitRangeOf, liquidationPriceOf, marginOf, multiplyDown, parseMarketNumber, subtract, usdtDecimals, wad, zero } from '@candor/wire'; // oxfmt-ignore
import type { Coin, ContractOrderType, ContractSide, ContractsConfigMessage, Wad } from '@candor/wire'; // oxfmt-ignore
import type { DraftFault, Faults } from '../data/draft-rules.ts';
import { judgeStops, readPrice } from './stop-rules.ts';
import { readSheets } from './read-sheets.ts';

/** As the hand has left it. */
export interface Draft {
  side: ContractSide;
  orderType: ContractOrderType;
  /** Of a limit order. */
  price: string;
  sheets: string;
  /** Of what was possible, as a slider has left it; '' when the number was typed. */
  share: string;
  hasStops: boolean;
  takeProfit: string;
  stopLoss: string;
}

export const newDraft: Draft = {
  side: 'long',
  orderType: 'market',
  price: '',
  sheets: '',
  share: '',
  hasStops: false,
  takeProfit: '',
  stopLoss: '',
};

/** The spec's lever, unless the terms allow less. */
export const leverOf = ({ lever_max }: Pick<ContractsConfigMessage, 'lever_max'>): number => Math.min(50, lever_max);

export interface Cost {
  /** The coin that it moves with. */
  amount: Wad;
  notional: Wad;
  margin: Wad;
  fee: Wad;
  /** Margin and fee: what leaves the balance, and the most that can be lost. */
  total: Wad;
  liquidationPrice: Wad;
}

export interface CostFacts {
  side: ContractSide;
  sheets: number;
  price: Wad;
  coin: Pick<Coin, 'sheetSize'>;
  terms: ContractsConfigMessage;
}

export function costOf({ side, sheets, price, coin, terms }: CostFacts): Cost {
  const [sheetSize, lever] = [wad(coin.sheetSize), leverOf(terms)];
  const amount = coinAmount(sheets, sheetSize);
  const margin = marginOf({ sheets, sheetSize, price, lever });
  const fee = feeOf(margin, wad(terms.fee_rate));
  const liquidationPrice = liquidationPriceOf({
    side, entryPrice: price, lever, maintenanceRate: wad(terms.maintenance_rate), added: zero, amount,
  }); // oxfmt-ignore
  return { amount, notional: multiplyDown(amount, price, usdtDecimals), margin, fee, total: add(margin, fee), liquidationPrice }; // oxfmt-ignore
}

export interface Funds {
  qty: string;
  reserved: string;
  margin: string;
}

/** What margin and fee together may be: what is available, and what the share that may be at stake leaves over. */
export function budgetOf(funds: Funds, terms: Pick<ContractsConfigMessage, 'margin_share_max'>): Wad {
  const [available, bound] = [wad(funds.qty), add(wad(funds.reserved), wad(funds.margin))];
  const left = subtract(multiplyDown(add(available, bound), wad(terms.margin_share_max), 18), bound);
  const least = left < available ? left : available;
  return least > 0n ? least : zero;
}

/** The most sheets that the budget pays for; 0 when it pays for none. */
export function maxSheets(facts: Omit<CostFacts, 'sheets' | 'side'> & { budget: Wad }): number {
  const isPaid = (sheets: number): boolean => costOf({ ...facts, side: 'long', sheets }).total <= facts.budget;
  let [low, high] = [0, facts.terms.sheets_max];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isPaid(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface DraftFacts {
  draft: Draft;
  coin: Coin;
  terms: ContractsConfigMessage;
  /** As the market sent it. */
  marketPrice: string | undefined;
  funds: Funds | undefined;
  /** What of one's own is open; undefined while that is not known. */
  open?: OpenOrders | undefined;
}

export interface OpenOrders {
  /** Waiting orders and positions. */
  live: number;
  /** Limit orders that wait for their price. */
  resting: number;
}

export interface Judged {
  /** What it counts from: the market's price, or the one that was typed. */
  price: Wad | undefined;
  sheets: number | undefined;
  cost: Cost | undefined;
  stops: { takeProfit: Wad | null; stopLoss: Wad | null };
  /** In the order of the fields. */
  faults: Faults<Draft>;
}

export function judgeDraft({ draft, coin, terms, marketPrice, funds, open }: DraftFacts): Judged {
  const { side, orderType, hasStops } = draft;
  const market = priceOf(marketPrice, coin);
  const limit = orderType === 'limit' ? readPrice(draft.price, coin) : undefined;
  const price = orderType === 'market' ? market : limit?.price;
  const sheets = readSheets(draft.sheets);
  const cost = price && sheets ? costOf({ side, sheets, price, coin, terms }) : undefined;
  const { stops, faults } = judgeStops(hasStops ? draft : newDraft, { side, base: price, coin });
  return {
    price,
    sheets,
    cost,
    stops,
    faults: {
      price: limit && (limit.problem ?? judgeLimit(limit.price, { side, market, coin, terms })),
      sheets: judgeSheets(sheets, terms) ?? judgeMargin(cost, terms) ?? judgeFunds(cost, funds, terms) ?? judgeOpen(open, orderType, terms), // oxfmt-ignore
      ...faults,
    },
  };
}

function judgeSheets(
  sheets: number | undefined,
  { sheets_min, sheets_max }: ContractsConfigMessage,
): DraftFault | undefined {
  if (sheets !== undefined && sheets >= sheets_min && sheets <= sheets_max) return undefined;
  return { code: 'sheets-out-of-range', facts: { min: `${sheets_min}`, max: `${sheets_max}` } };
}

/** The prices that a limit order of this coin may name, around the market's. */
export function limitRange(market: Wad, coin: Coin, { pairs }: Pick<ContractsConfigMessage, 'pairs'>) {
  const pair = pairs.find(({ trade_btc_tpye }) => trade_btc_tpye === coin.symbol);
  if (!pair) return undefined;
  return limitRangeOf({ price: market, distanceMax: wad(pair.limit_distance_max), priceDecimals: coin.priceDecimals });
}

interface LimitFacts {
  side: ContractSide;
  market: Wad | undefined;
  coin: Coin;
  terms: ContractsConfigMessage;
}

function judgeLimit(limit: Wad | undefined, { side, market, coin, terms }: LimitFacts): DraftFault | undefined {
  if (!limit || !market) return undefined;
  if (isAtLimit(side, market, limit)) return { code: 'limit-price-crossed', facts: { price: formatAmount(market) } };
  const range = limitRange(market, coin, terms);
  if (!range || (limit >= range.min && limit <= range.max)) return undefined;
  return { code: 'limit-price-too-far', facts: { min: formatAmount(range.min), max: formatAmount(range.max) } };
}

const judgeMargin = (cost: Cost | undefined, { margin_min }: ContractsConfigMessage): DraftFault | undefined =>
  cost && cost.margin < wad(margin_min) ? { code: 'margin-too-small', facts: { min: margin_min } } : undefined;

function judgeOpen(
  open: OpenOrders | undefined,
  orderType: ContractOrderType,
  { orders_max, resting_max }: ContractsConfigMessage,
): DraftFault | undefined {
  if (open === undefined) return undefined;
  if (open.live >= orders_max) return { code: 'open-orders-limit', facts: { max: `${orders_max}` } };
  if (orderType === 'market' || open.resting < resting_max) return undefined;
  return { code: 'open-orders-limit', facts: { max: `${resting_max}` } };
}

function judgeFunds(
  cost: Cost | undefined,
  funds: Funds | undefined,
  terms: ContractsConfigMessage,
): DraftFault | undefined {
  if (cost === undefined || funds === undefined) return undefined;
  const isCertain = true;
  if (cost.total > wad(funds.qty)) return { code: 'insufficient-balance', facts: { available: funds.qty }, isCertain };
  const budget = budgetOf(funds, terms);
  if (cost.total <= budget) return undefined;
  return { code: 'margin-share-exceeded', facts: { max: formatAmount(budget) }, isCertain };
}

/** The market's price in the decimals that an order may name. */
export function priceOf(text: string | undefined, coin: Pick<Coin, 'priceDecimals'>): Wad | undefined {
  const price = parseMarketNumber(text ?? '');
  if (price === undefined) return undefined;
  const unit = 10n ** BigInt(18 - coin.priceDecimals);
  const cut = (price / unit) * unit;
  return cut > 0n ? (cut as Wad) : undefined;
}
