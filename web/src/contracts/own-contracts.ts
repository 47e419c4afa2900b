// One's own contracts by the spec's four tabs: as questions to the server, which the pushed changes keep up to date.
import { contractTabs, contractTiming, queryContractsConfig, queryOrderList } from '@candor/wire';
import type { ContractOrderMessage, ContractsConfigMessage } from '@candor/wire';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverNow } from '../session/live/feed.ts';
import { useUser } from '../session/session.ts';
import { queryClient, readKey, useRead } from '../session/use-read.ts';
import type { RefusedError } from '../session/use-read.ts';

export type ContractTab = keyof typeof contractTabs;
export const tabNames = ['open', 'positions', 'history', 'liquidation'] as const satisfies ContractTab[];

/** Open ones come all at once, ended ones page by page. */
const liveMax = 100;
export const endedAPage = 20;
const freshMs = 10 * 60_000;

/** The same question everywhere, so that one answer in the cache serves all. */
export const contractsQuestion = (userId: string, tab: ContractTab, page = 1) => ({
  trade_user_id: userId,
  trade_type: contractTabs[tab],
  trade_btc_tpye: '',
  pagesize: tab === 'open' || tab === 'positions' ? liveMax : endedAPage,
  current_page: page,
});

type Answer = UseQueryResult<{ TOTAL: number; RESULT_LIST: ContractOrderMessage[] }, RefusedError>;

export function useContracts(tab: ContractTab): Answer {
  const userId = useUser()?.account_id;
  return useRead(queryOrderList, contractsQuestion(userId ?? '', tab), { isEnabled: userId !== undefined, freshMs });
}

export const readContractsAnew = (): void =>
  void queryClient.invalidateQueries({ queryKey: readKey(queryOrderList) }).catch(() => undefined);

/** After a change of one's own: what was pushed in the meantime is there already, and what was not is read. */
export const lookAgainMs = 2_000;
export const lookAgainSoon = (): void => void setTimeout(readContractsAnew, lookAgainMs);

const overdueMs = contractTiming.entryWindowMs + 4_000;
const lookEveryMs = 3_000;

/** Fills and closes are pushed; only when one is overdue the lists are asked for. */
export function useLostMessages(orders: readonly ContractOrderMessage[]): void {
  const waiting = orders.filter((order) => order.closing !== null || (order.state === 'waiting' && order.order_type === 'market')); // prettier-ignore
  const since = waiting.map(({ closing, received_at }) => Date.parse(closing?.received_at ?? received_at));
  const oldest = since.length === 0 ? undefined : Math.min(...since);
  useEffect(() => {
    if (oldest === undefined) return;
    const timer = setInterval(() => {
      if (serverNow() > oldest + overdueMs) readContractsAnew();
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [oldest]);
}

export interface Terms {
  terms: ContractsConfigMessage | undefined;
  /** Undefined while it is on its way. */
  isOffered: boolean | undefined;
  answer: UseQueryResult<{ TOTAL: number; RESULT_LIST: ContractsConfigMessage[] }, RefusedError>;
}

export function useTerms(): Terms {
  const answer = useRead(queryContractsConfig, {}, { freshMs: 60_000 });
  const terms = answer.data?.RESULT_LIST[0];
  return { terms, isOffered: answer.data === undefined ? undefined : terms !== undefined, answer };
}
