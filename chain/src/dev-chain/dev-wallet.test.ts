// The directory of a demo: what an older demo wrote into it is read where it lies, and every network has keys of its own from the one seed.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { hex } from '@scure/base';
import { addressesOfKey } from '../addresses/derive-address.ts';
import { parseAddress } from '../addresses/parse-address.ts';
import { readDevNode, writeDevNode } from './dev-node-file.ts';
import { devBankKey, devWalletKey } from './dev-wallet.ts';

/** Written by a demo that had a development chain of Ethereum alone. */
const older = {
  seed: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  xpub: 'xpub6DMFE9j2ncmpqUwtaiyPPdiYWRud5iDLhE1ka9gFJKockpH9xeXNKrXRM1XrPsh9NonaRW6hbZ83sukTc2544gvTTTRbp1ak823LG5gBYV5',
  bankKey: '038c1a7b8944858b2a1accfba7c5c9ba60f0f51a324a78c2e8b97e1437a65ad7',
  node: { url: 'http://127.0.0.1:12345', usdt: '0x5fbdb2315678afecb367f032d93f642f64180aa3' },
};

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'candor-dev-wallet-'));
  writeFileSync(join(directory, 'seed'), `${older.seed}\n`);
  writeFileSync(join(directory, 'ethereum.xpub'), `${older.xpub}\n`);
  writeFileSync(join(directory, 'node.json'), JSON.stringify(older.node));
});
after(() => rmSync(directory, { recursive: true }));

test('a demo of Ethereum alone goes on with its addresses, its bank and its node', () => {
  assert.equal(devWalletKey(directory, 'ethereum'), older.xpub);
  rmSync(join(directory, 'ethereum.xpub'));
  assert.equal(devWalletKey(directory, 'ethereum'), older.xpub);
  assert.equal(hex.encode(devBankKey(directory, 'ethereum')), older.bankKey);
  assert.deepEqual(readDevNode(directory, 'ethereum'), older.node);
  assert.equal(readFileSync(join(directory, 'seed'), 'utf8'), `${older.seed}\n`);
});

test('each network has a key of its own from the one seed, and a file of its own for its node', () => {
  const keys = (['bitcoin', 'ethereum', 'tron'] as const).map((network) => devWalletKey(directory, network));
  const banks = (['bitcoin', 'ethereum', 'tron', 'xrpl'] as const).map((network) =>
    hex.encode(devBankKey(directory, network)),
  );
  assert.deepEqual([new Set(keys).size, new Set(banks).size], [3, 4]);
  assert.equal(readDevNode(directory, 'bitcoin'), undefined);
  writeDevNode(directory, 'bitcoin', { url: 'http://127.0.0.1:1', usdt: '' });
  assert.deepEqual(readDevNode(directory, 'bitcoin'), { url: 'http://127.0.0.1:1', usdt: '' });
  assert.deepEqual(readDevNode(directory, 'ethereum'), older.node);
});

test('a file that was cut short is no node of another network, and a directory that is not there is made', () => {
  const fresh = join(directory, 'made/later');
  writeDevNode(fresh, 'tron', { url: 'http://127.0.0.1:2', usdt: 'T' });
  assert.equal(devWalletKey(fresh, 'tron'), devWalletKey(fresh, 'tron'));
  mkdirSync(join(directory, 'xrpl'));
  writeFileSync(join(directory, 'xrpl/node.json'), '{"url":"http');
  assert.throws(() => readDevNode(directory, 'xrpl'), SyntaxError);
});

test("addresses of the demo's Bitcoin are of its test chain alone", () => {
  const { address } = addressesOfKey('bitcoin', devWalletKey(directory, 'bitcoin'), true)(1);
  assert.match(address, /^bcrt1q[0-9a-z]{38}$/);
  assert.equal(parseAddress('bitcoin', address, true).ok, true);
  assert.equal(parseAddress('bitcoin', address).ok, false);
});
