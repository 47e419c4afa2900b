// After the last contract has ended: each recomputed from its receipt and the public archive, with the library that customers use.
import { randomUUID } from 'node:crypto';
import { verifyContractReceipt } from '@candor/proof';
import { getProofKey, getReceipt, queryOrderList } from '@candor/wire';
import type { Client, ContractOrderMessage } from '@candor/wire';
import { fetchArchive } from '../../../proof/src/fetch-archive.ts';
import type { Findings } from '../crash/findings.ts';
import { need } from '../customer.ts';
import type { Customer } from '../customer.ts';
import { playedCall } from '../playable.ts';
import { units } from '../recompute-option.ts';
import { windUpContracts } from '../wind-up-contracts.ts';

export interface CheckedContracts {
  results: Record<string, number>;
  /** What contracts gave and took in all, by customer. */
  changes: ReadonlyMap<Customer, bigint>;
}

const callTimeoutMs = 30_000;

/** Asks for the end of everything that is open, until nothing is. */
export async function closeContracts(customer: Customer, findings: Findings): Promise<void> {
  const { client } = customer;
  await windUpContracts(customer, {
    findings,
    async carryOut({ call, payload }) {
      const how = { idempotencyKey: randomUUID(), signal: AbortSignal.timeout(callTimeoutMs) };
      await client.call(playedCall(call).call, payload as never, how);
    },
  });
}

export async function checkContracts(question: {
  url: string;
  client: Client;
  customers: readonly Customer[];
  /** As they were acknowledged. */
  placed: readonly string[];
  findings: Findings;
}): Promise<CheckedContracts> {
  const { url, client, customers, findings } = question;
  const { public_key: trustedKey } = need(await client.call(getProofKey, {}), 'the key of the receipts');
  const acknowledged = new Set(question.placed);
  const results: Record<string, number> = {};
  const changes = new Map<Customer, bigint>();
  for (const customer of customers) {
    let change = 0n;
    for (const order of await listEnded(customer)) {
      const { trade_id: id, cancel_reason, result, paid, usd_num, fee, added_margin } = order;
      if (!acknowledged.delete(id)) findings.add('a contract that was not acknowledged', id);
      const receipt = need(await customer.client.call(getReceipt, { kind: 'contract', id }), `the receipt of ${id}`);
      const archive = receipt.kind === 'contract' ? await fetchArchive(url, receipt) : undefined;
      const { verdict, checks } = verifyContractReceipt(receipt, { trustedKey, ...(archive ? { archive } : {}) });
      const faults = checks
        .filter((check) => !check.ok || check.isNote)
        .map((check) => `${check.name}: ${check.detail}`);
      if (verdict !== 'verified') findings.add('a receipt that does not verify', `${id}: ${faults.join('; ')}`);
      change += units(paid) - units(usd_num) - units(fee) - units(added_margin);
      const name = cancel_reason ?? result!;
      results[name] = (results[name] ?? 0) + 1;
    }
    changes.set(customer, change);
  }
  for (const id of acknowledged) findings.add('an acknowledged contract is missing', id);
  return { results, changes };
}

async function listEnded({ client, user }: Customer): Promise<ContractOrderMessage[]> {
  const orders: ContractOrderMessage[] = [];
  for (const trade_type of [3, 4]) {
    for (let page = 1, found = 0; ; page++) {
      const asked = { trade_user_id: user.account_id, trade_type, pagesize: 100, current_page: page };
      const { RESULT_LIST, TOTAL } = need(await client.call(queryOrderList, asked), 'ended contracts');
      orders.push(...RESULT_LIST);
      found += RESULT_LIST.length;
      if (RESULT_LIST.length === 0 || found >= TOTAL) break;
    }
  }
  return orders;
}
