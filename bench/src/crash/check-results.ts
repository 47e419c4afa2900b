// Whether every order ended as the public archive says it must, across all kills: recomputed here, and for a sample also
// from its receipt with the library that customers use.
import { verifyOptionReceipt } from '@candor/proof';
import { createClient, getProofKey, getReceipt, wireId } from '@candor/wire';
import type { Client, Uuid } from '@candor/wire';
import { fetchArchive } from '../../../proof/src/fetch-archive.ts';
import type { Customer } from '../customer.ts';
import { need } from '../customer.ts';
import type { CoinArchive } from '../public-archive.ts';
import { readArchives } from '../public-archive.ts';
import { units } from '../recompute-option.ts';
import type { Recomputed } from '../recompute-option.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { compareOrder } from './compare-order.ts';
import type { Findings } from './findings.ts';
import type { StoredOrder } from './read-orders.ts';

export interface ResultsQuestion {
  url: string;
  orders: readonly StoredOrder[];
  customers: ReadonlyMap<Uuid, Customer>;
  random: SeededRandom;
  findings: Findings;
  /** Ticks that the server showed while it ran. */
  shown: readonly ShownTick[];
}

export interface ShownTick {
  coin: string;
  sequence: number;
  publishedMs: number;
}

export interface Results {
  byOrder: Map<Uuid, Recomputed & { profit: bigint }>;
  counts: Record<Recomputed['result'], number>;
  receipts: number;
  ticks: number;
}

const receiptsMax = 300;

export async function checkResults(question: ResultsQuestion): Promise<Results> {
  const { url, orders, findings } = question;
  const client = createClient({ baseUrl: url });
  const archives = await readArchives(
    client,
    [...orders, ...question.shown].map((each) => each.coin),
  );
  let ticks = 0;
  for (const archive of archives.values()) {
    ticks += archive.ticks.length;
    for (const fault of archive.faults) findings.add('the archive is not sound', fault);
  }
  checkShown(question, archives);
  const results: Results = { byOrder: new Map(), counts: { win: 0, lose: 0, tie: 0, void: 0 }, receipts: 0, ticks };
  for (const order of orders) checkOrder(order, { archives, results, findings });
  results.receipts = await checkReceipts(client, question);
  return results;
}

/** What a customer saw can't un-happen. */
function checkShown({ shown, findings }: ResultsQuestion, archives: ReadonlyMap<string, CoinArchive>): void {
  for (const { coin, sequence, publishedMs } of shown) {
    if (archives.get(coin)?.ticks[sequence - 1]?.[3] === publishedMs) continue;
    findings.add('a tick that was shown is not in the archive', `tick ${sequence} of ${coin} at ${publishedMs}`);
  }
}

function checkOrder(
  order: StoredOrder,
  { archives, results, findings }: { archives: ReadonlyMap<string, CoinArchive>; results: Results; findings: Findings },
): void {
  const compared = compareOrder(order, archives.get(order.coin)!.ticks);
  const name = `order ${order.order_id} (${order.side} on ${order.coin})`;
  if (!compared) return findings.add('ended before its ticks were there', name);
  const { recomputed, differences } = compared;
  results.byOrder.set(order.order_id, { ...recomputed, profit: units(order.profit) });
  results.counts[recomputed.result]++;
  for (const { field, is, wanted } of differences) {
    findings.add(
      'ended otherwise than its ticks say',
      `${name}: ${field} is ${String(is)}, it must be ${String(wanted)}`,
    );
  }
}

async function checkReceipts(
  client: Client,
  { url, orders, customers, random, findings }: ResultsQuestion,
): Promise<number> {
  const { public_key: trustedKey } = need(await client.call(getProofKey, {}), 'the key of the receipts');
  const sample = [...orders];
  while (sample.length > receiptsMax) sample.splice(random.below(sample.length), 1);
  for (const { account_id, order_id } of sample) {
    const customer = customers.get(account_id)!;
    const id = wireId('option', order_id);
    const receipt = need(await customer.client.call(getReceipt, { kind: 'option', id }), `the receipt of ${id}`);
    if (receipt.kind !== 'option') throw new Error(`${id} answers with a receipt of kind ${receipt.kind}`);
    const archive = await fetchArchive(url, receipt);
    const { verdict, checks } = verifyOptionReceipt(receipt, { trustedKey, archive });
    if (verdict === 'verified') continue;
    const faults = checks.filter((check) => !check.ok || check.isNote).map((check) => `${check.name}: ${check.detail}`);
    findings.add('a receipt that does not verify', `${id}: ${faults.join('; ')}`);
  }
  return sample.length;
}
