// What a ticket may hold and what it would cost, before it is sent. The server decides again; this only spares the way.
import { add, feeOf, fitsDecimals, formatAmount, isAtLimit, coinAmount, liquidationPriceOf, marginOf, multiplyDown, parseAmount, parseMarketNumber, subtract, usdtDecimals, wad, wrongStop, zero } from '@candor/wire'; // prettier-ignore
import type { Coin, ContractOrderType, ContractSide, ContractsConfigMessage, Facts, RefusalCode, Wad } from '@candor/wire'; // prettier-ignore
import type { StopsTyped } from './stop-rules.ts';

/** As the hand has left it. */
export interface Draft {
  side: ContractSide;
  orderType: ContractOrderType;
  /** Of a limit order. */
  price: string;
  sheets: string;
  hasStops: boolean;
  stops: StopsTyped;
}

export const newDraft: Draft = {
  side: 'long',
  orderType: 'market',
  price: '',
  sheets: '',
  hasStops: false,
  stops: { takeProfit: '', stopLoss: '' },
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
  }); // prettier-ignore
  return { amount, notional: multiplyDown(amount, price, usdtDecimals), margin, fee, total: add(margin, fee), liquidationPrice }; // prettier-ignore
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

export type TicketField = 'price' | 'sheets' | 'takeProfit' | 'stopLoss';
export interface Fault {
  field: TicketField;
  code: RefusalCode;
  facts: Facts;
}

export interface DraftFacts {
  draft: Draft;
  coin: Coin;
  terms: ContractsConfigMessage;
  /** As the market sent it. */
  marketPrice: string | undefined;
  funds: Funds | undefined;
}

export interface Judged {
  /** What it counts from: the market's price, or the one that was typed. */
  price: Wad | undefined;
  sheets: number | undefined;
  cost: Cost | undefined;
  stops: { takeProfit: Wad | null; stopLoss: Wad | null };
  /** In the order of the fields. */
  faults: readonly Fault[];
}

export function judgeDraft({ draft, coin, terms, marketPrice, funds }: DraftFacts): Judged {
  const { side, orderType, hasStops } = draft;
  const market = priceOf(marketPrice, coin);
  const typed = hasStops ? draft.stops : newDraft.stops;
  const limit = orderType === 'limit' ? readPrice(draft.price, coin) : undefined;
  const price = orderType === 'market' ? market : limit?.price;
  const sheets = draft.sheets === '' ? undefined : parseInt(draft.sheets, 10);
  const cost = price && sheets ? costOf({ side, sheets, price, coin, terms }) : undefined;
  const [takeProfit, stopLoss] = [readStop(typed.takeProfit, coin), readStop(typed.stopLoss, coin)];
  const stops = { takeProfit: takeProfit.price ?? null, stopLoss: stopLoss.price ?? null };
  const wrong = price === undefined ? undefined : wrongStop(side, price, stops);
  const crossed = limit?.price && market && isAtLimit(side, market, limit.price);
  const wrongSide: Problem | undefined = wrong && { code: 'trigger-wrong-side', facts: { field: wrong, price: formatAmount(price!) } }; // prettier-ignore
  const found: [TicketField, Problem | undefined][] = [
    ['price', limit?.problem ?? (crossed ? { code: 'limit-price-crossed', facts: { price: formatAmount(market) } } : undefined)],
    ['sheets', judgeSheets(sheets, terms) ?? judgeFunds(cost, funds, terms)],
    ['takeProfit', takeProfit.problem ?? (wrong === 'take_profit' ? wrongSide : undefined)],
    ['stopLoss', stopLoss.problem ?? (wrong === 'stop_loss' ? wrongSide : undefined)],
  ]; // prettier-ignore
  const faults = found.flatMap(([field, problem]) => (problem ? { field, ...problem } : []));
  return { price, sheets, cost, stops, faults };
}

type Problem = Omit<Fault, 'field'>;

function judgeSheets(
  sheets: number | undefined,
  { sheets_min, sheets_max }: ContractsConfigMessage,
): Problem | undefined {
  if (sheets !== undefined && sheets >= sheets_min && sheets <= sheets_max) return undefined;
  return { code: 'sheets-out-of-range', facts: { min: `${sheets_min}`, max: `${sheets_max}` } };
}

function judgeFunds(
  cost: Cost | undefined,
  funds: Funds | undefined,
  terms: ContractsConfigMessage,
): Problem | undefined {
  if (cost === undefined || funds === undefined) return undefined;
  if (cost.total > wad(funds.qty)) return { code: 'insufficient-balance', facts: { available: funds.qty } };
  const budget = budgetOf(funds, terms);
  return cost.total > budget ? { code: 'margin-share-exceeded', facts: { max: formatAmount(budget) } } : undefined;
}

/** The market's price in the decimals that an order may name. */
export function priceOf(text: string | undefined, coin: Pick<Coin, 'priceDecimals'>): Wad | undefined {
  const price = parseMarketNumber(text ?? '');
  if (price === undefined) return undefined;
  const unit = 10n ** BigInt(18 - coin.priceDecimals);
  const cut = (price / unit) * unit;
  return cut > 0n ? (cut as Wad) : undefined;
}

/** A price that was typed; nothing typed is a fault. */
export function readPrice(
  text: string,
  { priceDecimals }: Pick<Coin, 'priceDecimals'>,
): { price?: Wad; problem?: Problem } {
  // prettier-ignore
  const price = parseAmount(text);
  if (!price) return { problem: { code: 'amount-malformed', facts: {} } };
  if (fitsDecimals(price, priceDecimals)) return { price };
  return { problem: { code: 'too-many-decimals', facts: { decimals: `${priceDecimals}` } } };
}

/** The same for a stop, where nothing typed is none. */
export const readStop = (text: string, coin: Pick<Coin, 'priceDecimals'>): { price?: Wad; problem?: Problem } =>
  text === '' ? {} : readPrice(text, coin);
