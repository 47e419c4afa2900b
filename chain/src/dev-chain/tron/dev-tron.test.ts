// The development chain of TRON takes what java-tron would take, and knows after a kill what it has said before.
import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { writeTronAddress } from '../../addresses/tron-address.ts';
import { addressOfKey, signTron } from '../../tron/tron-signature.ts';
import { writeTronTransfer, type TronTransfer } from '../../tron/tron-transfer.ts';
import { openLedger, type DevLedger } from './dev-ledger.ts';
import { openDevTron, type DevTron } from './open-dev-tron.ts';

const directory = mkdtempSync(join(tmpdir(), 'dev-tron-'));
const opened: DevTron[] = [];
after(async () => {
  await Promise.all(opened.map((chain) => chain.close()));
  rmSync(directory, { recursive: true, force: true });
});

const [bankKey, ownKey] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)];
const [bank, own] = [bankKey, ownKey].map((key) => addressOfKey(secp256k1.getPublicKey(key))) as [string, string];
const payee = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const start = 1_795_000_000_000;
const hour = 3_600_000;

function startLedger(): DevLedger {
  const ledger = openLedger({ bank, timestamp: start });
  for (let block = 1; block <= 5; block++) ledger.add({ timestamp: start + block * 3_000, signed: [] });
  return ledger;
}

function transferOn(ledger: DevLedger, more: Partial<TronTransfer> = {}): TronTransfer {
  const { height, id } = ledger.newestFinal();
  const reference = { bytes: height.toString(16).padStart(4, '0'), hash: id.slice(16, 32) };
  const times = { timestamp: start, expiration: start + hour };
  return { asset: 'TRX', from: bank, to: own, units: 10n ** 9n, feeLimit: 0n, reference, ...times, ...more };
}
const signedBy = (key: Uint8Array, ledger: DevLedger, transfer: TronTransfer): string =>
  signTron(writeTronTransfer(transfer, ledger.usdt), key).signed;
const at = start + 20_000;

test('what is valid is carried out once', () => {
  const ledger = startLedger();
  const signed = signedBy(bankKey, ledger, transferOn(ledger));
  assert.equal(ledger.judge(signed, at), undefined);
  ledger.add({ timestamp: at, signed: [signed] });
  assert.equal(ledger.trxOf(own), 10n ** 9n);
  // The payee's account was created.
  assert.equal(ledger.trxOf(bank), 10n ** 17n - 10n ** 9n - 1_100_000n);
  assert.equal(ledger.judge(signed, at + 1)?.code, 'DUP_TRANSACTION_ERROR');
  assert.throws(() => ledger.add({ timestamp: at + 1, signed: [signed] }), /DUP_TRANSACTION_ERROR/);
});

test('what java-tron refuses is refused with its code', () => {
  const ledger = startLedger();
  const codeOf = (signed: string): string | undefined => ledger.judge(signed, at)?.code;
  const of = (more: Partial<TronTransfer>, key = bankKey): string => signedBy(key, ledger, transferOn(ledger, more));
  assert.equal(codeOf(of({}, ownKey)), 'SIGERROR');
  assert.equal(codeOf(of({ from: own, to: payee })), 'SIGERROR');
  assert.equal(codeOf(of({ from: own, to: payee }, ownKey)), 'CONTRACT_VALIDATE_ERROR');
  assert.equal(codeOf(of({ units: 10n ** 17n })), 'CONTRACT_VALIDATE_ERROR');
  assert.equal(codeOf(of({ reference: { bytes: '0001', hash: '00'.repeat(8) } })), 'TAPOS_ERROR');
  assert.equal(codeOf(of({ reference: { bytes: 'ffff', hash: ledger.blockAt(1)!.id.slice(16, 32) } })), 'TAPOS_ERROR');
  const head = ledger.newest().timestamp;
  for (const expiration of [head, at - 1]) {
    assert.equal(codeOf(of({ timestamp: start, expiration })), 'TRANSACTION_EXPIRATION_ERROR');
  }
  const late = { timestamp: head + 1_000, expiration: head + 86_400_001 };
  assert.equal(codeOf(of(late)), 'TRANSACTION_EXPIRATION_ERROR');
  assert.equal(codeOf(of({ ...late, expiration: head + 86_400_000 })), undefined);
  assert.equal(codeOf('00'), 'OTHER_ERROR');
  assert.equal(codeOf(of({ asset: 'USDT' })), 'OTHER_ERROR', 'a call without a limit of energy');
});

