// What a signer of Bitcoin signs, and by which rule it refuses the rest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BaseUnits } from '../networks/amounts.ts';
import { bitcoinPayment } from './bitcoin-payment.ts';
import { output, payees, paymentOf, scriptOf, wallet, xpub } from './bitcoin-payments.test-support.ts';
import { writePsbt, type UnsignedBitcoin } from './bitcoin-psbt.ts';
import { inputsMax } from './bitcoin-size.ts';
import type { Payment } from './payment.ts';
import { paymentsOn } from './payment-forms.ts';
import { readQuestion, writeMessage } from './signer-messages.ts';
import { whyNotSign, type Signed } from './signer-rules.ts';

const payments = paymentsOn('bitcoin', { prefix: 'bc' });
const limits = {
  chain: { prefix: 'bc' },
  feeMax: 5_000n,
  coins: { BTC: { twoPersonsAbove: 10n ** 8n, dayMax: 10n ** 9n } },
};
const payment: Payment = {
  id: '00000000-0000-4000-8000-000000000001',
  network: 'bitcoin',
  asset: 'BTC',
  to: payees[2],
  units: 70_000n as BaseUnits,
};
const written = (more: Partial<UnsignedBitcoin> = {}) => writePsbt(paymentOf(more), wallet);
const change = (units: bigint) => ({ change: { path: { branch: 1 as const, index: 5 }, units } });

/** Asks for each in turn, and keeps what was signed, as the signer does. */
function createSigner() {
  const before: Signed[] = [];
  return async (unsigned: string, more: Partial<Payment> = {}) => {
    const paid = { ...payment, ...more };
    const read = await payments.read(unsigned, xpub);
    const last = before.findLast(({ id }) => id === paid.id);
    const isReplacement = last !== undefined && (await payments.replaces(unsigned, last.unsigned, xpub));
    const asked = { payment: paid, unsigned, read, isReplacement, approvals: [{ person: 'olga' }] };
    const verdict = whyNotSign(asked, { limits, before, now: 1 });
    if (verdict !== undefined) return verdict;
    const { id, network, asset, units } = paid;
    before.push({ id, network, unsigned, places: read!.places, asset, units, at: 1 });
    return 'signed';
  };
}

test('what was approved is signed, and again if its fee is raised on the same outputs', async () => {
  const ask = createSigner();
  assert.equal(await ask(await written()), 'signed');
  assert.equal(await ask(await written()), 'again');
  assert.equal(await ask(await written(change(38_876n))), 'fee-not-higher');
  assert.equal(await ask(await written(change(38_875n))), 'signed');
  const more = { inputs: [...paymentOf().inputs, output(3, 5_000n)], ...change(43_000n) };
  assert.equal(await ask(await written(more)), 'signed');
  // The last bytes spend a further output; a payment without it could be made beside them.
  assert.equal(await ask(await written(change(35_500n))), 'fee-not-higher');
});

test('another amount, address or form, and a fee above the limit are refused', async () => {
  const ask = createSigner();
  const script = scriptOf(payees[2]);
  assert.equal(await ask(await written({ payee: { script, units: 70_001n } })), 'not-as-approved');
  assert.equal(await ask(await written({ payee: { script: scriptOf(payees[0]), units: 70_000n } })), 'not-as-approved');
  assert.equal(
    await ask(await written({ change: { path: { branch: 0, index: 5 }, units: 39_000n } })),
    'not-a-transfer',
  );
  assert.equal(await ask(await written(change(34_999n))), 'fee-too-high');
  assert.equal(await ask(await written({ change: undefined })), 'fee-too-high');
  assert.equal(await ask('70736274ff'), 'not-a-transfer');
  assert.equal(await ask(await written(), { to: xpub }), 'not-as-approved');
});

test('other outputs for the same payment, and outputs of another payment, are refused', async () => {
  const ask = createSigner();
  assert.equal(await ask(await written()), 'signed');
  const others = { inputs: [output(3, 60_000n), output(4, 50_000n)] };
  assert.equal(await ask(await written({ ...others, ...change(38_000n) })), 'signed-otherwise');
  const next = { id: '00000000-0000-4000-8000-000000000002' };
  const shared = { inputs: [paymentOf().inputs[1]!, output(5, 60_000n)] };
  assert.equal(await ask(await written(shared), next), 'nonce-taken');
  assert.equal(await ask(await written(others), next), 'signed');
});

test('a transaction is not signed again with lies about its inputs, however many replacements stand between', async () => {
  const ask = createSigner();
  const [first, second] = paymentOf().inputs;
  const told = (one: bigint, two: bigint) => [
    { ...first!, units: one },
    { ...second!, units: two },
  ];
  assert.equal(await ask(await written({ inputs: told(52_000n, 58_500n) })), 'signed');
  assert.equal(await ask(await written({ inputs: told(58_500n, 53_000n) })), 'fee-not-higher');
  assert.equal(await ask(await written({ inputs: told(52_000n, 58_500n), ...change(38_000n) })), 'signed');
  assert.equal(await ask(await written({ inputs: told(58_500n, 54_500n) })), 'fee-not-higher');
});

test('the largest payment fits into a message to the signer', async () => {
  const inputs = Array.from({ length: inputsMax }, (_, seed) =>
    output(seed + 1, 2_000n, { path: { branch: 1, index: 999_999 } }),
  );
  const unsigned = await written({ inputs, payee: { script: scriptOf(payees[4]), units: 150_000n } });
  assert.ok(await bitcoinPayment.read(unsigned, { chain: { prefix: 'bc' }, wallet: xpub }));
  const asked = readQuestion(writeMessage({ ask: 'sign', payment, unsigned, approvals: [] }));
  assert.ok(asked?.ask === 'sign' && asked.unsigned === unsigned);
});
