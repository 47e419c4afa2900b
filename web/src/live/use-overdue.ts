// Ends of orders are pushed. When one is overdue, a message may have been lost, and the list is asked for: once, since an order that
// still has no end then is late at the server, which pushes it.
import { useEffect, useRef } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { refetch } from '../data/refetch.ts';
import type { Call } from '../data/use-read.ts';

/** `dueOf`: when news of the order must have come, ms by the server's clock; undefined for one that waits for nothing. */
export function useOverdue<Order>(
  orders: readonly Order[],
  dueOf: (order: Order) => number | undefined,
  call: Call,
): void {
  const dues = orders.map(dueOf).filter((due) => due !== undefined);
  /** What was due until then has been asked for. */
  const lookedAt = useRef(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      const next = Math.min(...dues.filter((due) => due > lookedAt.current));
      if (next === Infinity) return;
      timer = setTimeout(look, Math.max(0, next - serverNow()), next);
    };
    const look = (due: number): void => {
      lookedAt.current = Math.max(due, serverNow());
      refetch(call);
      wait();
    };
    wait();
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [dues.join(' '), call]);
}
