// An operator of the demo who approves every withdrawal that waits for a decision.
import { setTimeout as sleep } from 'node:timers/promises';
import { approveWithdrawal, createConsoleClient, listWithdrawals, tryRole } from '@candor/wire';

export interface Treasurer {
  /** Approves until `isOver`. */
  play: (isOver: () => boolean) => Promise<void>;
  /** Approves once all that waits. Resolves with the number of approvals. */
  approveAll: () => Promise<number>;
}

const pauseMs = 700;
const callMs = 10_000;

export function openTreasurer(consoleUrl: string): Treasurer {
  const client = createConsoleClient({ baseUrl: consoleUrl, keepsCookies: true });
  const options = () => ({ signal: AbortSignal.timeout(callMs) });

  async function approveAll(): Promise<number> {
    const listed = await client.call(listWithdrawals, { step: 'review' }, options());
    if (!listed.ok) {
      // Sessions may have ended with the server that made them.
      await client.call(tryRole, { role: 'treasurer' }, options());
      return 0;
    }
    let approved = 0;
    for (const { withdraw_id } of listed.data.RESULT_LIST) {
      if ((await client.call(approveWithdrawal, { withdraw_id }, options())).ok) approved++;
    }
    return approved;
  }

  return {
    approveAll,
    async play(isOver) {
      while (!isOver()) {
        await approveAll().catch(() => undefined);
        await sleep(pauseMs);
      }
    },
  };
}
