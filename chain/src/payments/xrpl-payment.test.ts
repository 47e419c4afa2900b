// What becomes of bytes that a lying engine shows to a signer: they are a payment of XRP to the letter, or nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { encode } from 'ripple-binary-codec';
import type { BaseUnits } from '../networks/amounts.ts';
import { readXrplPlace, writeXrplPayment, xrplPayment, xrplPlaceOf } from './xrpl-payment.ts';
import {
  addressOfId,
  isSignedByAccount,
  readXrplTransaction,
  signXrplTransaction,
  writeXrplTransaction,
  xrplTxidOf,
} from './xrpl-transaction.ts';

const secret = new Uint8Array(32).fill(7);
const demo = { networkId: 21_338 };
const wallet = xrplPayment.walletOf(secret, demo);
const payee = 'rQ3PTWGLCbPz8ZCicV5tCX3xuymojTng5r';
const of = { chain: demo, wallet };
const terms = { chain: demo, wallet, sequence: 23, lastLedger: 8_819_954, fee: 12n };
const paid = (to: string, units = 5_000_000n) => ({ to, units: units as BaseUnits });
const unsigned = writeXrplPayment(paid(`${payee}-9999`), terms);
const fields = readXrplTransaction(unsigned)!;

/** The same payment with other fields, by the codec that everybody uses. */
const codec = (more: object): string => {
  const payment = {
    TransactionType: 'Payment',
    Account: wallet,
    Destination: payee,
    DestinationTag: 9_999,
    Amount: '5000000',
    Fee: '12',
    Sequence: 23,
    LastLedgerSequence: 8_819_954,
    Flags: 0,
    NetworkID: demo.networkId,
  };
  const entries = Object.entries({ ...payment, ...more }).filter(([, value]) => value !== undefined);
  return encode(Object.fromEntries(entries)).toLowerCase();
};

// Published by xrpl.js (packages/xrpl/test/wallet): a payment that a key signs for another account, as a regular key does.
const published = {
  privateKey: '01080ec4673a7296598091e712b58591065c21294f117f7ad69c104517ec7b64',
  signed:
    '12000022800000002400000017201b008694f261400000000000000168400000000000000c732102a8a44db3d4c73eeee11dfe54d2029103b776aa8a' +
    '8d293a91d645977c9df5f54474473045022100e8929b68b137ab2aab1ad3a4bb253883b0c8c318dc8bb39579375751b8e54ac502206893b2d61244af' +
    'e777dac9fa3d9ddac7780a9810af4b322d629784fd626b8ce481145e7b112523f68d2f5e879db4eac51c6698a693048314fdb08d07aaa0eb711793a3' +
    '027304d688e10c3648',
  txid: 'aa1d2bdc59e504aa6c2416e864c615fb18042c1ab4457beb883f7194d8c452b5',
} as const;

