// What a payer believes of a node: which answers end a payment, and that all others leave it as it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BaseUnits } from '../networks/amounts.ts';
import { scriptLedger, type ScriptedLedger } from './scripted-ledger.test-support.ts';
import { destinationFault } from './xrpl-destination.ts';
import { writeXrplPayment, xrplPayment } from './xrpl-payment.ts';
import { feeWithin, xrplSender } from './xrpl-sender.ts';

const secret = new Uint8Array(32).fill(7);
const chain = { networkId: 21_338 };
const wallet = xrplPayment.walletOf(secret, chain);
const payee = 'rQ3PTWGLCbPz8ZCicV5tCX3xuymojTng5r';
const terms = { chain, wallet, sequence: 23, lastLedger: 900, fee: 12n };
const unsigned = writeXrplPayment({ to: `${payee}-7`, units: 5_000_000n as BaseUnits }, terms);
const { signed, txid } = await xrplPayment.sign(unsigned, { secret, chain });
const hash = txid.toUpperCase();
const sent = { signed, fromLedger: 700 };
const delivered = { TransactionResult: 'tesSUCCESS', delivered_amount: '5000000' };
const mined = (meta: object = delivered, more: object = {}) => ({
  status: 'success',
  hash,
  validated: true,
  ledger_index: 800,
  meta,
  ...more,
});

const open = (change: (node: ScriptedLedger) => void = () => undefined) => {
  const node = scriptLedger(wallet);
  change(node);
  return { node, sender: xrplSender(node.ask, chain) };
};
const statusAfter = async (change: (node: ScriptedLedger) => void) => (await open(change).sender.statusOf(sent)).kind;

test('a payment of which no validated ledger up to its last one tells is never made any more', async () => {
  assert.deepEqual(await open().sender.statusOf(sent), { kind: 'never' });
});

test('as long as one thing is not known, the payment is pending', async () => {
  const doubts: Record<string, (node: ScriptedLedger) => void> = {
    'the last ledger has not passed': (node) => (node.validated = 900),
    'the node lacks the ledger before': (node) => (node.complete = '701-1000'),
    'the node has a gap': (node) => (node.complete = '1-820,822-1000'),
    'the node lacks the newest': (node) => (node.complete = '1-999'),
    'the node has no history': (node) => (node.complete = 'empty'),
    'the node has not searched all': (node) => (node.searchedAll = false),
    'the node does not say whether it searched all': (node) =>
      (node.lies['tx'] = (_params, honest) => ({ ...honest, searched_all: undefined })),
    'the node says it as a word': (node) =>
      (node.lies['tx'] = (_params, honest) => ({ ...honest, searched_all: 'true' })),
    'the node says that something else was not found': (node) =>
      (node.lies['tx'] = ({ min_ledger }, honest) =>
        min_ledger === undefined ? honest : { ...honest, error: 'lgrNotFound' }),
    'the node deletes a ledger while it searches': (node) =>
      (node.lies['tx'] = ({ min_ledger }, honest) => (
        (node.complete = min_ledger === undefined ? node.complete : '750-1000'),
        honest
      )),
    'the wallet is known of an older ledger only': (node) =>
      (node.lies['account_info'] = (_params, honest) => ({ ...honest, ledger_index: 900 })),
    'the wallet is gone': (node) =>
      (node.lies['account_info'] = () => ({
        status: 'error',
        error: 'actNotFound',
        ledger_index: 1_000,
        validated: true,
      })),
    'the transaction is in a ledger that is not validated': (node) => {
      node.validated = 850;
      node.known.set(hash, mined(delivered, { validated: false }));
    },
    'the transaction appears during the questions': (node) =>
      (node.lies['tx'] = ({ min_ledger }, honest) => (min_ledger === undefined ? honest : mined())),
  };
  for (const [name, doubt] of Object.entries(doubts)) assert.equal(await statusAfter(doubt), 'pending', name);
  assert.equal((await open().sender.statusOf({ signed, fromLedger: 901 })).kind, 'pending');
  const long = open((node) => ((node.validated = 5_000), (node.complete = '1-5000')));
  const late = await xrplPayment.sign(
    writeXrplPayment({ to: payee, units: 1n as BaseUnits }, { ...terms, lastLedger: 1_700 }),
    { secret, chain },
  );
  assert.equal((await long.sender.statusOf({ signed: late.signed, fromLedger: 700 })).kind, 'pending');
});

test('ranges that touch, in any order, are one', async () => {
  assert.equal(await statusAfter((node) => (node.complete = '821-1000,1-5,10-820')), 'never');
  assert.equal(await statusAfter((node) => (node.complete = '1-5,10-820,821,822-1000')), 'never');
});

