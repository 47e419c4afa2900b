// Ends of orders are pushed. Only when one is overdue, a message was lost, and the list is asked for.
import { useEffect } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { refetch } from '../data/refetch.ts';
import type { Call } from '../data/use-read.ts';

const againAfterMs = 3_000;

/** `dueOf`: when news of the order must have come, ms by the server's clock; undefined for one that waits for nothing. */
export function useOverdue<Order>(
  orders: readonly Order[],
  dueOf: (order: Order) => number | undefined,
  call: Call,
): void {
  const dues = orders.map(dueOf).filter((due) => due !== undefined);
  const due = dues.length === 0 ? undefined : Math.min(...dues);
  useEffect(() => {
    if (due === undefined) return;
    const look = (): void => {
      refetch(call);
      timer = setTimeout(look, againAfterMs);
    };
    let timer = setTimeout(look, Math.max(0, due - serverNow()));
    return () => clearTimeout(timer);
  }, [due, call]);
}