test('a published payment is read, signed and named as its publisher does', () => {
  const read = readXrplTransaction(published.signed)!;
  assert.deepEqual(
    { account: read.account, destination: read.destination, drops: read.drops, fee: read.fee, sequence: read.sequence },
    { account: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', destination: payee, drops: 1n, fee: 12n, sequence: 23 },
  );
  const bare = { ...read, publicKey: undefined, signature: undefined };
  assert.equal(signXrplTransaction(bare, hexToBytes(published.privateKey)), published.signed);
  assert.equal(xrplTxidOf(published.signed), published.txid);
  // The signature is right, but the key is not the master key of the account that pays.
  assert.ok(!isSignedByAccount(read));
});

test('the wallet is the first account of the path that wallets use for XRP', () => {
  // The seed of the mnemonic "abandon … about", whose addresses are published widely.
  const seed =
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
  assert.equal(xrplPayment.walletOf(hexToBytes(seed), demo), 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3');
});

test('a payment is read as it was written, and signed so that its payer can prove it', async () => {
  assert.equal(unsigned, codec({}));
  assert.deepEqual(await xrplPayment.read(unsigned, of), {
    asset: 'XRP',
    to: `${payee}-9999`,
    units: 5_000_000n,
    feeMax: 12n,
    places: ['23/8819954'],
  });
  const first = await xrplPayment.sign(unsigned, { secret, chain: demo });
  assert.deepEqual(await xrplPayment.sign(unsigned, { secret, chain: demo }), first);
  assert.equal(await xrplPayment.verify(first.signed, { ...of, unsigned }), first.txid);
  assert.match(first.txid, /^[0-9a-f]{64}$/);
});

test('no tag, the tag 0 and the highest tag are three payees', async () => {
  for (const to of [payee, `${payee}-0`, `${payee}-4294967295`]) {
    const read = await xrplPayment.read(writeXrplPayment(paid(to), terms), of);
    assert.equal(read!.to, to);
  }
  const others = [
    `${payee}-4294967296`,
    `${payee}-01`,
    `${payee}-`,
    ` ${payee}`,
    'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ',
    wallet,
  ];
  for (const to of others) assert.throws(() => writeXrplPayment(paid(to), terms), to);
});

test('transactions that could pay in another way are no payments', async () => {
  const usd = { currency: 'USD', issuer: payee, value: '5' };
  const attacks: Record<string, object> = {
    'partial payment': { Flags: 0x0002_0000 },
    'partial payment beside the usual flag': { Flags: 0x8002_0000 },
    'another kind of delivery': { Flags: 0x0001_0000 },
    'the most to be spent': { SendMax: '5000000' },
    'the least to be delivered': { DeliverMin: '1', Flags: 0x0002_0000 },
    paths: { Paths: [[usd]] },
    memo: { Memos: [{ Memo: { MemoData: '72656e74' } }] },
    'source tag': { SourceTag: 1 },
    'invoice id': { InvoiceID: 'ab'.repeat(32) },
    token: { Amount: usd },
    ticket: { Sequence: 0, TicketSequence: 3 },
    'sequence of a ticket': { Sequence: 0 },
    'not the wallet': { Account: payee, Destination: wallet },
    'back to the wallet': { Destination: wallet },
    'account of zeros': { Destination: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp' },
    'account of one': { Destination: 'rrrrrrrrrrrrrrrrrrrrBZbvji' },
    'another network': { NetworkID: 21_337 },
    'main network': { NetworkID: undefined },
    'no end': { LastLedgerSequence: undefined },
    'an end at ledger 0': { LastLedgerSequence: 0 },
    'an end in a hundred years': { LastLedgerSequence: 0xffff_ffff },
    nothing: { Amount: '0' },
    'no fee': { Fee: '0' },
    'no flags': { Flags: undefined },
    'an earlier transaction': { AccountTxnID: 'ab'.repeat(32) },
    delegate: { Delegate: payee },
    'a key and no signature': { SigningPubKey: '02a8a44db3d4c73eeee11dfe54d2029103b776aa8a8d293a91d645977c9df5f544' },
    'an empty key': { SigningPubKey: '' },
    'signers in place of a key': {
      SigningPubKey: '',
      Signers: [
        { Signer: { Account: payee, SigningPubKey: `02${'a8'.repeat(32)}`, TxnSignature: '3006020101020101' } },
      ],
    },
    'another kind of transaction': { TransactionType: 'AccountDelete', Amount: undefined },
  };
  for (const [name, more] of Object.entries(attacks))
    assert.equal(await xrplPayment.read(codec(more), of), undefined, name);
  assert.equal((await xrplPayment.read(codec({ Flags: 0x8000_0000 }), of))?.units, 5_000_000n);
  assert.equal(
    (await xrplPayment.read(codec({ NetworkID: undefined }), { ...of, chain: { networkId: 0 } }))?.units,
    5_000_000n,
  );
  assert.equal(await xrplPayment.read(unsigned, { ...of, chain: { networkId: 0 } }), undefined);
  for (const other of [
    unsigned.toUpperCase(),
    `${unsigned}00`,
    `0x${unsigned}`,
    unsigned.slice(2),
    `${unsigned}\n`,
    '',
  ]) {
    assert.equal(await xrplPayment.read(other, of), undefined);
  }
});

test('a tag that is added, removed or changed, and a higher fee, are read as they are: the signer compares them', async () => {
  assert.equal((await xrplPayment.read(codec({ DestinationTag: undefined }), of))?.to, payee);
  assert.equal((await xrplPayment.read(codec({ DestinationTag: 9_998 }), of))?.to, `${payee}-9998`);
  assert.equal((await xrplPayment.read(codec({ Fee: '90000000' }), of))?.feeMax, 90_000_000n);
});

test('what comes back from a signer is the signature of exactly these bytes, by the wallet, in the one form', async () => {
  const { signed } = await xrplPayment.sign(unsigned, { secret, chain: demo });
  const verify = (text: string, more: object = {}) => xrplPayment.verify(text, { ...of, unsigned, ...more });
  const stranger = HDKey.fromMasterSeed(new Uint8Array(32).fill(8)).privateKey!;
  assert.equal(await verify(signXrplTransaction(fields, stranger)), undefined);
  const more = signXrplTransaction({ ...fields, drops: 5_000_001n }, stranger);
  assert.equal(await verify(more), undefined);
  assert.equal(await verify(unsigned), undefined);
  assert.equal(await verify(signed, { wallet: payee }), undefined);
  assert.equal(await verify(signed, { chain: { networkId: 0 } }), undefined);
  const read = readXrplTransaction(signed)!;
  // The same signature with the other s, which everybody can compute: another txid for the same payment.
  assert.equal(await verify(writeXrplTransaction({ ...read, signature: otherS(read.signature!) })), undefined);
  await assert.rejects(async () => xrplPayment.sign(signed, { secret, chain: demo }));
  await assert.rejects(async () => xrplPayment.sign(unsigned, { secret: new Uint8Array(32).fill(8), chain: demo }));
});

test('a payment is signed once: nothing replaces it', async () => {
  const [last, next] = await Promise.all(
    [12n, 24n].map((fee) => xrplPayment.read(writeXrplPayment(paid(payee), { ...terms, fee }), of)),
  );
  assert.equal(xrplPayment.replaces(next!, last!), false);
  assert.deepEqual(next!.places, last!.places);
});

test('a place names the number and the last ledger', () => {
  assert.deepEqual(readXrplPlace(xrplPlaceOf({ sequence: 7, lastLedger: 90 })), { sequence: 7, lastLedger: 90 });
  for (const place of ['7', '7/', '07/90', '7/90/1', '-7/90', '']) assert.equal(readXrplPlace(place), undefined);
});

const word = fc.integer({ min: 1, max: 2 ** 32 - 1 });
const anyPayment = fc.record({
  id: fc.uint8Array({ minLength: 20, maxLength: 20 }).filter((id) => id.subarray(0, 18).some((byte) => byte > 0)),
  tag: fc.option(fc.integer({ min: 0, max: 2 ** 32 - 1 })),
  units: fc.bigInt(1n, 10n ** 17n),
  fee: fc.bigInt(1n, 10n ** 8n),
  sequence: word,
  lastLedger: fc.integer({ min: 1, max: 1_000_000_000 }),
  networkId: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_025 }), word),
});

