// One's own option orders: as questions to the server, and those that this page keeps in front of the person.
import { queryOptionsOrderList } from '@candor/wire';
import type { OptionOrderMessage } from '@candor/wire';
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { serverNow } from '../session/live/feed.ts';
import { useUser } from '../session/session.ts';
import { queryClient, readKey, useRead } from '../session/use-read.ts';
import { isOverdue, shownOrders } from './running-rules.ts';

export type OrderKind = 'open' | 'ended';

export const ordersAPage = 20;
const openMax = 100;

/** The same question everywhere, so that one answer in the cache serves all. */
export const ordersQuestion = (userId: string, kind: OrderKind, page = 1) => ({
  trade_user_id: userId,
  pair_type: '',
  trade_type: kind === 'open' ? 1 : 0,
  pagesize: kind === 'open' ? openMax : ordersAPage,
  current_page: page,
});

interface Watched {
  placed: readonly OptionOrderMessage[];
  watched: ReadonlySet<string>;
  dismissed: ReadonlySet<string>;
}

const useWatched = create<Watched>(() => ({ placed: [], watched: new Set(), dismissed: new Set() }));

export function notePlaced(order: OptionOrderMessage): void {
  useWatched.setState(({ placed, watched }) => ({
    placed: [order, ...placed].slice(0, openMax),
    watched: new Set(watched).add(order.option_order_id),
  }));
}

export const dismissResult = (id: string): void =>
  useWatched.setState(({ placed, dismissed }) => ({
    placed: placed.filter(({ option_order_id }) => option_order_id !== id),
    dismissed: new Set(dismissed).add(id),
  }));

const none: readonly OptionOrderMessage[] = [];
const freshMs = 10 * 60_000;

interface ShownOrders {
  orders: OptionOrderMessage[];
  /** False while the first answer is on its way. */
  areKnown: boolean;
}

/** The orders that have a card: open ones, and results not yet taken note of. */
export function useShownOrders(): ShownOrders {
  const userId = useUser()?.account_id;
  const options = { isEnabled: userId !== undefined, freshMs };
  const openRead = useRead(queryOptionsOrderList, ordersQuestion(userId ?? '', 'open'), options);
  const endedList = useRead(queryOptionsOrderList, ordersQuestion(userId ?? '', 'ended'), options).data?.RESULT_LIST;
  const kept = useWatched();
  const open = openRead.data?.RESULT_LIST ?? none;
  useWatching(open);
  const shown = useMemo(() => {
    // Nothing of one person is shown to the next.
    const all = shownOrders({ ...kept, open, ended: endedList ?? none });
    return all.filter(({ trade_user_id }) => trade_user_id === userId);
  }, [kept, open, endedList, userId]);
  useLostMessages(shown);
  return { orders: shown, areKnown: !openRead.isLoading };
}

function useWatching(open: readonly OptionOrderMessage[]): void {
  useEffect(() => {
    const { watched } = useWatched.getState();
    const fresh = open.filter(({ option_order_id }) => !watched.has(option_order_id));
    if (fresh.length === 0) return;
    useWatched.setState({ watched: new Set([...watched, ...fresh.map(({ option_order_id }) => option_order_id)]) });
  }, [open]);
}

const lookEveryMs = 3_000;

/** Results are pushed; only when one is overdue the list is asked for. */
function useLostMessages(shown: readonly OptionOrderMessage[]): void {
  const isRunning = shown.some(({ trade_type }) => trade_type === 1);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      if (!shown.some((order) => isOverdue(order, serverNow()))) return;
      queryClient.invalidateQueries({ queryKey: readKey(queryOptionsOrderList) }).catch(() => undefined);
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [shown, isRunning]);
}
