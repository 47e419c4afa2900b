// Payments on a network without an order, whose transactions expire: the steps are those of every network, and what differs is played here.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { networks, NodeError, type Signer } from '@candor/chain';
import { parseWireId, type Uuid } from '@candor/wire';
import { giveBackAfterMs } from '../src/withdrawals/give-back-payment.ts';
import { meetSigner } from '../src/withdrawals/meet-signer.ts';
import type { NetworkPayer, PaymentStatus, StatusSource, TakePlaces } from '../src/withdrawals/network-payer.ts';
import { payWithdrawals } from '../src/withdrawals/pay-withdrawals.ts';
import { Trouble } from '../src/withdrawals/trouble.ts';
import { runAsOwner } from './support/database.ts';
import { giveBack } from './support/give-back.ts';
import { refusedWith } from './support/options-stage.ts';
import { openWithdrawalsStage, type WithdrawalsStage } from './support/withdrawals-stage.ts';

const payee = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const wallet = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
let stage: WithdrawalsStage;
before(async () => (stage = await openWithdrawalsStage()));
after(() => stage.end());

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const mined = { kind: 'mined', height: 1, isGood: true, confirmations: 99, isFinal: true } as const;

/** A signer, a wallet and a node of a network: what is signed is the unsigned bytes with their digest behind them. */
function playNetwork() {
  const played = {
    sent: [] as string[],
    status: { kind: 'pending' } as PaymentStatus | { kind: 'mined-first' },
    /** Place that the next payment takes; a new one each time where it is undefined. */
    place: undefined as string | undefined,
    /** Payments of this many units are troubled. */
    short: undefined as string | undefined,
    refuses: false,
    kill: undefined as 'sign' | 'send' | undefined,
    signsOtherwise: false,
  };
  const die = (at: 'sign' | 'send'): void => {
    if (played.kill !== at) return;
    played.kill = undefined;
    throw new Error('killed');
  };
  const signer: Signer = {
    who: async () => ({ tron: { wallet, chain: {}, feeMax: '1' } }),
    judge: async () => undefined,
    async sign({ unsigned, payment }) {
      const bytes = played.signsOtherwise ? `${unsigned}00` : unsigned;
      assert.equal(payment.network, 'tron');
      const signed = `${bytes}${sha256(bytes)}`;
      die('sign');
      return { signed, txid: sha256(signed) };
    },
  };
  const by: NetworkPayer = {
    signer,
    wallet,
    isOrdered: false,
    openWallet: async () => undefined,
    async prepare({ units, withdrawalId }): Promise<TakePlaces> {
      if (units === played.short) throw new Trouble('wallet-short');
      const place = played.place ?? randomUUID();
      const unsigned = Buffer.from(`${withdrawalId} ${place}`).toString('hex');
      return async () => ({ unsigned, nonce: null, places: [place] });
    },
    verify: async (signed, { unsigned }) => (signed === `${unsigned}${sha256(unsigned)}` ? sha256(signed) : undefined),
    async send(signed) {
      if (played.refuses) throw new NodeError('send', 'expired');
      played.sent.push(signed);
      die('send');
    },
    async statusOf(_payment, [first]): Promise<PaymentStatus> {
      return played.status.kind === 'mined-first' ? { ...mined, txid: first!.txid } : played.status;
    },
    isPlaceUsed: async () => false,
  };
  return { played, by };
}

/** Moves a request to TRON, as its owner alone can: no customer can ask for it while TRON is not set up here. */
async function approved(amount: string): Promise<Uuid> {
  const accountId = await stage.ledger.pay('1000');
  const asked = await stage.request({ accountId }, await stage.usableAddress(accountId), amount);
  const id = parseWireId('withdrawal', asked.withdraw_id)!;
  await runAsOwner(
    stage.ledger,
    `alter table withdrawals disable trigger user;
     update withdrawals set network = 'tron', address = '${payee}' where withdrawal_id = '${id}';
     alter table withdrawals enable trigger user`,
  );
  await stage.approve(asked, 'olga');
  return accountId;
}
const pay = (by: NetworkPayer, bus = stage.ledger.bus): Promise<number> =>
  payWithdrawals({ ...stage.ledger, bus, clock: stage.clock, mode: 'demo', network: networks.tron, by });