test('a call that fails costs its fee and pays nothing', () => {
  const ledger = startLedger();
  const token = (more: Partial<TronTransfer>): TronTransfer =>
    transferOn(ledger, { asset: 'USDT', feeLimit: 50_000_000n, ...more });
  const good = signedBy(bankKey, ledger, token({ units: 5n }));
  ledger.add({ timestamp: at, signed: [good, signedBy(bankKey, ledger, transferOn(ledger))] });
  const [tooLittle, tooMuch] = [
    token({ to: payee, units: 6n, feeLimit: 1_000n }),
    token({ from: own, to: payee, units: 6n }),
  ];
  const before = [ledger.trxOf(bank)!, ledger.trxOf(own)!];
  const block = ledger.add({
    timestamp: at + 1,
    signed: [signedBy(bankKey, ledger, tooLittle), signedBy(ownKey, ledger, tooMuch)],
  });
  assert.deepEqual(block.entries.map(({ outcome }) => outcome), ['OUT_OF_ENERGY', 'REVERT']); // oxfmt-ignore
  assert.equal(ledger.tokensOf(payee), 0n);
  assert.equal(ledger.tokensOf(own), 5n);
  const [first, second] = block.entries;
  assert.equal(ledger.trxOf(bank), before[0]! - first!.wayFee - 1_000n);
  assert.equal(ledger.trxOf(own), before[1]! - second!.wayFee - 500_000n);
});

test('no transfer makes coins', () => {
  const keys = [bankKey, ownKey, Buffer.alloc(32, 7)];
  const owners = keys.map((key) => addressOfKey(secp256k1.getPublicKey(key)));
  const step = fc.record({
    from: fc.nat(2),
    to: fc.nat(2),
    asset: fc.constantFrom('TRX' as const, 'USDT' as const),
    units: fc.bigInt(1n, 10n ** 10n),
    feeLimit: fc.bigInt(1n, 20_000_000n),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
      const ledger = startLedger();
      let spent = 0n;
      for (const [place, { from, to, asset, units, feeLimit }] of steps.entries()) {
        const limit = asset === 'TRX' ? 0n : feeLimit;
        const times = { timestamp: start + place, expiration: start + hour };
        const more = { from: owners[from]!, to: owners[to]!, asset, units, feeLimit: limit, ...times };
        const signed = signedBy(keys[from]!, ledger, transferOn(ledger, more));
        const time = at + place;
        if (ledger.judge(signed, time)) continue;
        const { entries } = ledger.add({ timestamp: time, signed: [signed] });
        spent += entries[0]!.wayFee + entries[0]!.energyFee;
      }
      const sum = (of: (address: string) => bigint): bigint => owners.reduce((total, each) => total + of(each), 0n);
      assert.equal(sum((each) => ledger.trxOf(each) ?? 0n) + spent, 10n ** 17n);
      assert.equal(
        sum((each) => ledger.tokensOf(each)),
        10n ** 15n,
      );
    }),
    { numRuns: 8 },
  );
});

