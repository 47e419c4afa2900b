import assert from 'node:assert/strict';
import { getReceipt, type Client, type Receipt } from '@candor/wire';
import { until } from '../../src/kit/until.test-support.ts';
import { refusalOf } from './running-app.ts';

/** The receipt of an option that has ended: written with the first tick after the end, which comes within a second. */
export async function issuedReceipt(client: Client, id: string): Promise<Extract<Receipt, { kind: 'option' }>> {
  let receipt: Receipt | undefined;
  await until(`the receipt of ${id}`, async () => {
    const answer = await client.call(getReceipt, { kind: 'option', id });
    if (answer.ok) receipt = answer.data;
    else assert.equal(refusalOf(answer), 'receipt-follows');
    return answer.ok;
  });
  assert.equal(receipt?.kind, 'option');
  return receipt;
}
