// The messages of one client on their way to its protocol: handled as they come, unless its address or account has used up its
// part. Then the client is not read from, and what was read already waits here.
import type { Connection } from './connection.ts';
import { countWork } from './meters.ts';
import { workOf, type WorkBudget } from './work-budget.ts';

export interface Inbox {
  /** Does the work of a message of so many bytes, now or in its turn; `refuse` instead when too much waits. */
  take(bytes: number, work: () => void, refuse: () => void): void;
  /** Writes down what the message just handled has cost besides. */
  spend: (microseconds: number) => void;
  /** Its client is gone. */
  close(): void;
}

/** What may wait here for one client: as much as it may send in a second, if it is short. */
const heldBytesMax = 16_384;

export function createInbox(connection: Connection, debtor: string, budget: WorkBudget): Inbox {
  let held: { bytes: number; work: () => void }[] = [];
  let heldBytes = 0;
  let isClosed = false;

  function spend(microseconds: number): void {
    countWork(microseconds);
    budget.spend(debtor, microseconds);
  }

  function handle(work: () => void): void {
    spend(workOf.message);
    work();
  }

  /** One message, then it is the turn of the debtor's next client. */
  function goOn(): void {
    const first = held.shift();
    if (first) {
      heldBytes -= first.bytes;
      handle(first.work);
    }
    if (isClosed) return;
    if (held.length > 0) budget.wait(debtor, goOn);
    else connection.resume();
  }

  return {
    take(bytes, work, refuse) {
      if (held.length === 0 && !budget.mustWait(debtor)) return handle(work);
      if (heldBytes + bytes > heldBytesMax) return handle(refuse);
      if (held.length === 0) budget.wait(debtor, goOn);
      held.push({ bytes, work });
      heldBytes += bytes;
      connection.pause();
    },
    spend,
    close() {
      isClosed = true;
      held = [];
      budget.forget(debtor, goOn);
    },
  };
}
