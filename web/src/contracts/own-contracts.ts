// One's own contracts by the spec's four tabs: as questions to the server, which the pushed changes keep up to date.
import { contractTabs, contractTiming, queryContractsConfig } from '@candor/wire';
import type { ContractOrderMessage, ContractsConfigMessage } from '@candor/wire';
import { contractOrders, contractParts } from './contract-list.ts';
import { useList } from '../data/use-list.ts';
import type { ListRead } from '../data/use-list.ts';
import { historyRows, lagsBehind } from './history-rows.ts';
import type { HistoryRow } from './history-rows.ts';
import { useUser } from '../session/session.ts';
import { useRead } from '../data/use-read.ts';
import type { Reading } from '../data/use-read.ts';

export type ContractTab = keyof typeof contractTabs;
export const tabNames = ['open', 'positions', 'history', 'liquidation'] as const satisfies ContractTab[];

/** Open ones come all at once as a rule, ended ones page by page. */
const liveMax = 100;
const freshMs = 10 * 60_000;

/** The same question everywhere, so that one answer in the cache serves all. */
export function useContracts(tab: ContractTab): ListRead<ContractOrderMessage> {
  const userId = useUser()?.account_id;
  const question = { trade_user_id: userId ?? '', trade_type: contractTabs[tab], trade_btc_tpye: '' };
  return useList(contractOrders, question, {
    isEnabled: userId !== undefined,
    freshMs,
    ...(tab === 'open' || tab === 'positions' ? { pageSize: liveMax } : {}),
  });
}

/** Whole contracts that have ended and parts of any, in one list. */
export function useHistory(): ListRead<HistoryRow> {
  const userId = useUser()?.account_id;
  const orders = useContracts('history');
  const parts = useList(contractParts, { trade_user_id: userId ?? '' }, { isEnabled: userId !== undefined, freshMs });
  const ended = { items: orders.data ?? [], hasMore: orders.more.exists };
  const closed = { items: parts.data ?? [], hasMore: parts.more.exists };
  const isKnown = orders.data !== undefined && parts.data !== undefined;
  const next = lagsBehind(ended, closed) ? orders : parts;
  return {
    data: isKnown ? historyRows(ended, closed) : undefined,
    error: orders.error ?? parts.error,
    isFetching: orders.isFetching || parts.isFetching,
    refetch: () => Promise.all([orders.refetch(), parts.refetch()]),
    total: undefined,
    more: { ...next.more, exists: orders.more.exists || parts.more.exists },
  };
}

/** How many of one's own are open; undefined while that is not known. */
export function useOpenOrders(): { live: number; resting: number } | undefined {
  const [waiting, positions] = [useContracts('open'), useContracts('positions')];
  if (waiting.total === undefined || positions.total === undefined) return undefined;
  const resting = waiting.data?.filter(({ order_type }) => order_type === 'limit').length ?? 0;
  return { live: waiting.total + positions.total, resting };
}

const overdueMs = contractTiming.entryWindowMs + 4_000;

/** When its fill or its close must have been pushed, ms by the server's clock. */
export function overdueAt({ closing, state, order_type, received_at }: ContractOrderMessage): number | undefined {
  const isFilling = state === 'waiting' && order_type === 'market';
  if (closing === null && !isFilling) return undefined;
  return Date.parse(closing?.received_at ?? received_at) + overdueMs;
}

export interface Terms {
  terms: ContractsConfigMessage | undefined;
  /** Undefined while it is on its way. */
  isOffered: boolean | undefined;
  answer: Reading<{ TOTAL: number; RESULT_LIST: ContractsConfigMessage[] }>;
}

export function useTerms(): Terms {
  const answer = useRead(queryContractsConfig, {}, { freshMs: 60_000 });
  const terms = answer.data?.RESULT_LIST[0];
  return { terms, isOffered: answer.data === undefined ? undefined : terms !== undefined, answer };
}
