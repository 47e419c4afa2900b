// Paid by the signer's bytes through the sender, and read by the reader of deposits: both speak the API of java-tron, and the development chain
// answers it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { tronSource } from '../../deposits/tron-source.ts';
import type { BaseUnits } from '../../networks/amounts.ts';
import { askHttpNode } from '../../networks/http-node.ts';
import type { Payment } from '../../payments/payment.ts';
import { tronPayment, writeTronPayment } from '../../payments/tron-payment.ts';
import { tronLifetimeMs, tronSender } from '../../payments/tron-sender.ts';
import { openDevTron } from './open-dev-tron.ts';

const directory = mkdtempSync(join(tmpdir(), 'pay-on-dev-tron-'));
let now = 1_795_000_000_000;
const chain = await openDevTron({ directory, bankKey: Buffer.alloc(32, 5), now: () => now });
after(async () => {
  await chain.close();
  rmSync(directory, { recursive: true, force: true });
});
const ask = askHttpNode(chain.url);
const { usdt } = chain;
const of = { chain: { usdt } };
const sender = tronSender(ask, { usdt });
const source = tronSource({ ask, usdt });
const secret = Buffer.alloc(32, 8);
const wallet = tronPayment.walletOf(secret, { usdt });
const payee = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const feeMax = 40_000_000n;

async function made(asset: 'TRX' | 'USDT', units: bigint, id = '1') {
  const payment: Payment = {
    id: `00000000-0000-4000-8000-00000000000${id}`,
    network: 'tron',
    asset,
    to: payee,
    units: units as BaseUnits,
  };
  const terms = (await sender.terms(payment, { wallet, now, feeMax }))!;
  const unsigned = writeTronPayment(payment, terms, { usdt });
  const { signed, txid } = await tronPayment.sign(unsigned, { secret, ...of });
  assert.equal(await tronPayment.verify(signed, { unsigned, wallet, ...of }), txid);
  return { signed, txid, expiration: terms.expiration, read: (await tronPayment.read(unsigned, { wallet, ...of }))! };
}
async function creditsOf(txid: string) {
  const status = await sender.statusOf(txid, now);
  assert.ok(status.kind === 'mined');
  const block = await source.block(status.height);
  assert.equal(block?.isUnproven, undefined, 'the header proves the transactions');
  return block!.credits.filter((credit) => credit.txid === txid);
}

test('coins of the bank arrive, and payments of the wallet do, once', async () => {
  const sent = [
    await chain.send({ asset: 'TRX', to: wallet, units: 500_000_000n }),
    await chain.send({ asset: 'USDT', to: wallet, units: 100_000_000n }),
  ];
  for (const txid of sent) assert.equal((await creditsOf(txid))[0]?.address, wallet);
  for (const asset of ['TRX', 'USDT'] as const) {
    const before = await sender.balanceOf(wallet, 'TRX');
    const { signed, txid, expiration, read } = await made(asset, 5_000_000n);
    assert.deepEqual(await sender.statusOf(txid, expiration), { kind: 'pending' });
    await sender.send(signed);
    await sender.send(signed);
    assert.deepEqual(await creditsOf(txid), [{ txid, ordinal: 0, asset, address: payee, units: 5_000_000n }]);
    assert.equal(await sender.balanceOf(payee, asset), 5_000_000n);
    const cost = before - (await sender.balanceOf(wallet, 'TRX')) - (asset === 'TRX' ? 5_000_000n : 0n);
    assert.ok(cost > 0n && cost <= read.feeMax, `it costs ${cost} of at most ${read.feeMax}`);
    const status = await sender.statusOf(txid, expiration);
    assert.ok(status.kind === 'mined' && !status.isFinal);
    await chain.addBlock();
    await chain.addBlock();
    const final = await sender.statusOf(txid, expiration);
    assert.ok(final.kind === 'mined' && final.isGood && final.isFinal);
    assert.ok((await source.final())!.height >= final.height);
  }
});

test('a payment that the contract refuses is not built, and one that fails is mined, not good and not credited', async () => {
  await assert.rejects(made('USDT', 10n ** 12n), /REVERT/);
  const first = await made('USDT', 60_000_000n, '2');
  const second = await made('USDT', 60_000_000n, '3');
  for (const { signed } of [first, second]) await sender.send(signed);
  const status = await sender.statusOf(second.txid, second.expiration);
  assert.ok(status.kind === 'mined' && !status.isGood);
  assert.deepEqual(await creditsOf(second.txid), []);
  assert.equal((await creditsOf(first.txid))[0]?.units, 60_000_000n);
});

test('a payment that was not sent in time can never be, and only then', async () => {
  const { signed, txid, expiration } = await made('TRX', 1_000_000n, '4');
  now += tronLifetimeMs;
  await chain.addBlock();
  assert.deepEqual(await sender.statusOf(txid, expiration), { kind: 'pending' });
  now += 121_000;
  for (let block = 0; block < 3; block++) await chain.addBlock();
  await assert.rejects(sender.send(signed), /TRANSACTION_EXPIRATION_ERROR: Transaction expired/);
  assert.deepEqual(await sender.statusOf(txid, expiration), { kind: 'never' });
});
