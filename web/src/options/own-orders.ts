// One's own option orders: two lists of the server, and of the ended ones those that are still in front of the person.
import { queryOptionsOrderList } from '@candor/wire';
import type { OptionOrderMessage } from '@candor/wire';
import { useMemo } from 'react';
import { create } from 'zustand';
import { serverNow } from '../device/server-clock.ts';
import { optionOrders } from './option-list.ts';
import { useList } from '../data/use-list.ts';
import type { ListRead } from '../data/use-list.ts';
import { useOverdue } from '../live/use-overdue.ts';
import { useSession, useUser } from '../session/session.ts';
import { overdueAt, shownOrders } from './running-rules.ts';

export type OrderKind = 'open' | 'ended';

/** Received from, and before to; '' for all. */
export interface OrderFilter {
  pair_type: string;
  from: string;
  to: string;
}
const noFilter: OrderFilter = { pair_type: '', from: '', to: '' };

const openMax = 100;
const freshMs = 10 * 60_000;

/** The same question everywhere, so that one answer in the cache serves all. */
export function useOrders(kind: OrderKind, filter: OrderFilter = noFilter): ListRead<OptionOrderMessage> {
  const userId = useUser()?.account_id;
  const question = { trade_user_id: userId ?? '', ...filter, trade_type: kind === 'open' ? 1 : 0 };
  return useList(optionOrders, question, {
    isEnabled: userId !== undefined,
    freshMs,
    isStored: filter === noFilter,
    ...(kind === 'open' ? { pageSize: openMax } : {}),
  });
}

interface Endings {
  /** Ms from the beginning of the page: what ended since then is shown until it is taken note of. */
  since: number;
  dismissed: ReadonlySet<string>;
}

const fresh = (): Endings => ({ since: performance.now(), dismissed: new Set() });
const useEndings = create<Endings>(fresh);
useSession.subscribe((now, before) => {
  if (now.user?.account_id !== before.user?.account_id) useEndings.setState(fresh());
});

export const dismissResult = (id: string): void =>
  useEndings.setState(({ dismissed }) => ({ dismissed: new Set(dismissed).add(id) }));

const none: readonly OptionOrderMessage[] = [];

interface ShownOrders {
  orders: OptionOrderMessage[];
  /** False while the first answer is on its way. */
  areKnown: boolean;
}

/** The orders that have a card: open ones, and results not yet taken note of. */
export function useShownOrders(): ShownOrders {
  const [open, ended] = [useOrders('open'), useOrders('ended')];
  const { since, dismissed } = useEndings();
  const orders = useMemo(() => {
    return shownOrders({
      open: open.data ?? none,
      ended: ended.data ?? none,
      sinceMs: serverTimeAt(since),
      dismissed,
    });
  }, [open.data, ended.data, since, dismissed]);
  useOverdue(orders, overdueAt, queryOptionsOrderList);
  return { orders, areKnown: open.data !== undefined || open.error !== null };
}

/** What the server's clock said at a time of the page's own, as far as is known by now. */
const serverTimeAt = (since: number): number => serverNow() - (performance.now() - since);
