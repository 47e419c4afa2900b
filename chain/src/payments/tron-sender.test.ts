// What nodes of TRON answer, and what the payer makes of it. Whatever is unknown is never taken for failed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BaseUnits } from '../networks/amounts.ts';
import { NodeError, type AskNode } from '../networks/json-rpc.ts';
import { signTron } from '../tron/tron-signature.ts';
import { readTronPayment, writeTronPayment } from './tron-payment.ts';
import { tronSender } from './tron-sender.ts';
import type { Payment } from './payment.ts';

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const wallet = 'TCNkawTmcQgYSU8nP8cHswT1QPjharxJr7';
const payee = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const now = 1_764_336_400_000;
const payment: Payment = {
  id: '00000000-0000-4000-8000-000000000001',
  network: 'tron',
  asset: 'USDT',
  to: payee,
  units: 5_000_000n as BaseUnits,
};

/** Answers by path; a path that is not named fails as one that is not served. */
function scripted(answers: Record<string, unknown>): { ask: AskNode; asked: string[] } {
  const asked: string[] = [];
  const ask: AskNode = async (path, sent) => {
    asked.push(path);
    if (!Object.hasOwn(answers, path)) throw new NodeError('http', 'the node answers 404', 404);
    const answer = answers[path];
    const found: unknown = typeof answer === 'function' ? (answer as (of: unknown) => unknown)(sent) : answer;
    if (found instanceof Error) throw found;
    return found;
  };
  return { ask, asked };
}

const idOf = (height: number): string => `${height.toString(16).padStart(16, '0')}${'ab'.repeat(24)}`;
const block = (height: number, timestamp: number, txids: readonly string[] = []) => ({
  blockID: idOf(height),
  block_header: { raw_data: { number: height, timestamp } },
  ...(txids.length > 0 && { transactions: txids.map((txID) => ({ txID })) }),
});
const prices = {
  chainParameter: [
    { key: 'getTransactionFee', value: 1_000 },
    { key: 'getEnergyFee', value: 100 },
    { key: 'getCreateAccountFee', value: 100_000 },
    { key: 'getCreateNewAccountFeeInSystemContract', value: 1_000_000 },
    // A parameter of zero has no value.
    { key: 'getRemoveThePowerOfTheGr' },
  ],
};
const tried = {
  result: { result: true },
  energy_used: 64_285,
  constant_result: ['00'.repeat(32)],
  transaction: { ret: [{}] },
};
const network = {
  'walletsolidity/getnowblock': block(0x1_2345, now - 57_000),
  'wallet/getchainparameters': prices,
  'wallet/triggerconstantcontract': tried,
};
const termsBy = (answers: Record<string, unknown>, feeMax = 100_000_000n, of: Partial<Payment> = {}) =>
  tronSender(scripted({ ...network, ...answers }).ask, { usdt }).terms({ ...payment, ...of }, { wallet, now, feeMax });

test('a payment names the newest final block, ends an hour after it, and may use a quarter more energy than estimated', async () => {
  const terms = (await termsBy({}))!;
  assert.deepEqual(terms.reference, { bytes: '2345', hash: 'ab'.repeat(8) });
  assert.equal(terms.expiration, now - 57_000 + 3_600_000);
  assert.equal(terms.feeLimit, 8_035_625n);
  const read = readTronPayment(writeTronPayment(payment, terms, { usdt }), { chain: { usdt }, wallet });
  assert.equal(read?.to, payee);
});

test('equal payments by the same block have different bytes', async () => {
  const ids = Array.from({ length: 50 }, (_, n) => `00000000-0000-4000-8000-0000000000${10 + n}`);
  const all = await Promise.all(
    ids.map(async (id) => writeTronPayment(payment, (await termsBy({}, 10n ** 9n, { id }))!, { usdt })),
  );
  assert.equal(new Set(all).size, ids.length);
});

test('the cap bounds the whole cost: room is given up first, then the payment', async () => {
  const way = 345_000n;
  assert.equal((await termsBy({}, 8_035_625n + way))?.feeLimit, 8_035_625n);
  assert.equal((await termsBy({}, 7_000_000n + way))?.feeLimit, 7_000_000n);
  assert.equal((await termsBy({}, 6_428_500n + way))?.feeLimit, 6_428_500n);
  assert.equal(await termsBy({}, 6_428_499n + way), undefined);
  const trx = { asset: 'TRX' } as const;
  assert.equal((await termsBy({}, 1_400_000n, trx))?.feeLimit, 0n);
  assert.equal(await termsBy({}, 1_300_000n, trx), undefined);
});