/** Pays where coins have a value, with a second node that says this, or with none. */
const payForReal = (by: NetworkPayer, second?: PaymentStatus | 'silent'): Promise<number> => {
  const source: StatusSource = {
    statusOf: async () => (second === 'silent' || !second ? Promise.reject(new Error('no answer')) : second),
    isPlaceUsed: async () => false,
  };
  const more = second === undefined ? {} : { second: async () => source };
  return payWithdrawals({
    ...stage.ledger,
    ...more,
    clock: stage.clock,
    mode: 'production',
    network: networks.tron,
    by,
  });
};
const seenOf = async (accountId: Uuid): Promise<string> => {
  const rows = await rowsOf('select state, trouble from withdrawals where account_id = $1', accountId);
  const [{ state, trouble }] = rows as [{ state: string; trouble: string }];
  return state === 'broadcast' ? `${state} ${trouble}`.trim() : state;
};
const stepOf = async (accountId: Uuid) => (await stage.list(accountId))[0]!.step;
const rowsOf = async (sql: string, ...values: unknown[]) => (await stage.ledger.pool.query(sql, values)).rows;
const livePlaces = (accountId: Uuid) =>
  rowsOf('select place from withdrawal_places where account_id = $1 and freed_at is null', accountId);

test('a payment without a nonce is paid once, with its place kept, and a stopped one stops no other', async () => {
  const { played, by } = playNetwork();
  const [short, paid] = [await approved('40'), await approved('100')];
  played.short = '38800000';
  await pay(by);
  assert.deepEqual([await stepOf(short), await stepOf(paid)], ['approved', 'broadcast']);
  const seen = await rowsOf('select trouble from withdrawals where account_id = $1', short);
  assert.deepEqual(seen, [{ trouble: 'wallet-short' }]);
  played.status = { kind: 'mined-first' };
  played.short = undefined;
  await pay(by);
  await pay(by);
  assert.deepEqual([await stepOf(short), await stepOf(paid)], ['sent', 'sent']);
  assert.equal((await livePlaces(paid)).length, 1);
  assert.equal(new Set(played.sent).size, 1);
  await stage.ledger.audit();
});

for (const at of ['sign', 'send'] as const) {
  test(`killed after the ${at}, the next round goes on with the same bytes`, async () => {
    const { played, by } = playNetwork();
    const accountId = await approved('50');
    played.kill = at;
    await assert.rejects(pay(by), /killed/);
    const [before] = await rowsOf('select unsigned from withdrawals where account_id = $1', accountId);
    await pay(by);
    const [row] = await rowsOf('select unsigned from withdrawals where account_id = $1', accountId);
    assert.deepEqual(row, before);
    assert.equal(new Set(played.sent).size, 1);
    played.status = { kind: 'mined-first' };
    await pay(by);
    assert.equal(await stepOf(accountId), 'sent');
    await stage.ledger.audit();
  });
}

test('two open payments never have one place, and a place is free once its payment has failed', async () => {
  const { played, by } = playNetwork();
  played.place = 'output:0';
  const first = await approved('50');
  await pay(by);
  const second = await approved('60');
  await assert.rejects(pay(by), /has a place/);
  assert.equal(await stepOf(second), 'approved');
  played.status = { kind: 'never' };
  played.refuses = true;
  // A node says for a while that the payment can't be made, and then that it may be after all.
  await pay(by).catch(() => undefined);
  stage.clock.advance(giveBackAfterMs - 1);
  await pay(by).catch(() => undefined);
  assert.equal(await stepOf(first), 'broadcast');
  played.status = { kind: 'pending' };
  await pay(by).catch(() => undefined);
  played.status = { kind: 'never' };
  await pay(by).catch(() => undefined);
  stage.clock.advance(giveBackAfterMs - 1);
  await pay(by).catch(() => undefined);
  assert.equal(await stepOf(first), 'broadcast');
  stage.clock.advance(1);
  await pay(by).catch(() => undefined);
  const [failed] = await stage.list(first);
  assert.deepEqual([failed!.step, failed!.reason], ['failed', 'not-carried-out']);
  assert.equal(await stage.ledger.available(first), '1000');
  assert.deepEqual(await livePlaces(first), []);
  played.refuses = false;
  played.status = { kind: 'mined-first' };
  await pay(by);
  await pay(by);
  assert.deepEqual([await stepOf(second), (await livePlaces(second)).length], ['sent', 1]);
  await stage.ledger.audit();
});