let now = start;
async function open(name: string, key = bankKey): Promise<DevTron> {
  const chain = await openDevTron({ directory: join(directory, name), bankKey: key, now: () => now });
  opened.push(chain);
  return chain;
}
async function askAt(url: string, path: string, sent: object = {}): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/${path}`, { method: 'POST', body: JSON.stringify(sent) });
  return (await response.json()) as Record<string, unknown>;
}

test('what was answered is on the disk already: another process goes on from there', async () => {
  const chain = await open('first');
  const txid = await chain.send({ asset: 'USDT', to: payee, units: 7n });
  const tip = await askAt(chain.url, 'wallet/getnowblock');
  mkdirSync(join(directory, 'second'));
  const blocks = join(directory, 'second/blocks.jsonl');
  copyFileSync(join(directory, 'first/blocks.jsonl'), blocks);
  // The process ended in the middle of the next line.
  appendFileSync(blocks, '{"id":"00000000');
  const again = await open('second');
  const { blockNumber } = await askAt(again.url, 'wallet/gettransactioninfobyid', { value: txid });
  const block = await askAt(again.url, 'wallet/getblockbynum', { num: blockNumber });
  assert.deepEqual(block, tip);
  assert.equal(again.usdt, chain.usdt);
  await again.addBlock();
  assert.ok(readFileSync(blocks, 'utf8').endsWith('}\n'));
  await assert.rejects(open('second', ownKey), /is not the one that was written/);
});

test('a second process on the same file ends the first one before it forks the chain', async () => {
  const first = await open('shared');
  const second = await open('shared');
  await assert.rejects(first.addBlock(), /another process writes/);
  await first.ended;
  await assert.rejects(first.addBlock(), /could not be written/);
  await second.addBlock();
  const tip = await askAt(second.url, 'wallet/getnowblock');
  assert.deepEqual(await askAt((await open('shared')).url, 'wallet/getblockbynum', { num: 7 }), tip);
});

test('after a pause the first question makes new final blocks, whose time payments can name', async () => {
  const chain = await open('paused');
  now += 3 * hour;
  const { block_header: header } = (await askAt(chain.url, 'walletsolidity/getnowblock')) as {
    block_header: { raw_data: { timestamp: number } };
  };
  assert.ok(now - header.raw_data.timestamp < 1_000);
});

test('blocks come with time and questions, and are final two blocks later', async () => {
  const chain = await open('paced');
  const heightOf = async (view: string): Promise<unknown> => {
    const block = await askAt(chain.url, `${view}/getnowblock`);
    return (block as { block_header: { raw_data: { number?: number } } }).block_header.raw_data.number;
  };
  assert.deepEqual([await heightOf('wallet'), await heightOf('walletsolidity')], [3, 1]);
  now += 59_000;
  assert.equal(await heightOf('wallet'), 3);
  now += 1_003;
  assert.equal(await heightOf('wallet'), 4);
  const txid = await chain.send({ asset: 'TRX', to: payee, units: 7n });
  assert.deepEqual(await askAt(chain.url, 'walletsolidity/gettransactioninfobyid', { value: txid }), {});
  now += 3_001;
  assert.equal(await heightOf('wallet'), 6);
  await chain.addBlock();
  const { id } = await askAt(chain.url, 'walletsolidity/gettransactioninfobyid', { value: txid });
  assert.equal(id, txid);
});

test('questions that make no sense are answered as java-tron does, and nothing outside its calls is served', async () => {
  const chain = await open('asked');
  for (const [path, sent] of [
    ['wallet/broadcasthex', { transaction: 'zz' }],
    ['wallet/broadcasthex', {}],
    ['wallet/getblockbynum', { num: 'x' }],
    ['wallet/getaccount', { address: 'T' }],
    ['wallet/gettransactionbyid', { value: '1' }],
  ] as const) {
    const { Error: error } = await askAt(chain.url, path, sent);
    assert.equal(typeof error, 'string', path);
  }
  assert.deepEqual(await askAt(chain.url, 'wallet/getblockbynum', { num: 99 }), {});
  assert.deepEqual(
    await askAt(chain.url, 'wallet/getaccount', { address: writeTronAddress(new Uint8Array(20).fill(9)) }),
    {},
  );
  for (const path of ['', 'wallet/createaccount', 'wallet/constructor', 'walletsolidity/broadcasthex', '../etc']) {
    assert.equal((await fetch(`${chain.url}/${path}`, { method: 'POST' })).status, 404, path);
  }
});
