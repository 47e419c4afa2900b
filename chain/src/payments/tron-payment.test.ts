// Payments of TRON are read to the letter: the txids and signatures below are those that tronweb 6.5.1 makes of the same transactions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { writeTronAddress } from '../addresses/tron-address.ts';
import { readFields, writeFields, type ProtoField } from '../tron/strict-fields.ts';
import { signTron } from '../tron/tron-signature.ts';
import { readTronPayment, tronPayment, tronPrices, writeTronPayment } from './tron-payment.ts';
import {
  readSigned,
  readTronTransfer,
  tronTxid,
  writeSigned,
  writeTronTransfer,
  type TronTransfer,
} from '../tron/tron-transfer.ts';

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const chain = { usdt };
/** Of the key of 32 bytes 0x01. */
const wallet = 'TCNkawTmcQgYSU8nP8cHswT1QPjharxJr7';
const payee = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const common = {
  from: wallet,
  to: payee,
  reference: { bytes: '8c2f', hash: '0123456789abcdef' },
  expiration: 1_764_340_000_000,
  timestamp: 1_764_336_400_000,
} as const;
const trx: TronTransfer = { ...common, asset: 'TRX', units: 1_234_567n, feeLimit: 0n };
const token: TronTransfer = { ...common, asset: 'USDT', units: 2_500_000n, feeLimit: 30_000_000n };

const vectors = [
  {
    transfer: trx,
    unsigned:
      '0a028c2f22080123456789abcdef4080caefd6ac335a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54' +
      '72616e73666572436f6e747261637412320a15411a642f0e3c3af545e7acbd38b07251b3990914f1121541c8599111f29c1e1e061265b4af93ea1f' +
      '274ad78a1887ad4b7080ed93d5ac33',
    txid: '9a6b8d7aa843a230185821ed8f0560dcd36f9bf4f4d986e876380eab5f43a0fc',
    signature:
      '68b738dcb902abba74dbc423141cd4288fbdd9bee5997525bd7e6fe44daa19eb7a585548858c64aa2bc42577ebd9a839c1ae87ccb358869b4a995a' +
      '086f5d9c771b',
  },
  {
    transfer: token,
    unsigned:
      '0a028c2f22080123456789abcdef4080caefd6ac335aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c' +
      '2e54726967676572536d617274436f6e747261637412740a15411a642f0e3c3af545e7acbd38b07251b3990914f1121541a614f803b6fd780986a4' +
      '2c78ec9c7f77e6ded13c2244a9059cbb000000000000000000000000c8599111f29c1e1e061265b4af93ea1f274ad78a0000000000000000000000' +
      '0000000000000000000000000000000000002625a07080ed93d5ac3390018087a70e',
    txid: 'c87f6b17cc08c1f00ad7a5d41e2444fd66fdfd978b4b0a4920918e8ffdd0c744',
    signature:
      '33524367c4676d04aa4773b1de40eff0ec0fed201799ad8ee53844cd8ee0e3f377476447f0d8b227be72b9aeb67bc67ce26b5ba4a04b1df2820723' +
      'ef6c813ba51c',
  },
];

test('bytes, ids and signatures are those of tronweb', () => {
  for (const { transfer, unsigned, txid, signature } of vectors) {
    assert.equal(writeTronTransfer(transfer, usdt), unsigned);
    assert.deepEqual(readTronTransfer(unsigned, usdt), transfer);
    const made = signTron(unsigned, Buffer.alloc(32, 1));
    assert.deepEqual(made, { signed: writeSigned(unsigned, hexToBytes(signature)), txid });
  }
});

