import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { p2wpkh } from '@scure/btc-signer';
import { addr } from 'micro-eth-signer';
import { addressesOfKey, addressesOfXrpAccount, type AddressSource } from './derive-address.ts';
import { parseAddress } from './parse-address.ts';
import { indexOfTag, tagOfIndex } from './xrp-tag.ts';

/** The seed that BIP39 makes of a sentence of words. */
const seedOf = (words: string): Uint8Array => pbkdf2Sync(words, 'mnemonic', 2_048, 64, 'sha512');
/** The sentences of published vectors. */
const seeds = { abandon: seedOf(`${'abandon '.repeat(11)}about`), junk: seedOf(`${'test '.repeat(11)}junk`) };
/** The account that BIP84 publishes. */
const zpub = 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'; // oxfmt-ignore

const accountOf = (seed: keyof typeof seeds, coin: number): HDKey =>
  HDKey.fromMasterSeed(seeds[seed]).derive(`m/44'/${coin}'/0'`);
const first = (source: AddressSource, count = 1): string[] => Array.from({ length: count }, (_, index) => source(index).address); // oxfmt-ignore

test('addresses equal the published vectors', () => {
  assert.deepEqual(first(addressesOfKey('bitcoin', zpub), 2), [
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  ]);
  const ethereum = (seed: keyof typeof seeds) => addressesOfKey('ethereum', accountOf(seed, 60).publicExtendedKey);
  assert.deepEqual(first(ethereum('abandon')), ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94']);
  assert.deepEqual(first(ethereum('junk'), 2), [
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  ]);
  const tron = addressesOfKey('tron', accountOf('abandon', 195).publicExtendedKey);
  assert.deepEqual(first(tron), ['TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH']);
});

test('addresses equal those of other libraries, and the rules accept each', () => {
  const account = accountOf('junk', 0);
  const key = account.publicExtendedKey;
  const [bitcoin, ethereum, tron] = (['bitcoin', 'ethereum', 'tron'] as const).map((network) => addressesOfKey(network, key)); // oxfmt-ignore
  for (const index of [0, 1, 99, 1_000_000, 2 ** 31 - 1]) {
    const publicKey = account.deriveChild(0).deriveChild(index).publicKey!;
    assert.equal(bitcoin!(index).address, p2wpkh(publicKey).address);
    assert.equal(ethereum!(index).address, addr.fromPublicKey(publicKey));
    for (const [network, source] of [['bitcoin', bitcoin], ['ethereum', ethereum], ['tron', tron]] as const) {
      assert.deepEqual(parseAddress(network, source!(index).address), { ok: true, address: source!(index).address });
    } // oxfmt-ignore
  }
});

test('a private key, a key of another level or network, and an index that is none are refused', () => {
  const account = accountOf('abandon', 60);
  for (const [key, why] of [
    [account.privateExtendedKey, /extended public key/],
    [zpub, /a zpub is of bitcoin/],
    [account.deriveChild(0).publicExtendedKey, /three steps below the seed/],
    [HDKey.fromMasterSeed(seeds.abandon).publicExtendedKey, /three steps below the seed/],
    [`${account.publicExtendedKey.slice(0, -1)}z`, /checksum/],
  ] as const) {
    assert.throws(() => addressesOfKey('ethereum', key), why);
  }
  const source = addressesOfKey('ethereum', account.publicExtendedKey);
  for (const index of [-1, 0.5, 2 ** 31, NaN]) assert.throws(() => source(index), RangeError);
});

test('customers of the XRP Ledger share an account and have tags of their own', () => {
  const account = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';
  const source = addressesOfXrpAccount(account);
  assert.deepEqual([1, 2, 42_949_671].map((index) => source(index)), [
    { address: account, tag: 195 },
    { address: account, tag: 292 },
    { address: account, tag: 4_294_967_165 },
  ]); // oxfmt-ignore
  for (const wrong of [`${account}-1`, ` ${account}`, 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', 'r']) {
    assert.throws(() => addressesOfXrpAccount(wrong), /without a tag/);
  }
  for (const index of [0, -1, 1.5, 42_949_672]) assert.throws(() => source(index), RangeError);
});

test('a tag with one wrong digit or two swapped neighbours is nobody', () => {
  for (const index of [1, 2, 10, 97, 4_711, 100_001, 42_949_671]) {
    const tag = `${tagOfIndex(index)}`;
    assert.equal(indexOfTag(tagOfIndex(index)), index);
    for (let place = 0; place < tag.length; place++) {
      for (const digit of '0123456789') {
        const typed = tag.slice(0, place) + digit + tag.slice(place + 1);
        if (typed !== tag) assert.equal(indexOfTag(parseInt(typed, 10)), undefined, typed);
      }
      const swapped = tag.slice(0, place) + (tag[place + 1] ?? '') + tag[place]! + tag.slice(place + 2);
      if (swapped !== tag) assert.equal(indexOfTag(parseInt(swapped, 10)), undefined, swapped);
    }
  }
  for (const tag of [0, 1, 98, 99, 2 ** 32 - 1]) assert.equal(indexOfTag(tag), undefined);
});
