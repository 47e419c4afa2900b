// Which outputs are spent, by example and by property; sizes are compared with those of transactions that were really signed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexToBytes } from '@noble/hashes/utils.js';
import { Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { runs } from '../../../server/test/support/seed.ts';
import { bitcoinPayment } from './bitcoin-payment.ts';
import { raiseFee } from './bitcoin-fee-raise.ts';
import { chain, output, payees, scriptOf, secret, wallet, xpub } from './bitcoin-payments.test-support.ts';
import { writePsbt, type SpentOutput } from './bitcoin-psbt.ts';
import { dustOf, vsizeOf } from './bitcoin-size.ts';
import { changeMin, chooseOutputs, feeFor, sumOf, type ChosenOutputs, type ToPay } from './choose-outputs.ts';

const script = scriptOf(payees[2]);
const paying = (units: bigint, more: Partial<ToPay> = {}): ToPay => ({
  script,
  units,
  rate: 2_000n,
  feeMax: 100_000n,
  ...more,
});
const outputs = (...units: readonly bigint[]): SpentOutput[] => units.map((each, seed) => output(seed + 1, each));
const chosen = (choice: ReturnType<typeof chooseOutputs>): ChosenOutputs => {
  if (typeof choice === 'string') assert.fail(choice);
  return choice;
};

test('dust is what Bitcoin Core calls dust, for each form of address', () => {
  assert.deepEqual(
    payees.map((address) => dustOf(scriptOf(address))),
    [546n, 540n, 294n, 330n, 330n],
  );
  assert.equal(changeMin, 294n);
});

test('the largest output pays, and what is left over goes back', () => {
  const { inputs, change, fee } = chosen(chooseOutputs(outputs(40_000n, 900_000n, 70_000n), paying(100_000n)));
  assert.deepEqual(inputs, [output(2, 900_000n)]);
  // 141 virtual bytes: one input, two outputs.
  assert.equal(fee, 282n);
  assert.equal(change, 799_718n);
});

test('outputs that pay exactly are preferred, and give no change', () => {
  const available = outputs(900_000n, 60_000n, 40_000n + 356n, 5_000n);
  const { inputs, change, fee } = chosen(chooseOutputs(available, paying(100_000n)));
  assert.deepEqual(sumOf(inputs), 100_356n);
  assert.deepEqual([change, fee], [undefined, 356n]);
});

test('thousands of small outputs, which anybody can send to the wallet, neither stop payments nor raise their fees', () => {
  const small = Array.from({ length: 20_000 }, (_, seed) => output(seed + 2, 300n));
  for (const units of [1_000n, 100_000n, 4_000_000n]) {
    const { inputs, fee } = chosen(chooseOutputs([output(1, 5_000_000n), ...small], paying(units)));
    assert.deepEqual([inputs, fee], [[output(1, 5_000_000n)], 282n]);
  }
});

test('change that would be dust goes to the fee', () => {
  const one = (units: bigint) => chosen(chooseOutputs(outputs(units), paying(100_000n)));
  assert.deepEqual([one(100_575n).change, one(100_575n).fee], [undefined, 575n]);
  assert.deepEqual([one(100_576n).change, one(100_576n).fee], [294n, 282n]);
});

test('too little, too dear and dust are refused', () => {
  assert.equal(chooseOutputs([], paying(100_000n)), 'short');
  assert.equal(chooseOutputs(outputs(100_219n), paying(100_000n)), 'short');
  assert.equal(chosen(chooseOutputs(outputs(100_220n), paying(100_000n))).fee, 220n);
  assert.equal(chooseOutputs(outputs(900_000n), paying(100_000n, { feeMax: 281n })), 'too-dear');
  assert.equal(chooseOutputs(outputs(900_000n), paying(293n)), 'dust');
  // A hundred inputs are the most of one transaction.
  const many = Array.from({ length: 150 }, (_, seed) => output(seed + 1, 10_000n));
  assert.equal(chosen(chooseOutputs(many, paying(950_000n, { rate: 1_000n }))).inputs.length, 96);
  assert.equal(chooseOutputs(many, paying(1_200_000n)), 'short');
});

test('outputs that cost more than they hold are left', () => {
  const available = [output(1, 100_400n), ...Array.from({ length: 50 }, (_, seed) => output(seed + 2, 100n))];
  assert.deepEqual(chosen(chooseOutputs(available, paying(100_000n))).inputs, [output(1, 100_400n)]);
});

const amounts = fc.array(fc.bigInt({ min: 1n, max: 3_000_000n }), { minLength: 1, maxLength: 30 });
const asked = fc.record({
  available: amounts.map((units) => outputs(...units)),
  units: fc.bigInt({ min: 200n, max: 20_000_000n }),
  rate: fc.bigInt({ min: 1_000n, max: 300_000n }),
  feeMax: fc.bigInt({ min: 0n, max: 600_000n }),
  script: fc.constantFrom(...payees.map(scriptOf)),
});

test('whatever is chosen, all of it is paid to somebody, within the limit, and no more is taken than is needed', () => {
  const property = fc.property(asked, fc.nat(), ({ available, ...pay }, turn) => {
    const choice = chooseOutputs(available, pay);
    const turned = [...available.slice(turn % available.length), ...available.slice(0, turn % available.length)];
    assert.deepEqual(chooseOutputs(turned, pay), choice);
    const most = sumOf(available.filter(({ units }) => units * 1_000n > 68n * pay.rate));
    if (choice === 'short') {
      assert.ok(available.length > 0 && most < pay.units + feeFor(pay, { inputs: available.length, hasChange: false }));
      return;
    }
    if (typeof choice === 'string') return;
    const { inputs, change, fee } = choice;
    assert.equal(sumOf(inputs), pay.units + (change ?? 0n) + fee);
    assert.equal(new Set(inputs).size, inputs.length);
    const least = feeFor(pay, { inputs: inputs.length, hasChange: change !== undefined });
    assert.ok(fee >= least && fee <= pay.feeMax);
    assert.ok(change === undefined ? fee <= feeFor(pay, { inputs: inputs.length, hasChange: true }) + changeMin : change >= changeMin && fee === least); // oxfmt-ignore
    if (change === undefined) return;
    const smallest = inputs.reduce((small, { units }) => (units < small ? units : small), inputs[0]!.units);
    const without = feeFor(pay, { inputs: inputs.length - 1, hasChange: false });
    assert.ok(sumOf(inputs) - smallest < pay.units + without);
  });
  fc.assert(property, { numRuns: runs(4_000) });
});

/** Returns the size of the transaction once it is signed. */
async function signedSize({ inputs, change }: ChosenOutputs, { script: to, units }: ToPay): Promise<bigint> {
  const back = change === undefined ? undefined : { path: { branch: 1, index: 0 } as const, units: change };
  const unsigned = await writePsbt({ inputs, payee: { script: to, units }, change: back }, wallet);
  assert.ok(await bitcoinPayment.read(unsigned, { chain, wallet: xpub }));
  const { signed } = await bitcoinPayment.sign(unsigned, { secret, chain });
  return BigInt(Transaction.fromRaw(hexToBytes(signed)).vsize);
}

test('a signed transaction is as large as was reckoned, or a little smaller', async () => {
  const property = fc.asyncProperty(asked, async ({ available, ...pay }) => {
    const choice = chooseOutputs(available, { ...pay, feeMax: 10n ** 12n });
    if (typeof choice === 'string') return;
    const count = choice.inputs.length;
    const scripts = choice.change === undefined ? [pay.script.length] : [pay.script.length, 22];
    const [real, reckoned] = [await signedSize(choice, pay), vsizeOf({ inputs: count, scripts })];
    assert.ok(real <= reckoned && real >= reckoned - BigInt(count), `${real} of ${reckoned}`);
  });
  await fc.assert(property, { numRuns: runs(80) });
});

const waiting = fc.record({ ask: asked, rate: fc.bigInt({ min: 1_000n, max: 600_000n }), further: amounts });

test('a raised fee spends all that was spent, is an eighth and a satoshi a byte higher, and stays within the limit', () => {
  let raises = 0;
  const property = fc.property(waiting, ({ ask: { available, ...pay }, rate, further }) => {
    const first = chooseOutputs(available, pay);
    if (typeof first === 'string') return;
    const left = available.filter((each) => !first.inputs.includes(each));
    const more = [...left, ...further.map((units, seed) => output(seed + 1_000, units))];
    const next = raiseFee(first, more, { ...pay, rate });
    if (typeof next === 'string') return;
    raises++;
    assert.deepEqual(next.inputs.slice(0, first.inputs.length), first.inputs);
    assert.equal(new Set(next.inputs).size, next.inputs.length);
    assert.equal(sumOf(next.inputs), pay.units + (next.change ?? 0n) + next.fee);
    assert.ok(next.change === undefined || next.change >= changeMin);
    assert.ok(next.fee <= pay.feeMax && 8n * next.fee >= 9n * first.fee);
    const scripts = next.change === undefined ? [pay.script.length] : [pay.script.length, 22];
    assert.ok(next.fee >= first.fee + vsizeOf({ inputs: next.inputs.length, scripts }));
  });
  fc.assert(property, { numRuns: runs(4_000) });
  assert.ok(raises > 20);
});

test('the raise comes from the change, then from all of it, then from a further output', () => {
  const pay = paying(100_000n, { rate: 10_000n });
  const change = raiseFee({ inputs: outputs(110_000n), fee: 282n }, [], pay);
  assert.deepEqual(change, { inputs: outputs(110_000n), change: 8_590n, fee: 1_410n });
  const dropped = raiseFee({ inputs: outputs(101_500n), fee: 282n }, [], pay);
  assert.deepEqual(dropped, { inputs: outputs(101_500n), change: undefined, fee: 1_500n });
  const exact = { inputs: outputs(100_300n), fee: 300n };
  assert.equal(raiseFee(exact, [], pay), 'short');
  const further = raiseFee(exact, [output(9, 50_000n), output(8, 20_000n)], pay);
  assert.deepEqual(further, { inputs: [...exact.inputs, output(9, 50_000n)], change: 48_210n, fee: 2_090n });
  assert.equal(raiseFee(exact, [output(9, 50_000n)], { ...pay, feeMax: 400n }), 'too-dear');
  // As much as the limit allows, if the rate of the moment is above it.
  const capped = raiseFee({ inputs: outputs(110_000n), fee: 282n }, [], { ...pay, feeMax: 600n });
  assert.deepEqual(capped, { inputs: outputs(110_000n), change: 9_400n, fee: 600n });
  assert.equal(raiseFee({ inputs: outputs(110_000n), fee: 282n }, [], { ...pay, feeMax: 422n }), 'too-dear');
});