test('a payment is read with all that it can cost', () => {
  const [ofTrx, ofToken] = vectors.map(({ unsigned }) => readTronPayment(unsigned, { chain, wallet })!);
  // 203 and 281 bytes, and 64 that the network counts for the result.
  assert.equal(ofTrx!.feeMax, 267n * tronPrices.byte + tronPrices.activation);
  assert.equal(ofToken!.feeMax, 30_000_000n + 345n * tronPrices.byte);
  assert.deepEqual(ofTrx!.places, [vectors[0]!.txid]);
  assert.equal(ofToken!.expiration, common.expiration);
});

test('the wallet is the first address of the key of the signer, and signs only what it pays itself', async () => {
  const secret = Buffer.alloc(32, 9);
  const own = tronPayment.walletOf(secret, chain);
  const unsigned = writeTronTransfer({ ...token, from: own }, usdt);
  const made = await tronPayment.sign(unsigned, { secret, chain });
  assert.deepEqual(await tronPayment.sign(unsigned, { secret, chain }), made);
  assert.equal(await tronPayment.verify(made.signed, { unsigned, wallet: own, chain }), made.txid);
  assert.equal(await tronPayment.verify(made.signed, { unsigned, wallet, chain }), undefined);
  await assert.rejects(tronPayment.sign(vectors[0]!.unsigned, { secret, chain }), /not a payment of this wallet/);
});

test('a second transaction for one payment is never a replacement', async () => {
  const [first] = vectors;
  const read = readTronPayment(first!.unsigned, { chain, wallet })!;
  assert.equal(tronPayment.replaces({ ...read, feeMax: read.feeMax * 2n }, read), false);
  assert.equal(tronPayment.replaces(read, read), false);
});

const transfers: fc.Arbitrary<TronTransfer> = fc
  .record({
    asset: fc.constantFrom('TRX' as const, 'USDT' as const),
    payee: fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .filter((bytes) => bytes.subarray(0, 18).some((byte) => byte > 0)),
    units: fc.bigInt(1n, 2n ** 63n - 1n),
    reference: fc.uint8Array({ minLength: 10, maxLength: 10 }),
    timestamp: fc.integer({ min: 1, max: 2 ** 42 }),
    lifetime: fc.integer({ min: 1, max: 86_400_000 }),
    feeLimit: fc.bigInt(1n, 15_000_000_000n),
  })
  .map(({ asset, payee: to, units, reference, timestamp, lifetime, feeLimit }) => ({
    asset,
    from: wallet,
    to: writeTronAddress(to),
    units,
    reference: { bytes: bytesToHex(reference.subarray(0, 2)), hash: bytesToHex(reference.subarray(2)) },
    timestamp,
    expiration: timestamp + lifetime,
    feeLimit: asset === 'TRX' ? 0n : feeLimit,
  }));

test('what is written is read again', () => {
  fc.assert(
    fc.property(transfers, (transfer) => {
      assert.deepEqual(readTronTransfer(writeTronTransfer(transfer, usdt), usdt), transfer);
    }),
  );
});

test('bytes that were changed are refused, or say themselves what they pay', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...vectors),
      fc.nat(),
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom('set', 'insert', 'remove', 'cut'),
      ({ unsigned }, place, byte, kind) => {
        const bytes = hexToBytes(unsigned);
        const at = place % bytes.length;
        const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
        const put = Uint8Array.of(byte);
        const changed = {
          set: () => concatBytes(before, put, after.subarray(1)),
          insert: () => concatBytes(before, put, after),
          remove: () => concatBytes(before, after.subarray(1)),
          cut: () => before,
        }[kind]();
        const read = readTronTransfer(bytesToHex(changed), usdt);
        if (read) assert.equal(writeTronTransfer(read, usdt), bytesToHex(changed));
      },
    ),
    { numRuns: 10_000 },
  );
});