test('a node that hides a payment is contradicted by the wallet, whose number was used', async () => {
  assert.equal(await statusAfter((node) => (node.sequence = 24)), 'place-used');
});

test('a node of another network, or one that does not say which, ends no payment', async () => {
  await assert.rejects(
    statusAfter((node) => (node.networkId = 0)),
    /another network/,
  );
  const silent = open(
    (node) =>
      (node.lies['server_state'] = (_params, honest) => ({
        ...honest,
        state: { ...(honest['state'] as object), network_id: undefined },
      })),
  );
  await assert.rejects(silent.sender.networkId());
  await assert.rejects(silent.sender.statusOf(sent));
});

test('a payment in a validated ledger is final, whether it delivered or only cost its fee', async () => {
  const { node, sender } = open();
  node.known.set(hash, mined());
  assert.deepEqual(await sender.statusOf(sent), {
    kind: 'mined',
    height: 800,
    isGood: true,
    result: 'tesSUCCESS',
    confirmations: 201,
    isFinal: true,
  });
  for (const result of ['tecUNFUNDED_PAYMENT', 'tecDST_TAG_NEEDED', 'tecNO_DST_INSUF_XRP', 'tecNO_PERMISSION']) {
    node.known.set(hash, mined({ TransactionResult: result }));
    const status = await sender.statusOf(sent);
    assert.ok(status.kind === 'mined' && !status.isGood && status.result === result);
  }
});

test('what no payment can have become is neither good nor failed', async () => {
  const impossible: object[] = [
    mined({ TransactionResult: 'tesSUCCESS', delivered_amount: '4999999' }),
    mined({ TransactionResult: 'tesSUCCESS', delivered_amount: 'unavailable' }),
    mined({ TransactionResult: 'tesSUCCESS' }),
    mined({ TransactionResult: 'tesSUCCESS', delivered_amount: { currency: 'USD', issuer: payee, value: '5000000' } }),
    mined({ TransactionResult: 'tefPAST_SEQ' }),
    mined({ TransactionResult: 'temMALFORMED' }),
    mined({}),
    mined(delivered, { ledger_index: 901 }),
    mined(delivered, { ledger_index: undefined }),
    mined(delivered, { hash: 'AB'.repeat(32) }),
    mined(delivered, { meta: 'ABCD' }),
    { status: 'error', error: 'noNetwork' },
    { status: 'error', error: 'amendmentBlocked' },
    {},
  ];
  for (const answer of impossible) {
    await assert.rejects(
      open((node) => node.known.set(hash, answer as never)).sender.statusOf(sent),
      JSON.stringify(answer),
    );
  }
});

test('results of a submission are provisional: the node is asked for the transaction instead', async () => {
  const submits = (result: object) => (node: ScriptedLedger) =>
    (node.lies['submit'] = () => ({ status: 'success', ...result }));
  for (const engine_result of ['tesSUCCESS', 'terQUEUED']) {
    await open(submits({ engine_result, tx_json: { hash } })).sender.send(signed);
    await assert.rejects(open(submits({ engine_result, tx_json: { hash: 'AB'.repeat(32) } })).sender.send(signed));
    await assert.rejects(open(submits({ engine_result })).sender.send(signed));
  }
  const others = [
    'tefPAST_SEQ',
    'tefALREADY',
    'tefMAX_LEDGER',
    'telINSUF_FEE_P',
    'telCAN_NOT_QUEUE_FULL',
    'temBAD_FEE',
    'terPRE_SEQ',
    'tecDST_TAG_NEEDED',
    '已存在',
  ];
  for (const engine_result of others) {
    const refused = open(submits({ engine_result }));
    await assert.rejects(refused.sender.send(signed), new RegExp(engine_result));
    refused.node.known.set(hash, mined(delivered, { validated: false }));
    await refused.sender.send(signed);
  }
  await assert.rejects(open(submits({ error: 'highFee', status: 'error' })).sender.send(signed), /highFee/);
  await assert.rejects(open(submits({})).sender.send(signed), /no result/);
});

