// What one has in all: balances at the present prices, and what open orders have gained or lost.
import { add, zero } from '@candor/wire';
import type { MarketSummary } from '@candor/wire';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ListOf } from '../data/list-pages.ts';
import { answerOf, readKey } from '../data/use-read.ts';
import { useProducts } from '../session/products.ts';
import { useUser } from '../session/session.ts';
import { usePrices } from './use-prices.ts';
import { openGainOf, worthOfAll } from './worth.ts';
import type { Holding, OpenGain, Worth } from './worth.ts';

const freshMs = 10 * 60_000;

export interface Equity extends Worth {
  /** Undefined without open orders. */
  openGain: OpenGain | undefined;
}

/** Undefined until it is known what is open. */
export function useEquity(holdings: readonly Holding[], summary?: MarketSummary): Equity | undefined {
  const open = useOpenOrders();
  const traded = open?.flatMap(({ rules, orders }) => orders.map((order) => rules.coinOf(order))) ?? [];
  const prices = usePrices([...new Set([...holdings.map(({ coin_code }) => coin_code), ...traded])], summary);
  if (open === undefined) return undefined;
  const worth = worthOfAll(holdings, prices);
  if (traded.length === 0) return { ...worth, openGain: undefined };
  const gains = open.map(({ rules, orders }) => openGainOf(orders, rules, prices));
  const unpriced = [...new Set([worth, ...gains].flatMap((each) => each.unpriced))];
  const amount = gains.reduce((sum, gain) => add(sum, gain.amount), zero);
  return { ...worth, total: add(worth.total, amount), unpriced, openGain: { amount, unpriced } };
}

function useOpenOrders() {
  const { openOrders: loads } = useProducts();
  const loaded = useQuery({
    queryKey: ['open orders'],
    queryFn: () => Promise.all(loads.map((load) => load())),
    staleTime: Infinity,
  });
  const openOrders = loaded.data ?? [];
  const userId = useUser()?.account_id;
  const answers = useQueries({
    queries: openOrders.map(({ call, questionOf }) => {
      const question = questionOf(userId ?? '');
      return {
        queryKey: readKey(call, question),
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await answerOf(call, question, { signal })) as ListOf<unknown>,
        enabled: userId !== undefined,
        staleTime: freshMs,
      };
    }),
  });
  if (loaded.data === undefined || answers.some(({ data }) => data === undefined)) return undefined;
  return openOrders.map((rules, place) => ({ rules, orders: answers[place]!.data!.RESULT_LIST }));
}