/** Changes the fields of the token payment's `raw_data`, of its contract, of the contract's parameter and of the call. */
function forged(change: {
  raw?: (fields: ProtoField[]) => ProtoField[];
  contract?: (fields: ProtoField[]) => ProtoField[];
  call?: (fields: ProtoField[]) => ProtoField[];
}): string {
  const same = (fields: ProtoField[]): ProtoField[] => fields;
  const within = (number: number, edit: (bytes: Uint8Array) => Uint8Array) => (fields: ProtoField[]) =>
    fields.map(([at, value]): ProtoField => [at, at === number ? edit(value as Uint8Array) : value]);
  const nest = (edit: (fields: ProtoField[]) => ProtoField[]) => (bytes: Uint8Array) =>
    writeFields(edit(readFields(bytes)));
  const call = within(2, nest(change.call ?? same));
  const contract = (fields: ProtoField[]) => (change.contract ?? same)(within(2, nest(call))(fields));
  const raw = (fields: ProtoField[]) => (change.raw ?? same)(within(11, nest(contract))(fields));
  return bytesToHex(nest(raw)(hexToBytes(vectors[1]!.unsigned)));
}
const replaced = (number: number, value: bigint | Uint8Array) => (fields: ProtoField[]) =>
  fields.map(([at, old]): ProtoField => [at, at === number ? value : old]);
const inserted =
  (...added: ProtoField[]) =>
  (fields: ProtoField[]) =>
    [...fields, ...added].toSorted(([one], [other]) => one - other);
const callData = (method: string, more = '') =>
  hexToBytes(`${method}${bytesToHex(new Uint8Array(12))}${'c8'.repeat(20)}${'0'.repeat(63)}1${more}`);
const otherContract = concatBytes(Uint8Array.of(0x41), new Uint8Array(20).fill(7));

const attacks: Record<string, string> = {
  'another contract': forged({ call: replaced(2, otherContract) }),
  'a method that takes from others (transferFrom)': forged({ call: replaced(4, callData('23b872dd', '0'.repeat(64))) }),
  'a method that allows others to take (approve)': forged({ call: replaced(4, callData('095ea7b3')) }),
  'more data after the call': forged({ call: replaced(4, callData('a9059cbb', '00')) }),
  'a payee with dirt in its upper bytes': forged({
    call: replaced(4, hexToBytes(`a9059cbb${'0'.repeat(22)}41${'c8'.repeat(20)}${'0'.repeat(63)}1`)),
  }),
  'TRX beside the call (call_value)': forged({ call: inserted([3, 1n]) }),
  'another token beside the call': forged({ call: inserted([5, 1n], [6, 1_000_001n]) }),
  'two contracts': forged({ raw: (fields) => fields.flatMap((field) => (field[0] === 11 ? [field, field] : [field])) }),
  'a memo': forged({ raw: inserted([10, utf8ToBytes('hello')]) }),
  authorities: forged({ raw: inserted([9, utf8ToBytes('x')]) }),
  'a script': forged({ raw: inserted([12, utf8ToBytes('x')]) }),
  'the number of a block': forged({ raw: inserted([3, 1n]) }),
  'an unknown field': forged({ raw: inserted([99, 1n]) }),
  'another permission of the account (Permission_id)': forged({ contract: inserted([5, 2n]) }),
  'a provider': forged({ contract: inserted([3, utf8ToBytes('x')]) }),
  'a name of the contract': forged({ contract: inserted([4, utf8ToBytes('x')]) }),
  'a type that contradicts the parameter': forged({ contract: replaced(1, 1n) }),
  'the type of frozen balances': forged({ contract: replaced(1, 54n) }),
  'no limit of energy': forged({ raw: replaced(18, 0n) }),
  'an expiration after more than a day': forged({ raw: replaced(8, BigInt(common.timestamp + 86_400_001)) }),
  'an expiration before it was made': forged({ raw: replaced(8, BigInt(common.timestamp)) }),
  'no reference to a block': forged({ raw: (fields) => fields.filter(([at]) => at !== 1) }),
  'fields in another order': forged({ raw: (fields) => fields.toReversed() }),
  'digits in capitals': vectors[1]!.unsigned.toUpperCase(),
  'digits of no byte': `${vectors[1]!.unsigned}0`,
  nothing: '',
  'a signed transaction': signTron(vectors[1]!.unsigned, Buffer.alloc(32, 1)).signed,
  'a payment to the wallet itself': writeTronTransfer({ ...token, to: wallet }, usdt),
  'a payment to the contract of the token': writeTronTransfer({ ...trx, to: usdt }, usdt),
  'a payment to nobody': writeTronTransfer({ ...token, to: writeTronAddress(new Uint8Array(20)) }, usdt),
  'a payment of nothing': writeTronTransfer({ ...token, units: 0n }, usdt),
  'a limit of energy for TRX': writeTronTransfer({ ...trx, feeLimit: 1n }, usdt),
};

