// Contracts run until somebody ends them: at the end each client cancels and closes its own, so that all of them can be recomputed.
import { setTimeout as sleep } from 'node:timers/promises';
import { cancelContract, closeContract, queryOrderList } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import type { Customer } from './customer.ts';
import type { Findings } from './crash/findings.ts';
import { intentOf } from './crash/journal.ts';
import type { Intent } from './crash/journal.ts';

const callTimeoutMs = 20_000;
const windUpWithinMs = 60_000;

/** Cancels and closes contracts until none is left. */
export async function windUpContracts(
  customer: Customer,
  { carryOut, findings }: { carryOut: (intent: Intent) => Promise<void>; findings: Findings },
): Promise<void> {
  const deadline = performance.now() + windUpWithinMs;
  for (;;) {
    const open = await listOpenContracts(customer);
    if (open?.length === 0) return;
    if (performance.now() > deadline) return findings.add('contracts did not end', `of ${customer.email}`);
    for (const { trade_id, state, order_type, closing } of open ?? []) {
      if (state === 'waiting' && order_type === 'limit') await carryOut(intentOf(cancelContract, { trade_id }));
      else if (state === 'open' && !closing) await carryOut(intentOf(closeContract, { trade_id }));
    }
    await sleep(500);
  }
}

/** What has not ended yet; undefined without an answer. */
async function listOpenContracts({ client, user }: Customer): Promise<ContractOrderMessage[] | undefined> {
  const orders: ContractOrderMessage[] = [];
  for (const trade_type of [1, 2]) {
    const page = { trade_user_id: user.account_id, trade_type, pagesize: 100 };
    const listed = await client.call(queryOrderList, page, { signal: AbortSignal.timeout(callTimeoutMs) });
    if (!listed.ok) return undefined;
    orders.push(...listed.data.RESULT_LIST);
  }
  return orders;
}
