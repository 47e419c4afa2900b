// Whether every contract came to what its ticks and its customer's acknowledged requests make of it: its receipt is recomputed with
// the library that customers use, and holds each request of the journal once and no other.
import { verifyContractReceipt } from '@candor/proof';
import {
  addContractMargin,
  changeContractTriggers,
  closeContract,
  createClient,
  getProofKey,
  getReceipt,
  parseWireId,
  submitContract,
  wad,
  wireId,
} from '@candor/wire';
import type { ContractOrderMessage, ContractReceipt, Uuid } from '@candor/wire';
import { fetchArchive } from '../../../proof/src/fetch-archive.ts';
import type { Pool } from '../../../server/src/kit/postgres.ts';
import { need } from '../customer.ts';
import type { Customer } from '../customer.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { units } from '../recompute-option.ts';
import type { Findings } from './findings.ts';
import { acceptedBy } from './journal.ts';
import type { Entry } from './journal.ts';

export interface ContractsQuestion {
  url: string;
  entries: readonly Entry[];
  customers: ReadonlyMap<Uuid, Customer>;
  random: SeededRandom;
  findings: Findings;
}

export interface ContractResults {
  byOrder: Map<Uuid, ContractReceipt>;
  counts: Record<string, number>;
}

/** The share of receipts that is also compared with the public archive. */
const comparedShare = 0.2;

export async function checkContracts(pool: Pool, question: ContractsQuestion): Promise<ContractResults> {
  const { url, customers, findings, random } = question;
  const client = createClient({ baseUrl: url });
  const { public_key: trustedKey } = need(await client.call(getProofKey, {}), 'the key of the receipts');
  const { rows } = await pool.query<{ account_id: Uuid; order_id: Uuid; paid: string }>(
    `select account_id, order_id, paid from contract_orders where account_id = any($1) and state = 'ended'`,
    [[...customers.keys()]],
  );
  const requests = requestsByOrder(question.entries);
  const results: ContractResults = { byOrder: new Map(), counts: {} };
  for (const { account_id, order_id, paid } of rows) {
    const id = wireId('contract', order_id);
    const reply = await customers.get(account_id)!.client.call(getReceipt, { kind: 'contract', id });
    const receipt = need(reply, `the receipt of ${id}`);
    if (receipt.kind !== 'contract') throw new Error(`${id} answers with a receipt of kind ${receipt.kind}`);
    const archive = random.next() < comparedShare ? { archive: await fetchArchive(url, receipt) } : {};
    const { verdict, checks } = verifyContractReceipt(receipt, { trustedKey, ...archive });
    const faults = checks.filter((check) => !check.ok).map((check) => `${check.name}: ${check.detail}`);
    if (verdict === 'refuted') findings.add('a receipt that does not verify', `${id}: ${faults.join('; ')}`);
    if (paidInAll(receipt) !== units(paid)) {
      findings.add('paid otherwise than its receipt says', `${id}: ${paid}, it must be ${paidInAll(receipt)}e-18`);
    }
    const [told, asked] = [requestsIn(receipt), requests.get(order_id) ?? []];
    if (told.join('\n') !== asked.toSorted().join('\n')) {
      findings.add(
        'a history that the journal does not explain',
        `${id}: ${told.join(', ')}; asked for: ${asked.join(', ')}`,
      );
    }
    results.byOrder.set(order_id, receipt);
    const name = receipt.cancel_reason ?? receipt.result;
    results.counts[name] = (results.counts[name] ?? 0) + 1;
  }
  return results;
}

/** What customers were told to have asked for, in words, by order. */
function requestsByOrder(entries: readonly Entry[]): Map<Uuid, string[]> {
  const requests = new Map<Uuid, string[]>();
  const note = ({ trade_id }: ContractOrderMessage, request: string): void => {
    const orderId = parseWireId('contract', trade_id)!;
    requests.set(orderId, [...(requests.get(orderId) ?? []), request]);
  };
  for (const entry of entries) {
    const [opened, closed] = [acceptedBy(entry, submitContract), acceptedBy(entry, closeContract)];
    const [added, stopped] = [acceptedBy(entry, addContractMargin), acceptedBy(entry, changeContractTriggers)];
    if (closed) note(closed.told, `close ${closed.told.closing!.sheets_num}`);
    if (added) note(added.told, `margin ${added.asked.amount}`);
    for (const { asked, told } of [opened, stopped].filter((each) => each !== undefined)) {
      const hasStops = told === stopped?.told || asked.take_profit !== '' || asked.stop_loss !== '';
      if (hasStops) note(told, `stops ${asked.take_profit} ${asked.stop_loss}`);
    }
  }
  return requests;
}

const requestsIn = ({ changes }: ContractReceipt): string[] =>
  changes
    .flatMap((change) => {
      switch (change.kind) {
        case 'stops':
          return [`stops ${change.take_profit ?? ''} ${change.stop_loss ?? ''}`];
        case 'margin':
          return [`margin ${change.amount}`];
        case 'close':
          return [`close ${change.sheets}`];
        case 'part':
          return [];
      }
    })
    .toSorted();

/** Partial closes and the end. */
export const payoutsOf = (receipt: ContractReceipt): { margin: bigint; paid: bigint }[] => [
  ...receipt.changes.flatMap((change) =>
    change.kind === 'part' ? [{ margin: wad(change.margin), paid: wad(change.paid) }] : [],
  ),
  { margin: wad(receipt.margin), paid: wad(receipt.paid) },
];

export const paidInAll = (receipt: ContractReceipt): bigint =>
  payoutsOf(receipt).reduce((total, { paid }) => total + paid, 0n);
