// The receipt: recomputed here with the library that customers use, from the public archive and the published key.
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyOptionReceipt } from '@candor/proof';
import { getProofKey, getReceipt } from '@candor/wire';
import type { Client, OptionOrderMessage, OptionReceipt, Outcome, Receipt } from '@candor/wire';
import { fetchArchive } from '../../../proof/src/fetch-archive.ts';
import { need } from '../customer.ts';
import type { Stage } from './stage.ts';

export async function checkReceipt({ url, customer, terminal }: Stage, order: OptionOrderMessage): Promise<void> {
  terminal.step('The receipt, recomputed');
  const { client } = customer;
  const receipt = need(await receiptOf(client, order.option_order_id), 'the receipt');
  if (receipt.kind !== 'option') throw new Error(`the receipt is of kind ${receipt.kind}`);
  const { public_key: trustedKey } = need(await client.call(getProofKey, {}), 'the key of the receipts');
  const archive = await fetchArchive(url, receipt);
  terminal.show(receipt.formula);
  const { verdict, checks } = verifyOptionReceipt(receipt, { trustedKey, archive });
  for (const { name, ok: fits, detail } of checks) terminal.check(`${name.padEnd(9)} ${detail}`, fits);
  terminal.check('the receipt verifies, and nothing was left unchecked', verdict === 'verified');
  const isSame =
    receipt.result === order.result && receipt.paid === order.paid && receipt.exit?.price === order.exit?.price;
  terminal.check('it says what was pushed and paid', isSame);
  const changed: OptionReceipt = { ...receipt, paid: receipt.paid === '1000' ? '1001' : '1000' };
  const { verdict: other, checks: faults } = verifyOptionReceipt(changed, { trustedKey, archive });
  const payout = faults.find(({ name }) => name === 'payout');
  terminal.check(
    `with another amount in it, it does not: ${payout?.detail ?? 'nothing was noticed'}`,
    other === 'refuted' && payout?.ok === false,
  );
}

/** It is written with the first tick after the end, which comes within a second. */
async function receiptOf(client: Client, id: string): Promise<Outcome<Receipt>> {
  for (let tries = 1; ; tries++) {
    const answer = await client.call(getReceipt, { kind: 'option', id });
    if (answer.ok || answer.code !== 'receipt-follows' || tries === 20) return answer;
    await sleep(250);
  }
}
