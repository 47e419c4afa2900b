// Which chains a policy can name, and that no chain with real coins counts as a development chain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { bitcoinPayment } from './bitcoin-payment.ts';
import { ethereumPayment } from './ethereum-payment.ts';
import { chainReaders } from './payment-chains.ts';
import { tronPayment } from './tron-payment.ts';

const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const tronUsdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const otherTronUsdt = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';

test('chains without value are development chains, and no others', () => {
  const { bitcoin, ethereum, tron, xrpl } = chainReaders;
  assert.deepEqual(bitcoin({ prefix: 'bc' }), { chain: { prefix: 'bc' }, isDevelopment: false });
  assert.equal(bitcoin({ prefix: 'bcrt' }).isDevelopment, true);
  assert.deepEqual(ethereum({ chainId: '1', usdt }), { chain: { chainId: 1n, usdt }, isDevelopment: false });
  assert.equal(ethereum({ chainId: '31337', usdt }).isDevelopment, true);
  assert.deepEqual(tron({ usdt: tronUsdt }), { chain: { usdt: tronUsdt }, isDevelopment: false });
  assert.equal(tron({ usdt: otherTronUsdt }).isDevelopment, false);
  assert.equal(tron({ usdt: otherTronUsdt, isDevelopment: true }).isDevelopment, true);
  assert.throws(() => tron({ usdt: tronUsdt, isDevelopment: true }), /remove isDevelopment/);
  assert.deepEqual(xrpl({ networkId: 0 }), { chain: { networkId: 0 }, isDevelopment: false });
  // Transactions of the test net name no chain: signed for it, they are valid on the main chain.
  assert.equal(xrpl({ networkId: 1 }).isDevelopment, false);
  assert.equal(xrpl({ networkId: 1_024 }).isDevelopment, false);
  assert.equal(xrpl({ networkId: 1_025 }).isDevelopment, true);
});

test('what names no chain is refused', () => {
  assert.throws(() => chainReaders.bitcoin({ prefix: 'BC' }), /prefix is a text/);
  assert.throws(() => chainReaders.ethereum({ chainId: 1, usdt }), /chainId is a text/);
  assert.throws(() => chainReaders.ethereum({ chainId: '0x7a69', usdt }), /chainId is a text/);
  assert.throws(() => chainReaders.ethereum({ chainId: '1', usdt: usdt.toUpperCase() }), /usdt is a text/);
  assert.throws(() => chainReaders.tron({ usdt }), /usdt is a text/);
  assert.throws(() => chainReaders.tron({ usdt: `${otherTronUsdt.slice(0, -1)}e` }), /wrong checksum/);
  assert.throws(() => chainReaders.tron({ usdt: otherTronUsdt, isDevelopment: 'yes' }), /true or false/);
  for (const networkId of ['0', -1, 0.5, 2 ** 32, NaN])
    assert.throws(() => chainReaders.xrpl({ networkId }), /whole number/);
});

test('one secret gives another key on each network, and on a chain without value another one than on the main chain', () => {
  const secret = new Uint8Array(32).fill(9);
  const hd = HDKey.fromMasterSeed(secret);
  const publicKeys = [
    secp256k1.getPublicKey(secret),
    ...[
      'm',
      "m/84'/0'/0'",
      "m/84'/0'/0'/0/0",
      "m/84'/1'/0'",
      "m/44'/195'/0'/0/0",
      "m/44'/1'/0'/0/0",
      "m/44'/144'/0'/0/0",
    ].map((path) => hd.derive(path).publicKey!),
  ].map((key) => Buffer.from(key).toString('hex'));
  assert.equal(new Set(publicKeys).size, publicKeys.length);
  const tron = (isDevelopment: boolean): string =>
    tronPayment.walletOf(secret, chainReaders.tron({ usdt: otherTronUsdt, isDevelopment }).chain);
  assert.notEqual(tron(true), tron(false));
  // The wallet of Ethereum, whose hashes are signed by the same curve as those of TRON, is none of TRON's addresses.
  const ethereum = ethereumPayment.walletOf(secret, { chainId: 1n, usdt });
  const asTron = (address: string): string => hexOfTron(address).slice(2);
  assert.ok(![tron(true), tron(false)].map(asTron).includes(ethereum.slice(2).toLowerCase()));
  // The engine knows the account's public key: it names no private key, and derives no hardened one.
  const wallet = bitcoinPayment.walletOf(secret, { prefix: 'bc' });
  const account = HDKey.fromExtendedKey(wallet);
  assert.equal(account.privateKey, null);
  assert.throws(() => account.deriveChild(0x8000_0000));
});

/** The 21 bytes of an address of TRON. */
const hexOfTron = (address: string): string => Buffer.from(createBase58check(sha256).decode(address)).toString('hex');
