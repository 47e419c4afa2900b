// How what the server pushes changes what was read before. Pure: lists in, lists out.
import type { CandleCorrection, ContractOrderMessage, OptionOrderMessage } from '@candor/wire';

export interface Balance {
  coin_code: string;
  qty: string;
  reserved: string;
  margin: string;
  staked: string;
}

export interface ListOf<Item> {
  TOTAL: number;
  RESULT_LIST: Item[];
}

export function withBalance(list: ListOf<Balance>, balance: Balance): ListOf<Balance> {
  const place = list.RESULT_LIST.findIndex(({ coin_code }) => coin_code === balance.coin_code);
  if (place < 0) return { TOTAL: list.TOTAL + 1, RESULT_LIST: [...list.RESULT_LIST, balance] };
  return { ...list, RESULT_LIST: list.RESULT_LIST.with(place, balance) };
}

export interface OrderQuestion {
  pair_type?: string;
  trade_type: number | string;
  pagesize?: number | string;
  current_page?: number | string;
}

/** The answer to a question for option orders after one of them has changed. */
export const withOrder = (
  list: ListOf<OptionOrderMessage>,
  order: OptionOrderMessage,
  question: OrderQuestion,
): ListOf<OptionOrderMessage> =>
  withChanged(list, order, {
    question,
    belongs: isOfPair(question.pair_type, order.pair_type) && `${question.trade_type}` === `${order.trade_type}`,
    isSame: ({ option_order_id }) => option_order_id === order.option_order_id,
  });

export interface ContractQuestion extends Omit<OrderQuestion, 'pair_type'> {
  trade_btc_tpye?: string;
}

/** The same for contracts, which move from tab to tab. */
export const withContract = (
  list: ListOf<ContractOrderMessage>,
  order: ContractOrderMessage,
  question: ContractQuestion,
): ListOf<ContractOrderMessage> =>
  withChanged(list, order, {
    question,
    belongs:
      isOfPair(question.trade_btc_tpye, order.trade_btc_tpye) && `${question.trade_type}` === `${order.trade_type}`,
    isSame: ({ trade_id }) => trade_id === order.trade_id,
  });

const isOfPair = (wanted: string | undefined, pair: string): boolean =>
  wanted === undefined ||
  wanted.toLowerCase().startsWith(pair.toLowerCase().replace(/[/_-]?usdt$/, '')) ||
  wanted === '';

interface Change<Item> {
  question: Pick<OrderQuestion, 'pagesize' | 'current_page'>;
  /** Whether the question asks for it as it is now. */
  belongs: boolean;
  isSame: (item: Item) => boolean;
}

/** Later pages shift by one; they are read anew when opened. */
function withChanged<Item>(list: ListOf<Item>, item: Item, { question, belongs, isSame }: Change<Item>): ListOf<Item> {
  const place = list.RESULT_LIST.findIndex(isSame);
  if (place >= 0 && belongs) return { ...list, RESULT_LIST: list.RESULT_LIST.with(place, item) };
  if (place >= 0) return { TOTAL: Math.max(0, list.TOTAL - 1), RESULT_LIST: list.RESULT_LIST.toSpliced(place, 1) };
  if (!belongs) return list;
  const isFirstPage = `${question.current_page ?? 1}` === '1';
  const size = parseInt(`${question.pagesize ?? 20}`, 10);
  return {
    TOTAL: list.TOTAL + 1,
    RESULT_LIST: isFirstPage ? [item, ...list.RESULT_LIST].slice(0, size) : list.RESULT_LIST,
  };
}

/** Corrections in their order, with one more. A list that does not reach up to it is read anew: nothing may be missing in it. */
export function withCorrection(
  list: readonly CandleCorrection[],
  correction: CandleCorrection,
  coin: string | undefined,
): readonly CandleCorrection[] | undefined {
  if (coin !== undefined && coin !== correction.coin) return list;
  const lastId = list.at(-1)?.id ?? 0;
  if (correction.id <= lastId) return list;
  return coin !== undefined || correction.id === lastId + 1 ? [...list, correction] : undefined;
}
