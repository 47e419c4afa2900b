// Which orders were seen running, and which endings were told: each is told once, and never one that ended before the page was opened.

export interface SeenOrder {
  id: string;
  isEnded: boolean;
  /** The server has just said so; a list also holds what ended long ago. */
  isPushed: boolean;
}

export interface RememberedOrders {
  /** Whether this is an ending to tell. */
  note(order: SeenOrder): boolean;
  /** Whether any is known to run. */
  areRunning(): boolean;
  forget(): void;
}

export function rememberOrders(): RememberedOrders {
  const running = new Set<string>();
  const ended = new Set<string>();
  return {
    note({ id, isEnded, isPushed }) {
      if (!isEnded) {
        // An answer from before the end may come after it.
        if (!ended.has(id)) running.add(id);
        return false;
      }
      const wasRunning = running.delete(id);
      if (ended.has(id) || (!wasRunning && !isPushed)) return false;
      ended.add(id);
      return true;
    },
    areRunning: () => running.size > 0,
    forget() {
      running.clear();
      ended.clear();
    },
  };
}