test('the forger makes the bytes that it changes', () => {
  assert.equal(forged({}), vectors[1]!.unsigned);
});

for (const [name, unsigned] of Object.entries(attacks)) {
  test(`no payment: ${name}`, async () => {
    assert.equal(readTronPayment(unsigned, { chain, wallet }), undefined);
    const { signed } = unsigned.length % 2 === 0 ? signTron(unsigned, Buffer.alloc(32, 1)) : { signed: '' };
    assert.equal(await tronPayment.verify(signed, { unsigned, wallet, chain }), undefined);
  });
}

test('a number that is written with more bytes than it needs is refused', () => {
  // The limit of energy 30,000,000 with a last byte of zero.
  const longer = vectors[1]!.unsigned.replace(/90018087a70e$/, '90018087a78e00');
  assert.equal(readTronTransfer(longer, usdt), undefined);
});

test('a limit above the cap of the signer shows in the most that it costs', () => {
  const costly = writeTronTransfer({ ...token, feeLimit: 15_000_000_000n }, usdt);
  assert.ok(readTronPayment(costly, { chain, wallet })!.feeMax > 15_000_000_000n);
});

test('signatures of another key, in another form or over other bytes are refused', async () => {
  const [first, second] = vectors.map(({ unsigned }) => unsigned);
  const of = { unsigned: first!, wallet, chain };
  const { signed, txid } = signTron(first!, Buffer.alloc(32, 1));
  assert.equal(await tronPayment.verify(signed, of), txid);
  const { signature } = readSigned(signed)!;
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const high = (order - BigInt(`0x${bytesToHex(signature.subarray(32, 64))}`)).toString(16).padStart(64, '0');
  const flipped = concatBytes(signature.subarray(0, 32), hexToBytes(high), Uint8Array.of(55 - signature[64]!));
  const twice = bytesToHex(
    writeFields([
      [1, hexToBytes(first!)],
      [2, signature],
      [2, signature],
    ]),
  );
  const wrong = [
    signTron(first!, Buffer.alloc(32, 2)).signed,
    signTron(second!, Buffer.alloc(32, 1)).signed,
    // The same signature with the higher value of `s` is valid for the network, and not what is made here.
    writeSigned(first!, flipped),
    writeSigned(first!, concatBytes(signature.subarray(0, 64), Uint8Array.of(signature[64]! - 27))),
    writeSigned(first!, new Uint8Array(65)),
    writeSigned(first!, signature.subarray(0, 64)),
    twice,
    `${signed}2a021801`,
    first!,
    signed.toUpperCase(),
    '',
  ];
  for (const each of wrong) assert.equal(await tronPayment.verify(each, of), undefined, each);
});

test('coins that TRON does not carry are not written', () => {
  const { from, reference, expiration, timestamp } = common;
  const terms = { from, reference, expiration, timestamp, feeLimit: 0n };
  const payment = { id: '1', network: 'tron', asset: 'BTC', to: payee, units: 1n } as never;
  assert.throws(() => writeTronPayment(payment, terms, chain), /does not carry BTC/);
  assert.equal(tronTxid(vectors[0]!.unsigned), vectors[0]!.txid);
});