const reverted = { ...mined, txid: 'ab'.repeat(32), isGood: false } as const;
const paidAfterAll = { ...mined, txid: 'ab'.repeat(32) } as const;

test('a payment that one node calls expired is given back only if a second node says so too', async () => {
  const { played, by } = playNetwork();
  const accountId = await approved('50');
  await payForReal(by);
  played.status = { kind: 'never' };
  await payForReal(by, { kind: 'never' });
  assert.equal(await seenOf(accountId), 'broadcast');
  stage.clock.advance(giveBackAfterMs);
  for (const [second, seen] of [
    [undefined, 'broadcast failure-unconfirmed'],
    ['silent', 'broadcast failure-unconfirmed'],
    [{ kind: 'pending' }, 'broadcast failure-unconfirmed'],
    [{ ...reverted, confirmations: 0, isFinal: false }, 'broadcast failure-unconfirmed'],
    [{ ...paidAfterAll, confirmations: 0, isFinal: false }, 'broadcast nodes-disagree'],
    [paidAfterAll, 'broadcast nodes-disagree'],
  ] as const) {
    await payForReal(by, second);
    assert.equal(await seenOf(accountId), seen);
    assert.equal((await livePlaces(accountId)).length, 1);
  }
  await payForReal(by, { kind: 'never' });
  assert.deepEqual([await seenOf(accountId), await stage.ledger.available(accountId)], ['failed', '1000']);
  await stage.ledger.audit();
});

test('a payment that one node calls failed in a block is given back only if a second node says so too', async () => {
  const { played, by } = playNetwork();
  const accountId = await approved('50');
  await payForReal(by);
  const [{ txid }] = (await rowsOf('select txid from withdrawals where account_id = $1', accountId)) as [
    { txid: string },
  ];
  played.status = { ...reverted, txid };
  await payForReal(by);
  assert.equal(await seenOf(accountId), 'broadcast failure-unconfirmed');
  await payForReal(by, paidAfterAll);
  assert.equal(await seenOf(accountId), 'broadcast nodes-disagree');
  // The liar is found: the first node says otherwise now.
  played.status = { ...paidAfterAll, txid };
  await payForReal(by, paidAfterAll);
  assert.equal(await seenOf(accountId), 'sent');
  const other = await approved('50');
  played.status = { kind: 'pending' };
  await payForReal(by);
  const [row] = (await rowsOf('select txid from withdrawals where account_id = $1', other)) as [{ txid: string }];
  played.status = { ...reverted, txid: row.txid };
  await payForReal(by, reverted);
  assert.equal(await seenOf(other), 'failed');
  await stage.ledger.audit();
});

test('whoever backdates since when a node calls a payment expired gets nothing back without a second node', async () => {
  const { played, by } = playNetwork();
  const accountId = await approved('50');
  await payForReal(by);
  const backdate = `update withdrawals set never_since = 'epoch' where account_id = $1`;
  await stage.ledger.pool.query(backdate, [accountId]);
  await payForReal(by);
  const since = await rowsOf('select never_since from withdrawals where account_id = $1', accountId);
  assert.deepEqual(since, [{ never_since: null }]);
  await stage.ledger.pool.query(backdate, [accountId]);
  played.status = { kind: 'never' };
  await payForReal(by);
  assert.equal(await seenOf(accountId), 'broadcast failure-unconfirmed');
  await payForReal(by, { kind: 'never' });
  assert.equal(await seenOf(accountId), 'failed');
});