test('no payment is made once the network asks more than the signer’s bound takes into account', async () => {
  for (const raised of [
    { key: 'getTransactionFee', value: 1_001 },
    { key: 'getCreateAccountFee', value: 100_001 },
  ]) {
    const chainParameter = [...prices.chainParameter, raised];
    assert.equal(await termsBy({ 'wallet/getchainparameters': { chainParameter } }), undefined);
  }
});

test('no payment is made on what a node does not say clearly', async () => {
  const cases: [RegExp, Record<string, unknown>][] = [
    [/does not follow the chain/, { 'walletsolidity/getnowblock': block(9, now - 600_001) }],
    [/does not follow the chain/, { 'walletsolidity/getnowblock': block(9, now + 600_001) }],
    [/of another height/, { 'walletsolidity/getnowblock': { ...block(9, now), blockID: idOf(8) } }],
    [/no object/, { 'walletsolidity/getnowblock': {} }],
    [/class java.lang/, { 'walletsolidity/getnowblock': { Error: 'class java.lang.NullPointerException' } }],
    [/does not name the price/, { 'wallet/getchainparameters': { chainParameter: [] } }],
    [/no list/, { 'wallet/getchainparameters': {} }],
    [/how much energy/, { 'wallet/triggerconstantcontract': { ...tried, energy_used: 0 } }],
    [/below zero/, { 'wallet/triggerconstantcontract': { ...tried, energy_used: -1 } }],
    [/REVERT opcode executed/, { 'wallet/triggerconstantcontract': { ...tried, result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') } } }], // oxfmt-ignore
    [/triggerconstantcontract/, { 'wallet/triggerconstantcontract': { ...tried, transaction: { ret: [{ ret: 'FAILED' }] } } }], // oxfmt-ignore
    [/CONTRACT_VALIDATE_ERROR: none/, { 'wallet/triggerconstantcontract': { result: { code: 'CONTRACT_VALIDATE_ERROR', message: 'none' } } }], // oxfmt-ignore
  ];
  for (const [why, answers] of cases) await assert.rejects(termsBy(answers), why);
});

async function signedPayment(): Promise<{ signed: string; txid: string }> {
  return signTron(writeTronPayment(payment, (await termsBy({}))!, { usdt }), Buffer.alloc(32, 1));
}
const { signed, txid } = await signedPayment();
const refusals = [
  'SIGERROR',
  'CONTRACT_VALIDATE_ERROR',
  'BANDWITH_ERROR',
  'DUP_TRANSACTION_ERROR',
  'TAPOS_ERROR',
  'TOO_BIG_TRANSACTION_ERROR',
  'TRANSACTION_EXPIRATION_ERROR',
  'SERVER_BUSY',
  'NO_CONNECTION',
  'NOT_ENOUGH_EFFECTIVE_CONNECTION',
  'BLOCK_UNSOLIDIFIED',
  'OTHER_ERROR',
  'A_CODE_OF_A_LATER_VERSION',
  4,
];
const refused = (code: unknown) => ({ result: false, code, message: Buffer.from('words of the node').toString('hex') });

test('after any refusal the node is asked whether it holds the transaction', async () => {
  for (const code of refusals) {
    const unknown = { 'wallet/broadcasthex': refused(code), 'wallet/gettransactionbyid': {} };
    await assert.rejects(tronSender(scripted(unknown).ask, { usdt }).send(signed), /words of the node/, String(code));
    const inBlock = { ...unknown, 'wallet/gettransactionbyid': { txID: txid } };
    await tronSender(scripted(inBlock).ask, { usdt }).send(signed);
    const waiting = { ...unknown, 'wallet/gettransactionfrompending': { txID: txid } };
    await tronSender(scripted(waiting).ask, { usdt }).send(signed);
    const other = { ...unknown, 'wallet/gettransactionbyid': { txID: 'ab'.repeat(32) } };
    await assert.rejects(tronSender(scripted(other).ask, { usdt }).send(signed), /words of the node/);
  }
});

test('a node that takes another transaction, nothing, or answers an error has not taken this one', async () => {
  const held = { 'wallet/gettransactionbyid': {} };
  for (const answer of [{}, { result: true, txid: 'cd'.repeat(32) }, { result: 'true' }, { Error: 'closed' }]) {
    const node = scripted({ ...held, 'wallet/broadcasthex': answer });
    await assert.rejects(tronSender(node.ask, { usdt }).send(signed), NodeError);
  }
  const taken = scripted({ 'wallet/broadcasthex': ({ transaction }: Record<string, unknown>) => ({ result: transaction === signed, txid }) }); // oxfmt-ignore
  await tronSender(taken.ask, { usdt }).send(signed);
  assert.deepEqual(taken.asked, ['wallet/broadcasthex']);
  const away = scripted({ 'wallet/broadcasthex': new Error('no answer in time') });
  await assert.rejects(tronSender(away.ask, { usdt }).send(signed), /no answer in time/);
  await assert.rejects(tronSender(taken.ask, { usdt }).send('00'), /not a signed transaction/);
});

const expiration = now + 3_543_000;
const other = 'ef'.repeat(32);
const late = expiration + 120_001;
const info = (more: object = {}) => ({
  id: txid,
  blockNumber: 100,
  receipt: { result: 'SUCCESS' },
  contract_address: '41',
  ...more,
});
const ended = (contractRet: string) => ({ txID: txid, ret: [{ contractRet }] });
/** Knows the transaction in no view; the newest final block has another one, whose result it knows. */
const without = (timestamp: number) => ({
  'walletsolidity/getnowblock': block(110, timestamp, [other]),
  'wallet/getnowblock': block(129, timestamp + 57_000),
  'walletsolidity/gettransactioninfobyid': ({ value }: Record<string, unknown>) =>
    value === other ? { id: other } : {},
  'wallet/gettransactioninfobyid': {},
  'walletsolidity/gettransactionbyid': {},
  'wallet/gettransactionbyid': {},
});
const statusBy = (answers: Record<string, unknown>) =>
  tronSender(scripted({ ...without(late), ...answers }).ask, { usdt }).statusOf(txid, expiration);

test('a transaction in a block is mined, and final once the final blocks have it', async () => {
  const inBlock = { 'wallet/gettransactioninfobyid': info(), 'wallet/gettransactionbyid': ended('SUCCESS') };
  const mined = { kind: 'mined', height: 100, isGood: true, confirmations: 30 };
  assert.deepEqual(await statusBy(inBlock), { ...mined, isFinal: false });
  const inFinal = {
    'walletsolidity/gettransactioninfobyid': info(),
    'walletsolidity/gettransactionbyid': ended('SUCCESS'),
  };
  assert.deepEqual(await statusBy(inFinal), { ...mined, isFinal: true });
  const ofTrx = info({ receipt: { net_fee: 1_100_000 }, contract_address: undefined });
  assert.deepEqual(await statusBy({ ...inFinal, 'walletsolidity/gettransactioninfobyid': ofTrx }), {
    ...mined,
    isFinal: true,
  });
});

test('a call that failed has paid nothing', async () => {
  for (const result of ['REVERT', 'OUT_OF_ENERGY', 'OUT_OF_TIME', 'TRANSFER_FAILED', 'A_NEW_WORD']) {
    const status = await statusBy({
      'walletsolidity/gettransactioninfobyid': info({ result: 'FAILED', receipt: { result } }),
      'walletsolidity/gettransactionbyid': ended(result),
    });
    assert.deepEqual(status, { kind: 'mined', height: 100, isGood: false, confirmations: 30, isFinal: true });
  }
});

test('a node that contradicts itself decides nothing', async () => {
  const view = (found: unknown, transaction: unknown) => ({
    'walletsolidity/gettransactioninfobyid': found,
    'walletsolidity/gettransactionbyid': transaction,
  });
  const failed = info({ result: 'FAILED', receipt: { result: 'REVERT' } });
  await assert.rejects(statusBy(view(failed, ended('SUCCESS'))), /succeeded and failed/);
  await assert.rejects(statusBy(view(info(), ended('REVERT'))), /succeeded and failed/);
  await assert.rejects(statusBy(view(info({ id: other }), ended('SUCCESS'))), /another transaction/);
  await assert.rejects(statusBy(view(info(), { ...ended('SUCCESS'), txID: other })), /another transaction/);
  await assert.rejects(statusBy(view(info({ receipt: {} }), ended('SUCCESS'))), /how a call of a contract ended/);
  await assert.rejects(statusBy(view(info({ result: 'MAYBE' }), ended('SUCCESS'))), /how it ended/);
  await assert.rejects(statusBy(view(info(), { txID: txid })), /no list/);
  await assert.rejects(statusBy(view({ Error: 'closed' }, {})), NodeError);
});

test('a transaction that no block has can never be in one only after its expiration, by the final blocks', async () => {
  assert.deepEqual(await statusBy(without(late)), { kind: 'never' });
  for (const timestamp of [expiration, late - 1])
    assert.deepEqual(await statusBy(without(timestamp)), { kind: 'pending' });
  // The newest block is later than the expiration; the final blocks, which still can change nothing, are not.
  assert.deepEqual(await statusBy({ 'walletsolidity/getnowblock': block(110, expiration, [other]) }), {
    kind: 'pending',
  });
  const { ask, asked } = scripted(without(late));
  await tronSender(ask, { usdt }).statusOf(txid, expiration);
  assert.equal(asked[0], 'walletsolidity/getnowblock', 'the final block is asked for before the transaction');
  assert.ok(asked.indexOf('walletsolidity/gettransactioninfobyid') > 0);
});

test('what any view holds is not over', async () => {
  for (const path of [
    'walletsolidity/gettransactionbyid',
    'wallet/gettransactionbyid',
    'wallet/gettransactionfrompending',
  ]) {
    assert.deepEqual(await statusBy({ [path]: ended('SUCCESS') }), { kind: 'pending' }, path);
  }
});

test('a node that keeps no results says of every transaction that it knows none', async () => {
  await assert.rejects(statusBy({ 'walletsolidity/gettransactioninfobyid': {} }), /keeps no results/);
  const empty = (height: number) => block(height, late);
  const blocks = {
    'walletsolidity/getnowblock': empty(110),
    'walletsolidity/getblockbynum': ({ num }: Record<string, unknown>) => empty(num as number),
  };
  assert.deepEqual(await statusBy(blocks), { kind: 'pending' });
  const found = {
    ...blocks,
    'walletsolidity/getblockbynum': ({ num }: Record<string, unknown>) =>
      num === 95 ? block(95, late, [other]) : empty(num as number),
  };
  assert.deepEqual(await statusBy(found), { kind: 'never' });
});

test('a node that fails while it is asked decides nothing', async () => {
  for (const path of Object.keys(without(late))) {
    const broken = { [path]: new Error('no answer in time') };
    await assert.rejects(statusBy(broken), /no answer in time/, path);
  }
  await assert.rejects(statusBy({ 'walletsolidity/getnowblock': {} }), /no object/);
});

test('balances are those of the account that was asked for', async () => {
  const sender = (answers: Record<string, unknown>) => tronSender(scripted(answers).ask, { usdt });
  const account = (answer: unknown) => sender({ 'wallet/getaccount': answer });
  assert.equal(await account({ address: wallet, balance: 7 }).balanceOf(wallet, 'TRX'), 7n);
  assert.equal(await account({ address: wallet, balance: 10n ** 17n }).balanceOf(wallet, 'TRX'), 10n ** 17n);
  // Zeros are left out, and an account that does not exist has nothing.
  assert.equal(await account({ address: wallet }).balanceOf(wallet, 'TRX'), 0n);
  assert.equal(await account({}).balanceOf(wallet, 'TRX'), 0n);
  const isContract = (answer: unknown) => account(answer).isContract(payee);
  assert.deepEqual([await isContract({}), await isContract({ address: payee })], [false, false]);
  assert.equal(await isContract({ address: payee, type: 'Contract' }), true);
  await assert.rejects(isContract({ address: wallet, type: 'Contract' }), /another account/);
  await assert.rejects(account({ address: payee, balance: 7 }).balanceOf(wallet, 'TRX'), /another account/);
  await assert.rejects(account({ address: wallet, balance: 0.5 }).balanceOf(wallet, 'TRX'), /is expected/);
  const called = (constant_result: unknown) =>
    sender({ 'wallet/triggerconstantcontract': { ...tried, constant_result } });
  assert.equal(await called([`${'0'.repeat(60)}00ff`]).balanceOf(wallet, 'USDT'), 255n);
  for (const answer of [[], [''], ['ff']]) {
    await assert.rejects(called(answer).balanceOf(wallet, 'USDT'), /no balance/);
  }
});

test('the chain is known by its first block', async () => {
  const first = { 'wallet/getblockbynum': { blockID: idOf(0), block_header: { raw_data: {} } } };
  assert.equal(await tronSender(scripted(first).ask, { usdt }).chainId(), idOf(0));
});