test('whatever is written is read again, and written by the codec of everybody in the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(anyPayment, async ({ id, tag, units, fee, sequence, lastLedger, networkId }) => {
      const address = addressOfId(bytesToHex(id));
      const to = tag === null ? address : `${address}-${tag}`;
      const chain = { networkId };
      const bytes = writeXrplPayment(paid(to, units), { chain, wallet, sequence, lastLedger, fee });
      assert.deepEqual(await xrplPayment.read(bytes, { chain, wallet }), {
        asset: 'XRP',
        to,
        units,
        feeMax: fee,
        places: [`${sequence}/${lastLedger}`],
      });
      const json = {
        Destination: address,
        DestinationTag: tag ?? undefined,
        Amount: `${units}`,
        Fee: `${fee}`,
        Sequence: sequence,
        LastLedgerSequence: lastLedger,
        NetworkID: networkId > 1_024 ? networkId : undefined,
      };
      assert.equal(codec(json), bytes);
    }),
    { numRuns: 100 },
  );
});

test('of ten thousand changed texts each is refused, or is a payment whose every byte is read', async () => {
  const hexDigits = [...'0123456789abcdef'];
  const change = fc.record({
    at: fc.nat(unsigned.length - 1),
    digit: fc.constantFrom(...hexDigits),
    cut: fc.nat(4),
    add: fc.stringMatching(/^[0-9a-f]{0,8}$/),
  });
  await fc.assert(
    fc.asyncProperty(change, async ({ at, digit, cut, add }) => {
      const changed = `${unsigned.slice(0, at)}${digit}${add}${unsigned.slice(at + 1 + cut)}`;
      const read = await xrplPayment.read(changed, of);
      if (!read) return;
      const place = readXrplPlace(read.places[0]!)!;
      const { flags } = readXrplTransaction(changed)!;
      const again = writeXrplPayment(paid(read.to, read.units), { ...terms, ...place, fee: read.feeMax });
      assert.equal(changed, writeXrplTransaction({ ...readXrplTransaction(again)!, flags }));
    }),
    { numRuns: 10_000 },
  );
});

/** DER with s replaced by n - s. */
function otherS(der: string): string {
  const order = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
  const rLength = parseInt(der.slice(6, 8), 16) * 2;
  const r = der.slice(4, 8 + rLength);
  const digits = (order - BigInt(`0x${der.slice(12 + rLength)}`)).toString(16).padStart(64, '0');
  const s = /^[89a-f]/.test(digits) ? `00${digits}` : digits;
  const body = `${r}02${(s.length / 2).toString(16).padStart(2, '0')}${s}`;
  return `30${(body.length / 2).toString(16)}${body}`;
}