test('two operators decide in place of a second node, an hour before the amount is returned, and against none that contradicts', async () => {
  const { played, by } = playNetwork();
  const accountId = await approved('50');
  await payForReal(by);
  assert.equal(await refusedWith(giveBack(stage, accountId)), 'withdrawal-not-open');
  played.status = { kind: 'never' };
  await payForReal(by);
  stage.clock.advance(giveBackAfterMs);
  await payForReal(by);
  await giveBack(stage, accountId);
  await payForReal(by);
  assert.equal(await seenOf(accountId), 'broadcast failure-unconfirmed');
  stage.clock.advance(giveBackAfterMs);
  await payForReal(by, paidAfterAll);
  assert.equal(await seenOf(accountId), 'broadcast nodes-disagree');
  played.status = { kind: 'pending' };
  await payForReal(by);
  assert.equal(await seenOf(accountId), 'broadcast place-free');
  played.status = { kind: 'never' };
  await payForReal(by);
  stage.clock.advance(giveBackAfterMs);
  await payForReal(by);
  assert.deepEqual([await seenOf(accountId), await stage.ledger.available(accountId)], ['failed', '1000']);
  await stage.ledger.audit();
});

test('a payment that is held before the signer was asked gives its places back', async () => {
  const { by } = playNetwork();
  const accountId = await approved('50');
  const emit = (): void => {
    throw new Error('killed');
  };
  await assert.rejects(pay(by, { ...stage.ledger.bus, emit }), /killed/);
  assert.deepEqual([await stepOf(accountId), (await livePlaces(accountId)).length], ['built', 1]);
  await stage.hold(accountId);
  await pay(by);
  assert.deepEqual([await stepOf(accountId), await livePlaces(accountId)], ['approved', []]);
  await stage.reject((await stage.list(accountId))[0]!);
});

test('a signer that signs other bytes, or for another network, is not believed', async () => {
  const { played, by } = playNetwork();
  const accountId = await approved('50');
  played.signsOtherwise = true;
  await pay(by);
  const seen = await rowsOf('select state, trouble, signed from withdrawals where account_id = $1', accountId);
  assert.deepEqual(seen, [{ state: 'built', trouble: 'signature-false', signed: null }]);
  assert.deepEqual(played.sent, []);
  played.signsOtherwise = false;
  played.status = { kind: 'mined-first' };
  await pay(by);
  assert.equal(await stepOf(accountId), 'sent');
  await assert.rejects(meetSigner(by.signer, 'ethereum'), /nothing can be paid: not-set-up/);
  const silent = { ...by.signer, who: () => Promise.reject(new Error('no answer')) };
  await assert.rejects(meetSigner(silent, 'tron'), /nothing can be paid: no-signer/);
});

test('whoever has the server’s role moves no payment to another network, and stores no bytes in another form or without a place', async () => {
  const accountId = await approved('50');
  const { pool } = stage.ledger;
  const change = (set: string) => pool.query(`update withdrawals set ${set} where account_id = $1`, [accountId]);
  await assert.rejects(change(`network = 'ethereum'`), /never changes/);
  await assert.rejects(change(`state = 'built', wallet = 'w', unsigned = 'ab'`), /stored with its places/);
  const take = (network: string) =>
    pool.query(
      `insert into withdrawal_places (network, wallet, place, account_id, withdrawal_id)
       select $2, 'w', 'p', account_id, withdrawal_id from withdrawals where account_id = $1`,
      [accountId, network],
    );
  await assert.rejects(take('xrpl'), /takes places of its network/);
  await take('tron');
  await assert.rejects(take('tron'), /withdrawal_places_once/);
  await assert.rejects(change(`state = 'built', wallet = 'other', unsigned = 'ab'`), /stored with its places/);
  await assert.rejects(change(`state = 'built', wallet = 'w', unsigned = '0xab'`), /unsigned_form/);
  await assert.rejects(change(`state = 'built', wallet = 'w', unsigned = 'ab', nonce = 1`), /nonce_of_ethereum/);
  await assert.rejects(change(`state = 'built', unsigned = 'ab'`));
  await assert.rejects(pool.query('update withdrawal_places set freed_at = now()'), /permission denied/);
  await assert.rejects(pool.query('delete from withdrawal_places'), /permission denied/);
  await change(`state = 'built', wallet = 'w', unsigned = 'ab'`);
  await assert.rejects(take('tron'), /an approved payment takes places/);
  await assert.rejects(change(`unsigned = 'cd'`), /never changes/);
  await assert.rejects(change(`state = 'signed', signed = 'ab', txid = '0x${'ab'.repeat(32)}'`), /txid_form/);
  await assert.rejects(change(`never_since = now()`), /withdrawals_check/);
});
