import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as btc from '@scure/btc-signer';
import { base58, base58xrp, bech32, bech32m, type BytesCoder } from '@scure/base';
import fc from 'fast-check';
import { addr } from 'micro-eth-signer';
import { classicAddressToXAddress, encodeAccountID, isValidClassicAddress, isValidXAddress, xAddressToClassicAddress } from 'ripple-address-codec'; // oxfmt-ignore
import { networkNames, type NetworkName } from '../networks/networks.ts';
import type { AddressFault } from './address-rule.ts';
import { networkOfShape } from './address-shape.ts';
import { writeBase58Check } from './base58-check.ts';
import { writeEthereumAddress } from './ethereum-address.ts';
import { parseAddress } from './parse-address.ts';
import { writeTronAddress } from './tron-address.ts';
import { runs } from '../../../server/test/support/seed.ts';

/** A network, a text, and what comes of it: the address as it is kept, or why there is none. */
type Case = [NetworkName, text: string, address: string | { why: AddressFault }];

const cases: Case[] = [
  ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv', { why: 'checksum' }],
  ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', { why: 'test-network' }],
  ['bitcoin', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  ['bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['bitcoin', 'BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['bitcoin', 'LcWQxU8jFqVp4pU2dHFnwJmzYHmGp4rBQx', { why: 'checksum' }],
  ['ethereum', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ['ethereum', '0x9858efFD232B4033E47d90003D41EC34EcaEda94', { why: 'checksum' }],
  ['ethereum', '0x9858effd232b4033e47d90003d41ec34ecaeda94', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ['ethereum', '0x0000000000000000000000000000000000000000', { why: 'unspendable' }],
  ['ethereum', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', { why: 'other-network' }],
  ['tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
  ['tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdh', { why: 'checksum' }],
  ['tron', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', { why: 'other-network' }],
  ['tron', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', { why: 'other-network' }],
  ['xrpl', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'],
  ['xrpl', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59-4294967295', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59-4294967295'],
  ['xrpl', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59-4294967296', { why: 'tag' }],
  ['xrpl', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59-12a', { why: 'tag' }],
  ['xrpl', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59-1'],
  ['xrpl', 'TVE26TYGhfLC7tQdno7xP1Bd2LcR4Nb1aPjrYkqgrJmCqFz', { why: 'checksum' }],
  ['xrpl', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk58', { why: 'checksum' }],
]; // oxfmt-ignore

const bytesOf = (length: number, fill: (place: number) => number): Uint8Array => Uint8Array.from({ length }, (_, place) => fill(place)); // oxfmt-ignore
const someBytes = bytesOf(20, (place) => place * 11 + 1);
const classic = encodeAccountID(someBytes);
const xAddressOf = (...tail: number[]): string => writeBase58Check(base58xrp, Uint8Array.of(0x05, 0x44, ...someBytes, ...tail)); // oxfmt-ignore

const rareCases: Case[] = [
  ['bitcoin', '', { why: 'form' }],
  ['bitcoin', ' bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu\n', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyU', { why: 'checksum' }],
  ['bitcoin', writeBase58Check(base58, Uint8Array.of(0x30, ...someBytes)), { why: 'other-network' }],
  ['bitcoin', writeBase58Check(base58, Uint8Array.of(0x6f, ...someBytes)), { why: 'test-network' }],
  ['bitcoin', '1111111111111111111114oLvT2', { why: 'unspendable' }],
  ['bitcoin', bech32m.encode('bc', [0, ...bech32.toWords(someBytes)]), { why: 'form' }],
  ['bitcoin', bech32.encode('bc', [1, ...bech32.toWords(bytesOf(32, (place) => place + 1))]), { why: 'form' }],
  ['bitcoin', bech32m.encode('bc', [2, ...bech32.toWords(bytesOf(32, (place) => place + 1))]), { why: 'form' }],
  ['bitcoin', bech32.encode('bc', [0, ...bech32.toWords(bytesOf(21, (place) => place + 1))]), { why: 'form' }],
  ['bitcoin', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', { why: 'other-network' }],
  ['bitcoin', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59-7', { why: 'other-network' }],
  // Begins as witnesses of the test chain do.
  ['bitcoin', 'TB115BhpCAFbjPUgniZ36TZYxNB67fPKzr', { why: 'other-network' }],
  ['ethereum', '9858EfFD232B4033E47d90003D41EC34EcaEda94', { why: 'form' }],
  ['ethereum', '0X9858EFFD232B4033E47D90003D41EC34ECAEDA94', { why: 'form' }],
  ['ethereum', '0x9858EFFD232B4033E47D90003D41EC34ECAEDA94', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ['ethereum', '0x000000000000000000000000000000000000dEaD', { why: 'unspendable' }],
  ['ethereum', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', { why: 'other-network' }],
  ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', { why: 'unspendable' }],
  ['tron', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', { why: 'other-network' }],
  ['xrpl', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', { why: 'unspendable' }],
  ['xrpl', 'rrrrrrrrrrrrrrrrrrrrBZbvji', { why: 'unspendable' }],
  ['xrpl', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59-', { why: 'tag' }],
  ['xrpl', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59-01', { why: 'tag' }],
  ['xrpl', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59-1-2', { why: 'tag' }],
  ['xrpl', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59-0', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59-0'],
  ['xrpl', classicAddressToXAddress(classic, false, false), classic],
  ['xrpl', classicAddressToXAddress(classic, 4_294_967_295, false), `${classic}-4294967295`],
  ['xrpl', classicAddressToXAddress(classic, 5, true), { why: 'test-network' }],
  ['xrpl', xAddressOf(0, 1, 0, 0, 0, 0, 0, 0, 0), { why: 'tag' }],
  ['xrpl', xAddressOf(1, 1, 0, 0, 0, 1, 0, 0, 0), { why: 'tag' }],
  ['xrpl', xAddressOf(2, 1, 0, 0, 0, 0, 0, 0, 0), { why: 'tag' }],
  ['xrpl', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', { why: 'other-network' }],
  ['xrpl', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', { why: 'other-network' }],
];

function check([network, text, wanted]: Case): void {
  const parsed = parseAddress(network, text);
  const got = !parsed.ok ? { why: parsed.why } : parsed.tag === undefined ? parsed.address : `${parsed.address}-${parsed.tag}`; // oxfmt-ignore
  assert.deepEqual(got, wanted, `${network}: ${text}`);
}

test('typed addresses of each network are accepted, or refused with the reason', () => {
  assert.equal(cases.length, 24);
  cases.forEach(check);
});

test('so are the rare ones: zeros, test chains, unknown versions of witnesses, tags that are none', () => {
  rareCases.forEach(check);
});

test('no text makes a rule fail or take long', () => {
  for (const text of ['1'.repeat(1e6), `bc1${'q'.repeat(1e6)}`, `r${'p'.repeat(1e6)}`, `0x${'0'.repeat(1e6)}`, '\0', '💰']) {
    for (const network of networkNames) assert.equal(parseAddress(network, text).ok, false);
  }
}); // oxfmt-ignore

/** What other libraries say of a text. */
const others: Record<NetworkName, (text: string) => boolean> = {
  bitcoin: (text) => succeeds(() => btc.Address(btc.NETWORK).decode(text)),
  ethereum: (text) => text.startsWith('0x') && addr.isValid(text),
  // Bitcoin's library with TRON's version for both of its own.
  tron: (text) => succeeds(() => btc.Address({ ...btc.NETWORK, bech32: 'none', pubKeyHash: 0x41, scriptHash: 0x41 }).decode(text)), // oxfmt-ignore
  xrpl: (text) => {
    if (isValidXAddress(text)) return !xAddressToClassicAddress(text).test;
    const [, address = '', tag] = /^([^-]*)(?:-(\d+))?$/.exec(text) ?? [];
    return isValidClassicAddress(address) && (tag === undefined || (String(BigInt(tag)) === tag && BigInt(tag) < 2n ** 32n)); // oxfmt-ignore
  },
};

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

/** Nothing that nobody could hold a key to. */
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).filter((each) => each.subarray(0, 18).some((byte) => byte > 0)); // oxfmt-ignore
const account = bytes(20);
const base58Of = (alphabet: BytesCoder, version: number) => account.map((bytes) => writeBase58Check(alphabet, Uint8Array.of(version, ...bytes))); // oxfmt-ignore
const wide = bytes(32);
const tag = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const valid: Record<NetworkName, fc.Arbitrary<string>> = {
  bitcoin: fc.oneof(
    base58Of(base58, 0x00),
    base58Of(base58, 0x05),
    account.map((bytes) => bech32.encode('bc', [0, ...bech32.toWords(bytes)])),
    wide.map((bytes) => bech32.encode('bc', [0, ...bech32.toWords(bytes)])),
    wide.map((bytes) => bech32m.encode('bc', [1, ...bech32m.toWords(bytes)])),
  ),
  ethereum: account.map(writeEthereumAddress),
  tron: account.map(writeTronAddress),
  xrpl: fc.oneof(
    base58Of(base58xrp, 0x00),
    fc.tuple(base58Of(base58xrp, 0x00), tag).map(([address, each]) => `${address}-${each}`),
    fc.tuple(base58Of(base58xrp, 0x00), tag).map(([address, each]) => classicAddressToXAddress(address, each, false)),
  ),
};

/** As people and their devices get addresses wrong. */
const mistake = fc.record({
  kind: fc.constantFrom('replace', 'swap', 'drop', 'repeat', 'insert', 'capital', 'cut', 'all capitals', 'all small'),
  at: fc.nat(100),
  character: fc.constantFrom(...'023456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNOPQRSTUVWXYZ1lI-'),
});

function mistyped(text: string, { kind, at, character }: typeof mistake extends fc.Arbitrary<infer Made> ? Made : never) {
  const place = at % text.length;
  const [before, here, after] = [text.slice(0, place), text[place]!, text.slice(place + 1)];
  switch (kind) {
    case 'replace': return before + character + after;
    case 'swap': return before + after.slice(0, 1) + here + after.slice(1);
    case 'drop': return before + after;
    case 'repeat': return before + here + here + after;
    case 'insert': return before + character + here + after;
    case 'capital': return before + (here === here.toUpperCase() ? here.toLowerCase() : here.toUpperCase()) + after;
    case 'cut': return before;
    case 'all capitals': return text.toUpperCase();
    case 'all small': return text.toLowerCase();
  }
} // oxfmt-ignore

test('mistyped addresses are accepted exactly where other libraries accept them, and every right one is', () => {
  for (const network of networkNames) {
    let wrong = 0;
    fc.assert(
      fc.property(valid[network], fc.array(mistake, { minLength: 1, maxLength: 2 }), (text, mistakes) => {
        assert.equal(parseAddress(network, text).ok, true, text);
        assert.equal(networkOfShape(text), network);
        const typed = mistakes.reduce<string>((each, made) => (each === '' ? each : mistyped(each, made)), text);
        const isAccepted = parseAddress(network, typed).ok;
        assert.equal(isAccepted, others[network](typed), typed);
        if (!isAccepted) wrong++;
        for (const other of networkNames) if (other !== network) assert.equal(parseAddress(other, text).ok, false, text); // oxfmt-ignore
      }),
      { numRuns: runs(2_500) },
    );
    assert.ok(wrong > runs(1_000), `${network}: mistakes are mostly wrong`);
  }
});

test('an accepted address is read again as itself', () => {
  for (const network of networkNames) {
    fc.assert(
      fc.property(valid[network], (text) => {
        const parsed = parseAddress(network, text);
        assert.ok(parsed.ok);
        const again = parseAddress(network, parsed.address);
        assert.deepEqual(again, { ok: true, address: parsed.address });
      }),
      { numRuns: runs(200) },
    );
  }
});

test("in a demo an address of the demo's chain of Bitcoin is right, and one of another chain is not", () => {
  const program = [0, ...bech32.toWords(someBytes)];
  const [own, main, publicTest] = ['bcrt', 'bc', 'tb'].map((prefix) => bech32.encode(prefix, program));
  assert.deepEqual(parseAddress('bitcoin', own!, true), { ok: true, address: own });
  assert.deepEqual(parseAddress('bitcoin', own!.toUpperCase(), true), { ok: true, address: own });
  assert.deepEqual(parseAddress('bitcoin', own!), { ok: false, why: 'test-network' });
  assert.deepEqual(parseAddress('bitcoin', main!, true), { ok: false, why: 'other-network' });
  assert.deepEqual(parseAddress('bitcoin', publicTest!, true), { ok: false, why: 'test-network' });
  const legacy = (first: number) => writeBase58Check(base58, Uint8Array.of(first, ...someBytes));
  assert.deepEqual(parseAddress('bitcoin', legacy(0x6f), true), { ok: true, address: legacy(0x6f) });
  assert.deepEqual(parseAddress('bitcoin', legacy(0xc4), true), { ok: true, address: legacy(0xc4) });
  assert.deepEqual(parseAddress('bitcoin', legacy(0x00), true), { ok: false, why: 'other-network' });
  const burning = bech32.encode('bcrt', [0, ...bech32.toWords(new Uint8Array(20))]);
  assert.deepEqual(parseAddress('bitcoin', burning, true), { ok: false, why: 'unspendable' });
});
