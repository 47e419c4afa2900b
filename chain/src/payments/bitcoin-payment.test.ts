// The signer of Bitcoin reads a PSBT itself and believes nothing that the PSBT says of the wallet.
import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { RawTx, Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { isGate } from '../../../server/test/run/which-run.ts';
import { runs } from '../../../server/test/support/seed.ts';
import { parseBitcoinAddress } from '../addresses/bitcoin-address.ts';
import { addressOfScript, scriptOfAddress } from '../addresses/bitcoin-script.ts';
import { openBitcoinWallet, type WalletPath } from '../addresses/bitcoin-wallet.ts';
import { bitcoinPayment } from './bitcoin-payment.ts';
import { chain, output, payees, paymentOf, scriptOf, secret, wallet, xpub } from './bitcoin-payments.test-support.ts';
import { transactionOf, writePsbt, type UnsignedBitcoin } from './bitcoin-psbt.ts';

const of = { chain, wallet: xpub };
const read = (unsigned: string) => bitcoinPayment.read(unsigned, of);
const written = (more: Partial<UnsignedBitcoin> = {}) => writePsbt(paymentOf(more), wallet);

test('addresses of the wallet equal the vector that BIP84 publishes, change too', () => {
  const seed = pbkdf2Sync(`${'abandon '.repeat(11)}about`, 'mnemonic', 2_048, 64, 'sha512');
  const published = openBitcoinWallet(bitcoinPayment.walletOf(seed, chain), 'bc');
  const addressAt = (path: WalletPath) => published.addressAt(path);
  assert.equal(addressAt({ branch: 0, index: 0 }), 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  assert.equal(addressAt({ branch: 1, index: 0 }), 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
  for (const path of [
    { branch: 0, index: -1 },
    { branch: 0, index: 1_000_000 },
    { branch: 2, index: 0 },
  ]) {
    assert.throws(() => addressAt(path as never), RangeError);
  }
});

test('each form of address has one script, and no other spelling', () => {
  for (const address of payees) {
    assert.deepEqual(parseBitcoinAddress(address), { ok: true, address });
    assert.equal(addressOfScript(scriptOf(address), 'bc'), address);
    assert.equal(scriptOfAddress(address.toUpperCase(), 'bc'), undefined);
    assert.equal(scriptOfAddress(address, 'bcrt'), undefined);
    assert.equal(
      scriptOfAddress(addressOfScript(scriptOf(address), 'bcrt')!, 'bcrt')?.length,
      scriptOf(address).length,
    );
  }
  for (const script of ['6a0548656c6c6f', '5220' + 'ab'.repeat(32), '51', '']) {
    assert.equal(addressOfScript(hexToBytes(script), 'bc'), undefined);
  }
});

test('a payment is read back from its bytes, to each form of address, with change and without', async () => {
  for (const address of payees) {
    for (const change of [paymentOf().change, undefined]) {
      const payment = await read(await written({ payee: { script: scriptOf(address), units: 70_000n }, change }));
      const { spends: _, ...known } = payment!;
      assert.deepEqual(known, {
        asset: 'BTC',
        to: address,
        units: 70_000n,
        feeMax: change ? 1_000n : 40_000n,
        places: [`${'1'.padStart(64, '0')}:0`, `${'2'.padStart(64, '0')}:3`],
      });
    }
  }
});

test('the same payment has the same bytes, signature and txid, which is known before it is signed', async () => {
  const unsigned = await written();
  const reversed = await written({ inputs: paymentOf().inputs.toReversed() });
  assert.equal(reversed, unsigned);
  const signed = await bitcoinPayment.sign(unsigned, { secret, chain });
  assert.deepEqual(await bitcoinPayment.sign(unsigned, { secret, chain }), signed);
  assert.equal(signed.txid, (await transactionOf(paymentOf(), wallet)).id);
  assert.equal(Transaction.fromRaw(hexToBytes(signed.signed)).id, signed.txid);
  assert.equal(await bitcoinPayment.verify(signed.signed, { unsigned, ...of }), signed.txid);
});

/** Writes a PSBT by the library, with fields that the wallet would not write. */
async function bent(bend: (transaction: Transaction) => void, options: object = {}): Promise<string> {
  const whole = await transactionOf(paymentOf(), wallet);
  const other = new Transaction({ version: 2, lockTime: 0, PSBTVersion: 0, allowUnknownOutputs: true, ...options });
  for (let place = 0; place < whole.inputsLength; place++) other.addInput(whole.getInput(place));
  for (let place = 0; place < whole.outputsLength; place++) other.addOutput(whole.getOutput(place));
  bend(other);
  return bytesToHex(other.toPSBT((options as { PSBTVersion?: number }).PSBTVersion ?? 0));
}
const foreignKey = secp256k1.getPublicKey(new Uint8Array(32).fill(9));
const pathOf = (key: Uint8Array, ...path: number[]) => ({
  bip32Derivation: [[key, { fingerprint: wallet.fingerprint, path }]] as [
    Uint8Array,
    { fingerprint: number; path: number[] },
  ][],
});
/** Replaces the derivation of an output or input: those that stand there already would be kept otherwise. */
const changePlace = async () => {
  const whole = await transactionOf(paymentOf(), wallet);
  return [0, 1].find((place) => whole.getOutput(place).bip32Derivation !== undefined)!;
};

test('a PSBT that is bent in one respect is no payment', async () => {
  assert.equal(await bent(() => undefined), await written());
  const at = await changePlace();
  const ownKey = wallet.publicKeyAt({ branch: 1, index: 5 });
  const foreign = { script: scriptOf(payees[0]), amount: 500n };
  const bends: Record<string, [(transaction: Transaction) => void, object?]> = {
    'another sighash': [(each) => each.updateInput(0, { sighashType: 3 })],
    'the sighash of all, stated': [(each) => each.updateInput(0, { sighashType: 1 })],
    'a final sequence': [(each) => each.updateInput(0, { sequence: 0xffffffff })],
    'a lock time': [() => undefined, { lockTime: 500_000 }],
    'version 1': [() => undefined, { version: 1 }],
    'version 3': [() => undefined, { version: 3 }],
    'version 2 of PSBT': [() => undefined, { PSBTVersion: 2 }],
    'a second payee': [(each) => void each.addOutput(foreign)],
    'a second change': [(each) => void each.addOutput({ script: wallet.scriptAt({ branch: 1, index: 6 }), amount: 9n, ...pathOf(wallet.publicKeyAt({ branch: 1, index: 6 }), 1, 6) })], // oxfmt-ignore
    'a script that nobody can pay to': [
      (each) => void each.addOutput({ script: hexToBytes('6a0548656c6c6f'), amount: 0n }),
    ],
    'change to somebody else': [(each) => each.updateOutput(at, { script: scriptOf(payees[0]) })],
    'change of another index': [(each) => each.updateOutput(at, { script: wallet.scriptAt({ branch: 1, index: 6 }) })],
    'change with a key of somebody beside its own': [(each) => each.updateOutput(at, pathOf(foreignKey, 1, 7))],
    'change at two places': [
      (each) => each.updateOutput(at, pathOf(wallet.publicKeyAt({ branch: 1, index: 6 }), 1, 6)),
    ],
    'the payee as one’s own': [(each) => each.updateOutput(1 - at, pathOf(foreignKey, 1, 8))],
    'an input of another amount': [(each) => each.updateInput(0, { witnessUtxo: { script: wallet.scriptAt({ branch: 0, index: 0 }), amount: 1n } })], // oxfmt-ignore
    'an input of somebody': [
      (each) => each.updateInput(0, { witnessUtxo: { script: scriptOf(payees[2]), amount: 60_000n } }),
    ],
    'an input with a script': [
      (each) => each.updateInput(0, { redeemScript: hexToBytes('51') }),
      { disableScriptCheck: true },
    ],
    'a field that nobody knows': [(each) => each.updateInput(0, { unknown: [[{ type: 0xf0, key: ownKey }, ownKey]] }), { unknown: 'ignore' }], // oxfmt-ignore
    'a field of somebody’s own': [(each) => each.updateInput(0, { proprietary: [[hexToBytes('0141007a'), ownKey]] }), { proprietary: 'ignore' }], // oxfmt-ignore
  };
  for (const [name, [bend, options]] of Object.entries(bends)) {
    const payment = await read(await bent(bend, options));
    // A lower amount of an input makes the fee negative.
    assert.equal(payment, undefined, name);
  }
});

test('change to the branch that owners fund, beyond the range, of nothing, and inputs twice or of nothing are refused', async () => {
  const wrong: Record<string, Partial<UnsignedBitcoin>> = {
    'change on branch 0': { change: { path: { branch: 0, index: 5 }, units: 39_000n } },
    'an input twice': { inputs: [output(1, 60_000n), output(1, 60_000n)] },
    'an input of nothing': { inputs: [output(1, 120_000n), output(2, 0n)] },
    'change of nothing': { change: { path: { branch: 1, index: 5 }, units: 0n } },
    'payment of nothing': { payee: { script: scriptOf(payees[0]), units: 0n } },
    'more than there is': { change: { path: { branch: 1, index: 5 }, units: 40_001n } },
    'the wallet as payee': { payee: { script: wallet.scriptAt({ branch: 0, index: 0 }), units: 70_000n } },
    'an old change as payee': { payee: { script: wallet.scriptAt({ branch: 1, index: 4 }), units: 70_000n } },
    'all the coins and one': { inputs: [output(1, 2_100_000_000_000_001n)] },
  };
  for (const [name, more] of Object.entries(wrong)) {
    const unsigned = await written(more).catch(() => undefined);
    if (unsigned === undefined) assert.match(name, /twice|nothing/);
    else assert.equal(await read(unsigned), undefined, name);
  }
  await assert.rejects(written({ change: { path: { branch: 1, index: 1_000_000 }, units: 9n } }), RangeError);
});

test('a PSBT for another wallet, and other texts, are no payment', async () => {
  const unsigned = await written();
  const others = bitcoinPayment.walletOf(new Uint8Array(32).fill(8), chain);
  assert.equal(await bitcoinPayment.read(unsigned, { chain, wallet: others }), undefined);
  assert.equal(await bitcoinPayment.read(unsigned, { chain: { prefix: 'bcrt' }, wallet: others }), undefined);
  await assert.rejects(
    bitcoinPayment.sign(unsigned, { secret: new Uint8Array(32).fill(8), chain }),
    /no payment of this wallet/,
  );
  for (const text of [
    '',
    '0x',
    unsigned.toUpperCase(),
    `0x${unsigned}`,
    `${unsigned}00`,
    unsigned.slice(0, -2),
    '70736274ff',
  ]) {
    assert.equal(await read(text), undefined, text.slice(0, 20));
  }
});

test('bytes with some changed never read as a payment other than what the library says', async () => {
  const unsigned = hexToBytes(await written());
  const original = await read(bytesToHex(unsigned));
  let accepted = 0;
  const changes = fc.array(fc.tuple(fc.nat(unsigned.length - 1), fc.integer({ min: 1, max: 255 })), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(changes, async (changed) => {
      const other = Uint8Array.from(unsigned);
      for (const [at, by] of changed) other[at]! ^= by;
      const payment = await read(bytesToHex(other));
      if (payment === undefined || bytesToHex(other) === bytesToHex(unsigned)) return;
      accepted++;
      const transaction = Transaction.fromPSBT(other);
      const paid = [0, 1].map((place) => transaction.getOutput(place)).find(({ bip32Derivation }) => !bip32Derivation)!;
      assert.deepEqual(
        [payment.to, payment.units, payment.feeMax],
        [addressOfScript(paid.script!, 'bc'), paid.amount, transaction.fee],
      );
      assert.notDeepEqual(payment, original);
    }),
    { numRuns: isGate ? 300 : 10_000 },
  );
  // An outpoint, an amount and the payee can be changed: these are other payments, which nobody approved or which spend what is not there.
  assert.ok(accepted > 0);
});

test('signed bytes with anything changed are not believed', async () => {
  const unsigned = await written();
  const { signed } = await bitcoinPayment.sign(unsigned, { secret, chain });
  const verify = (other: string) => bitcoinPayment.verify(other, { unsigned, ...of });
  const whole = RawTx.decode(hexToBytes(signed));
  const bytes = hexToBytes(signed);
  const changes = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }));
  const isDenied = fc.asyncProperty(changes, async ([at, by]) => {
    const other = Uint8Array.from(bytes);
    other[at]! ^= by;
    assert.equal(await verify(bytesToHex(other)), undefined, `byte ${at}`);
  });
  await fc.assert(isDenied, { numRuns: runs(400) });
  const [first, second] = whole.witnesses!;
  const high = (signature: Uint8Array): Uint8Array => {
    const { r, s } = secp256k1.Signature.fromBytes(signature.subarray(0, -1), 'der');
    const mirrored = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes('der');
    return Uint8Array.from([...mirrored, 1]);
  };
  const none = (signature: Uint8Array): Uint8Array => Uint8Array.from([...signature.subarray(0, -1), 2]);
  for (const witnesses of [
    [second!, first!],
    [first!, []],
    [[...first!, first![0]!], second!],
    [[high(first![0]!), first![1]!], second!],
    [[none(first![0]!), first![1]!], second!],
    [[first![0]!, foreignKey], second!],
  ]) {
    assert.equal(await verify(bytesToHex(RawTx.encode({ ...whole, witnesses }))), undefined);
  }
  assert.equal(await verify(bytesToHex((await transactionOf(paymentOf(), wallet)).unsignedTx)), undefined);
  const other = await written({ change: { path: { branch: 1, index: 5 }, units: 38_999n } });
  assert.equal(await bitcoinPayment.verify(signed, { unsigned: other, ...of }), undefined);
});

