// Which chains a policy can name, and that no chain with real coins counts as a development chain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chainReaders } from './payment-chains.ts';

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
