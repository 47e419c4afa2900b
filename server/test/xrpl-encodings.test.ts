// The library that wallets of the XRP Ledger use writes, signs and names the same payments: byte by byte what the signer signs here.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { writeXrplPayment, xrplPayment, type BaseUnits } from '@candor/chain';
import { requireClient } from './support/clients-package.ts';

interface Library {
  Wallet: new (
    publicKey: string,
    privateKey: string,
  ) => {
    classicAddress: string;
    sign(json: object): { tx_blob: string; hash: string };
  };
  encode: (json: object) => string;
  hashes: { hashSignedTx: (blob: string) => string };
}
interface Hd {
  HDKey: {
    fromMasterSeed(seed: Uint8Array): { derive(path: string): { publicKey: Uint8Array; privateKey: Uint8Array } };
  };
}

const count = 1_000;
/** The same numbers each time. */
const bytesOf = (place: number): Buffer => createHash('sha512').update(`payment ${place}`).digest();

test('a thousand payments are encoded, signed and named by xrpl.js in the same bytes', async () => {
  const { Wallet, encode, hashes } = requireClient('xrpl') as Library;
  const { HDKey } = requireClient('@scure/bip32') as Hd;
  let tagged = 0;
  for (let place = 0; place < count; place++) {
    const random = bytesOf(place);
    const secret = random.subarray(0, 32);
    const chain = { networkId: [0, 1, 1_024, 1_025, 21_338, 4_294_967_295][place % 6]! };
    const { publicKey, privateKey } = HDKey.fromMasterSeed(secret).derive("m/44'/144'/0'/0/0");
    const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase();
    const wallet = new Wallet(hex(publicKey), `00${hex(privateKey)}`);
    assert.equal(xrplPayment.walletOf(secret, chain), wallet.classicAddress);
    const payee = xrplPayment.walletOf(bytesOf(-place - 1).subarray(0, 32), chain);
    const tag = random[40]! % 3 === 0 ? undefined : random.readUInt32BE(36) >>> (random[41]! % 32);
    if (tag !== undefined) tagged++;
    const units = (random.readBigUInt64BE(44) % 10n ** BigInt((place % 17) + 1)) + 1n;
    const [sequence, lastLedger] = [random.readUInt32BE(52) || 1, (random.readUInt32BE(56) % 1_000_000_000) + 1];
    const fee = BigInt(random.readUInt16BE(60)) + 1n;
    const json = {
      TransactionType: 'Payment',
      Account: wallet.classicAddress,
      Destination: payee,
      ...(tag === undefined ? {} : { DestinationTag: tag }),
      Amount: String(units),
      Fee: String(fee),
      Flags: 0,
      Sequence: sequence,
      LastLedgerSequence: lastLedger,
      ...(chain.networkId > 1_024 ? { NetworkID: chain.networkId } : {}),
    };
    const terms = { chain, wallet: wallet.classicAddress, sequence, lastLedger, fee };
    const to = tag === undefined ? payee : `${payee}-${tag}`;
    const unsigned = writeXrplPayment({ to, units: units as BaseUnits }, terms);
    assert.equal(unsigned.toUpperCase(), encode(json));
    const { signed, txid } = await xrplPayment.sign(unsigned, { secret, chain });
    const theirs = wallet.sign(json);
    assert.deepEqual([signed.toUpperCase(), txid.toUpperCase()], [theirs.tx_blob, theirs.hash]);
    assert.equal(hashes.hashSignedTx(signed.toUpperCase()), theirs.hash);
  }
  assert.ok(tagged > count / 2 && tagged < count);
});