const replaces = async (next: Partial<UnsignedBitcoin>, last: Partial<UnsignedBitcoin> = {}) =>
  bitcoinPayment.replaces((await read(await written(next)))!, (await read(await written(last)))!);
const changeOf = (units: bigint) => ({ change: { path: { branch: 1, index: 5 } as const, units } });

test('a replacement spends all that was spent before and pays an eighth more', async () => {
  assert.ok(await replaces(changeOf(38_875n)));
  assert.ok(!(await replaces(changeOf(38_876n))));
  assert.ok(await replaces({ change: undefined }));
  assert.ok(await replaces({ inputs: [...paymentOf().inputs, output(3, 5_000n)], ...changeOf(43_000n) }));
  const [first, second] = paymentOf().inputs;
  assert.ok(!(await replaces({ inputs: [first!, output(3, 50_000n)], ...changeOf(30_000n) })));
  assert.ok(!(await replaces({ inputs: [second!, output(3, 90_000n)], ...changeOf(30_000n) })));
});

test('the same transaction is not signed twice with other amounts of its inputs, as both signatures together could burn a large fee', async () => {
  const [first, second] = paymentOf().inputs;
  // Truly both inputs hold 60,000; each PSBT tells one of them as small, and the outputs are the same.
  const lie = {
    inputs: [
      { ...first!, units: 52_000n },
      { ...second!, units: 58_500n },
    ],
  };
  const again = {
    inputs: [
      { ...first!, units: 58_500n },
      { ...second!, units: 53_000n },
    ],
  };
  const [a, b] = await Promise.all([written(lie), written(again)]);
  assert.deepEqual(Transaction.fromPSBT(hexToBytes(a)).id, Transaction.fromPSBT(hexToBytes(b)).id);
  assert.ok((await read(b))!.feeMax * 8n >= (await read(a))!.feeMax * 9n);
  assert.ok(!(await replaces(again, lie)));
});