test('the wallet is what a validated ledger says of it, and keeps its reserve', async () => {
  const { node, sender } = open();
  // 90 XRP, less 1 for the account and 0.2 for each of its two objects.
  assert.deepEqual(await sender.walletOf(wallet), {
    ledger: 1_000,
    sequence: 23,
    drops: 90_000_000n,
    spendable: 88_600_000n,
  });
  const lies: object[] = [
    { validated: false },
    { validated: undefined },
    { error: 'actMalformed', status: 'error' },
    { error: 'actNotFound', status: 'error', validated: undefined },
    { account_data: { Account: payee, Balance: '90000000', OwnerCount: 0, Flags: 0, Sequence: 23 } },
    { account_data: { Account: wallet, Balance: 90_000_000, OwnerCount: 0, Flags: 0, Sequence: 23 } },
    { account_data: { Account: wallet, Balance: '90000000', OwnerCount: 0, Flags: 0, Sequence: '23' } },
    { account_data: { Account: wallet, Balance: '-1', OwnerCount: 0, Flags: 0, Sequence: 23 } },
  ];
  for (const lie of lies) {
    node.lies['account_info'] = (_params, honest) => ({ ...honest, ...lie });
    await assert.rejects(sender.walletOf(wallet), JSON.stringify(lie));
  }
  assert.equal(await open().sender.walletOf(payee), undefined);
});

test('a fee is that of the next ledger; up to the cap a payment waits in the queue instead', async () => {
  assert.deepEqual(await open().sender.fees(), { next: 12n, least: 10n });
  assert.equal(feeWithin({ next: 12n, least: 10n }, 1_000n), 12n);
  assert.equal(feeWithin({ next: 5_000n, least: 10n }, 1_000n), 1_000n);
  assert.equal(feeWithin({ next: 5_000n, least: 1_001n }, 1_000n), undefined);
  for (const open_ledger_fee of ['', '-5', '1e3', 12, null, '9999999999999999999']) {
    const { node, sender } = open();
    node.lies['fee'] = () => ({ status: 'success', drops: { minimum_fee: '10', open_ledger_fee } });
    await assert.rejects(sender.fees());
  }
});

test('a destination says what it needs before a customer confirms', async () => {
  const needsOf = (flags: number, more: Record<string, (params: object) => unknown> = {}) => {
    const account = { Account: payee, Balance: '1', OwnerCount: 0, Flags: flags, Sequence: 1 };
    const answer = () => ({ status: 'success', validated: true, ledger_index: 1_000, account_data: account });
    return open((node) => (node.lies = { account_info: answer, ...more })).sender.destinationOf(payee, wallet);
  };
  const tagged = `${payee}-7`;
  const plain = await needsOf(0);
  assert.equal(destinationFault(plain, { to: payee, units: 1n }), undefined);
  const tag = await needsOf(0x0002_0000);
  assert.deepEqual(destinationFault(tag, { to: payee, units: 1n }), { why: 'needs-tag' });
  assert.equal(destinationFault(tag, { to: `${payee}-0`, units: 1n }), undefined);
  assert.deepEqual(destinationFault(await needsOf(0x0008_0000), { to: tagged, units: 1n }), { why: 'disallows-xrp' });
  const authorised = (deposit_authorized: unknown, source = wallet) => ({
    deposit_authorized: () => ({
      status: 'success',
      source_account: source,
      destination_account: payee,
      deposit_authorized,
    }),
  });
  for (const [answer, refuses] of [
    [authorised(true), false],
    [authorised(false), true],
    [authorised('true'), true],
    [authorised(true, payee), true],
  ] as const) {
    assert.equal((await needsOf(0x0100_0000, answer)).refusesWallet, refuses);
  }
  const missing = await open().sender.destinationOf(payee, wallet);
  assert.deepEqual(destinationFault(missing, { to: tagged, units: 999_999n }), {
    why: 'below-reserve',
    dropsMin: 1_000_000n,
  });
  assert.equal(destinationFault(missing, { to: tagged, units: 1_000_000n }), undefined);
});

test('whatever a node mixes of lag, gaps and lies, a payment that a validated ledger holds is never given up', async () => {
  const mixed = fc.record({
    validated: fc.integer({ min: 880, max: 1_200 }),
    gap: fc.integer({ min: 690, max: 1_200 }),
    searchedAll: fc.boolean(),
    isShown: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(mixed, async ({ validated, gap, searchedAll, isShown }) => {
      const kind = await statusAfter((node) => {
        // The payment is in ledger 800, so that the wallet's number is used in each ledger after it.
        Object.assign(node, { validated, searchedAll, sequence: 24, complete: `1-${gap - 1},${gap + 1}-2000` });
        if (isShown) node.known.set(hash, mined());
      });
      assert.equal(
        kind,
        isShown ? 'mined' : validated > 900 && searchedAll && (gap < 700 || gap > validated) ? 'place-used' : 'pending',
      );
    }),
    { numRuns: 300 },
  );
});
