// Withdrawals on a real database: what is asked for is reserved once, given back or sent once, and a payment goes on from what is stored wherever
// whoever paid it was killed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { approvalKeyOf } from '@candor/chain';
import { cancelWithdraw, deleteUserAddress, queryWithdrawTerms, selectWithdraw, wad, wireId, type Uuid, type WithdrawalMessage } from '@candor/wire'; // oxfmt-ignore
import { openAuditedChain } from '../src/chains/open-audited-chain.ts';
import { until } from '../src/kit/until.test-support.ts';
import { insertRow, type Command } from '../src/ledger/command.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { debts } from '../src/ledger/debt.ts';
import { withdrawalsOnChainRule } from '../src/withdrawals/on-chain-rule.ts';
import { ethereumAudit } from '../src/withdrawals/payment-audit.ts';
import { addressesMax } from '../src/withdrawals/saved-address.ts';
import { demoHoldMs } from '../src/withdrawals/terms.ts';
import type { EthereumMeans } from '../src/withdrawals/ethereum-payer.ts';
import { withdrawalsEngine } from '../src/withdrawals/withdrawals-engine.ts';
import { startPart, stopPart } from '../src/kit/part.ts';
import { newKey } from './support/money.ts';
import { runAsOwner } from './support/database.ts';
import { refusedWith } from './support/options-stage.ts';
import { killedAfter, openWithdrawalsStage, payee, type WithdrawalsStage } from './support/withdrawals-stage.ts';
import { longRun } from './support/long-run.ts';

let stage: WithdrawalsStage;
before(async () => (stage = await openWithdrawalsStage()));
after(() => stage.end());

const other = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const customer = (amount = '1000'): Promise<Uuid> => stage.ledger.pay(amount);

test('an address is stored in one form, on hold at first, once, and deleted by its owner alone', async () => {
  const [accountId, stranger] = await Promise.all([customer(), customer()]);
  const saved = await stage.address(accountId, { address: payee.toLowerCase(), alias: ' my wallet ' });
  assert.deepEqual([saved.address_ip, saved.address_name, saved.network], [payee, 'my wallet', 'ethereum']);
  assert.ok(Date.parse(saved.usable_at) > stage.clock.now());
  assert.ok(stage.proven.includes('new-address') && stage.proven.includes('address-added'));
  assert.equal(await refusedWith(stage.address(accountId)), 'address-exists');
  const faults = { [`${payee.slice(0, -1)}5`]: 'payee-malformed', '0x0000000000000000000000000000000000000001': 'payee-malformed', TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH: 'payee-malformed' }; // oxfmt-ignore
  for (const [address, code] of Object.entries(faults)) assert.equal(await refusedWith(stage.address(accountId, { address })), code); // oxfmt-ignore
  assert.equal(await refusedWith(stage.address(accountId, { network: 'tron' })), 'network-off');
  assert.equal(await refusedWith(stage.address(accountId, { currency: 'BTC' })), 'unknown-coin');
  assert.equal(await refusedWith(stage.request({ accountId }, saved, '100')), 'withdrawal-held');
  assert.equal(await refusedWith(stage.request({ accountId: stranger }, saved, '100')), 'not-found');
  const remove = (caller: Uuid) => stage.ask(deleteUserAddress, { user_id: wireId('account', caller), address_id: saved.address_id }, { accountId: caller }); // oxfmt-ignore
  assert.equal(await refusedWith(remove(stranger)), 'not-found');
  await remove(accountId);
  assert.deepEqual(await stage.book(accountId), []);
  assert.equal(await refusedWith(stage.request({ accountId }, saved, '100')), 'not-found');
  await assert.rejects(stage.ledger.pool.query('update withdrawal_addresses set usable_at = now() where account_id = $1', [accountId])); // oxfmt-ignore
});

test('what customers deposit to is no address to withdraw to, now or later', async () => {
  const accountId = await customer();
  const saved = await stage.address(accountId, { address: other });
  stage.clock.advance(60_000);
  await stage.ledger.pool.query(`insert into deposit_addresses (address_id, account_id, network, address_index, address) values ($1, $2, 'ethereum', 77, $3)`, [stage.ledger.newId(), stage.ledger.newId(), other]); // oxfmt-ignore
  assert.equal(await refusedWith(stage.request({ accountId }, saved, '100')), 'address-ours');
  assert.equal(await refusedWith(stage.address(await customer(), { address: other })), 'address-ours');
});

test('the address book holds so many, also of those that come together', async () => {
  const accountId = await customer();
  const addresses = Array.from({ length: addressesMax + 4 }, (_, place) => `0x${(place + 16).toString(16).padStart(40, '5')}`); // oxfmt-ignore
  const outcomes = await Promise.allSettled(addresses.map((address) => stage.address(accountId, { address })));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, addressesMax);
});

test('a request reserves its amount and fixes fee and net; taken back or refused, all of it is there again', async () => {
  const accountId = await customer();
  const to = await stage.usableAddress(accountId);
  const asked = await stage.request({ accountId }, to, '100.0001');
  assert.deepEqual([asked.state, asked.step, asked.fee, asked.net], [1, 'review', '3.0001', '97']);
  assert.equal(await stage.ledger.available(accountId), '899.9999');
  await stage.ledger.audit();
  const back = await stage.cancel(accountId, asked);
  assert.deepEqual([back.state, back.step, back.reason], [3, 'cancelled', 'own-wish']);
  assert.equal(await refusedWith(stage.cancel(accountId, asked)), 'withdrawal-not-open');
  const again = await stage.request({ accountId }, to, '1000');
  assert.equal(await stage.ledger.available(accountId), '0');
  await stage.reject(again);
  assert.equal(await stage.ledger.available(accountId), '1000');
  const [newest] = await stage.list(accountId);
  assert.deepEqual([newest!.state, newest!.reason], [3, 'address-doubtful']);
  const told = stage.pushes(accountId).flatMap((event) => (event.action === 'withdrawal' ? [event.notify.step] : []));
  assert.deepEqual(told, ['review', 'cancelled', 'review', 'rejected']);
  await stage.ledger.audit();
});

test('each rule refuses by its name, and nothing is reserved', async () => {
  const accountId = await customer();
  const to = await stage.usableAddress(accountId);
  const ask = (amount: string, more?: Record<string, string>, caller = {}) => stage.request({ accountId, ...caller }, to, amount, more); // oxfmt-ignore
  assert.equal(await refusedWith(ask('9.9999')), 'withdrawal-too-small');
  assert.equal(await refusedWith(ask('1000.0001')), 'insufficient-balance');
  assert.equal(await refusedWith(ask('20.00001')), 'too-many-decimals');
  assert.equal(await refusedWith(ask('0')), 'amount-malformed');
  assert.equal(await refusedWith(ask('')), 'amount-malformed');
  assert.equal(await refusedWith(ask('20', { user_paypass: '000000' })), 'trade-password-wrong');
  assert.equal(await refusedWith(ask('20', { coin_code: 'ETH' })), 'not-found');
  assert.equal(await refusedWith(ask('20', {}, { book: 'bonus' })), 'experience-no-withdrawal');
  assert.equal(await refusedWith(ask('20', {}, { isVerified: false })), 'verification-required');
  await stage.hold(accountId);
  assert.equal(await refusedWith(ask('20')), 'withdrawal-held');
  stage.clock.advance(demoHoldMs);
  assert.equal(await stage.ledger.available(accountId), '1000');
  await ask('20');
  assert.equal(await refusedWith(ask('20')), 'withdrawal-unfinished');
});

test('a change of password that is under way comes first: a request at the same moment waits for it, and is held', async () => {
  const accountId = await customer();
  const to = await stage.usableAddress(accountId);
  await stage.hold(accountId);
  stage.clock.advance(demoHoldMs);
  const changing = await stage.ledger.pool.connect();
  try {
    await changing.query('begin');
    await stage.hold(accountId, changing);
    const outcome = refusedWith(stage.request({ accountId }, to, '50'));
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until('it waits', async () => (await stage.ledger.pool.query(isWaiting)).rowCount !== 0);
    await changing.query('commit');
    assert.equal(await outcome, 'withdrawal-held');
  } finally {
    changing.release();
  }
  assert.equal(await stage.ledger.available(accountId), '1000');
  stage.clock.advance(demoHoldMs);
  await stage.cancel(accountId, await stage.request({ accountId }, to, '50'));
  await assert.rejects(stage.ledger.pool.query('update account_hold_ends set held_until = now() where account_id = $1', [accountId]), /never shortened/); // oxfmt-ignore
});

test('a hold of an account whose row is missing is there all the same, and without a row nothing is withdrawn', async () => {
  const accountId = await customer();
  const to = await stage.usableAddress(accountId);
  await stage.hold(accountId);
  const lose = () =>
    runAsOwner(stage.ledger, `alter table account_hold_ends disable trigger account_hold_ends_no_delete;
      delete from account_hold_ends where account_id = '${accountId}';
      alter table account_hold_ends enable trigger account_hold_ends_no_delete`); // oxfmt-ignore
  await lose();
  await assert.rejects(stage.request({ accountId }, to, '50'), ({ cause }) =>
    /every account has a row/.test(String(cause)),
  );
  await stage.hold(accountId);
  assert.equal(await refusedWith(stage.request({ accountId }, to, '50')), 'withdrawal-held');
});

test('the same request twice is one withdrawal, though its code is used up; of many together one is taken', async () => {
  const accountId = await customer();
  const to = await stage.usableAddress(accountId);
  const key = newKey().key;
  const ask = () => stage.request({ accountId, key }, to, '50', { code: 'once' });
  const first = await ask();
  assert.deepEqual(await ask(), first);
  await stage.cancel(accountId, first);
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => stage.request({ accountId }, to, '50')));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal(await stage.ledger.available(accountId), '950');
  await stage.ledger.audit();
});

const lend: Command<{ accountId: Uuid; loanId: Uuid }, null> = {
  name: 'test-lend',
  refusals: [],
  coins: () => [],
  house: [],
  decide: ({ accountId, loanId }, { now }) => ({
    objectId: loanId,
    moves: [],
    writes: [insertRow(debts, { accountId, book: 'real', openLoan: loanId, collected: wad("0"), overdueSince: null, owed: { amount: wad('300'), monthlyRate: wad('0.01'), months: 12, since: now } })],
    reply: null,
  }),
}; // oxfmt-ignore

test('only what exceeds a debt may leave, in USDT and in any other coin', async () => {
  const own = await openWithdrawalsStage();
  try {
    const accountId = await own.ledger.pay('1000');
    await own.ledger.pay('2', { accountId, coin: 'ETH' });
    const [usdt, eth] = [await own.usableAddress(accountId), await own.usableAddress(accountId, 'ETH')];
    await own.ledger.lanes.submit({ command: lend, accountId, book: 'real', input: { accountId, loanId: own.ledger.newId() }, idempotency: newKey(), receivedAt: 0 }); // oxfmt-ignore
    const terms = await own.ask<{ owed: string; ways: { coin_code: string; network: string; available: string }[] }>(queryWithdrawTerms, { account_id: wireId('account', accountId) }, { accountId }); // oxfmt-ignore
    const free = (coin: string) => terms.ways.find((way) => way.coin_code === coin && way.network === 'ethereum')!.available; // oxfmt-ignore
    assert.deepEqual([terms.owed, free('USDT'), free('ETH')], ['303', '697', '2']);
    assert.equal(await refusedWith(own.request({ accountId }, usdt, '697.0001')), 'withdrawal-debt');
    await own.cancel(accountId, await own.request({ accountId }, usdt, '697'));
    await own.cancel(accountId, await own.request({ accountId }, eth, '2'));
  } finally {
    await own.end();
  }
});

test('nobody reads or takes back what is another’s, and a server can’t approve what two must, nor change what is paid', async () => {
  const [accountId, stranger] = await Promise.all([customer('5000'), customer()]);
  const to = await stage.usableAddress(accountId);
  const asked = await stage.request({ accountId }, to, '1000.0001');
  const payload = { account_id: wireId('account', stranger), withdraw_id: asked.withdraw_id };
  assert.equal(await refusedWith(stage.ask(cancelWithdraw, payload, { accountId: stranger })), 'not-found');
  assert.equal(await refusedWith(stage.ask(selectWithdraw, payload, { accountId: stranger })), 'not-found');
  await assert.rejects(stage.approve(asked, 'olga'), /withdrawal-needs-two|two operators/);
  const { pool } = stage.ledger;
  for (const change of [`state = 'approved', decided_at = now(), decided_by = 'me'`, `units = '9'`, `address = '${other}'`, `amount = 1, fee = 0`, `state = 'sent', ended_at = now()`, `needs_two_persons = false`]) {
    await assert.rejects(pool.query(`update withdrawals set ${change} where account_id = $1`, [accountId]), change);
  }
  await assert.rejects(pool.query('delete from withdrawals where account_id = $1', [accountId]));
}); // oxfmt-ignore

test('on a real chain with the signer’s own process', longRun('starts a chain and a signer'), async (context) => {
  const opener = stage.opener();
  const found = await opener.open().catch(() => undefined);
  if (!found) return context.skip('the node of the development chain does not run here');
  const means = found;
  await stage.openWallet(means);
  // Who approves a withdrawal of ETH alone is counted with its worth in USDT, by the last price in the archive.
  await runAsOwner(
    stage.ledger,
    `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash)
     values ('ETH', 1, 2000, 1, 1, 'simulated', sha256('first'))`,
  );
  await means.fund!({ ETH: 0n, USDT: 0n });

  const approved = async (amount: string, coin: 'USDT' | 'ETH' = 'USDT'): Promise<{ accountId: Uuid; asked: WithdrawalMessage }> => {
    const accountId = stage.ledger.newId();
    await stage.ledger.pay('1000', { accountId, coin });
    const asked = await stage.request({ accountId }, await stage.usableAddress(accountId, coin), amount);
    await stage.approve(asked, 'olga');
    return { accountId, asked };
  }; // oxfmt-ignore
  const settle = async (by: EthereumMeans = means): Promise<void> => {
    for (let round = 0; round < 40 && (await stage.pay(by)) > 0; round++) await means.addBlock!();
  };
  const held = (asset: 'ETH' | 'USDT') => means.sender.balanceOf(payee, asset);

  await context.test('what arrives is the promised amount to the last unit, and the books say so', async () => {
    for (const [coin, amount, units] of [['USDT', '100.0001', 97_000_000n], ['ETH', '0.1', 97n * 10n ** 15n]] as const) {
      const before = await held(coin);
      const { accountId, asked } = await approved(amount, coin);
      await settle();
      assert.equal((await held(coin)) - before, units);
      const [sent] = await stage.list(accountId);
      assert.deepEqual([sent!.step, sent!.state, sent!.net], ['sent', 2, asked.net]);
      assert.match(sent!.txid!, /^0x[0-9a-f]{64}$/);
      assert.equal(await refusedWith(stage.cancel(accountId, asked)), 'withdrawal-not-open');
      await stage.ledger.audit();
    }
  }); // oxfmt-ignore

  for (const at of ['sign', 'send'] as const) {
    await context.test(`killed after the ${at}, it is paid once by whoever comes after`, async () => {
      const before = await held('USDT');
      const dying = killedAfter(means, at);
      const { accountId } = await approved('200');
      dying.kill();
      await assert.rejects(stage.pay(dying), /killed/);
      await settle(dying);
      await settle();
      assert.equal((await held('USDT')) - before, 194_000_000n);
      assert.equal((await stage.list(accountId))[0]!.step, 'sent');
      await stage.ledger.audit();
    });
  }

  await context.test(
    'the signer’s process is killed before it has stored anything, and after: both are paid once',
    async () => {
      const before = await held('USDT');
      const { accountId } = await approved('30');
      await opener.close();
      await assert.rejects(stage.pay(means));
      // A payment that no signer has judged takes no place in the wallet's order.
      assert.equal((await stage.list(accountId))[0]!.step, 'approved');
      const reopened = await opener.open();
      const dying = killedAfter(reopened, 'sign');
      dying.kill();
      await assert.rejects(stage.pay(dying), /killed/);
      await opener.close();
      await settle(await opener.open());
      assert.equal((await held('USDT')) - before, 29_100_000n);
      await stage.ledger.audit();
    },
  );

  await context.test('two who pay at once, and bytes that are sent twice, pay once; places in the order have no gaps', async () => {
    const before = await held('USDT');
    const lanes = await stage.ledger.openAgain();
    const several = [await approved('20'), await approved('40'), await approved('60')];
    for (let round = 0; round < 30; round++) {
      await Promise.allSettled([stage.pay(means), stage.pay(means, lanes)]);
      await means.addBlock!();
    }
    const rows = await Promise.all(several.map(({ accountId }) => stage.list(accountId)));
    assert.deepEqual(rows.map(([row]) => row!.step), ['sent', 'sent', 'sent']);
    assert.equal((await held('USDT')) - before, 116_400_000n);
    await lanes.close();
    await stage.ledger.audit();
  }); // oxfmt-ignore

  await context.test('the audit finds each payment on the chain, and names what the books say otherwise', async () => {
    const { transactions, sender } = await openAuditedChain(stage.chains);
    const asked = async (change: Partial<Parameters<typeof withdrawalsOnChainRule>[0]> = {}) => {
      const open = async () => ethereumAudit({ transactions, sender });
      const [found] = await checkInvariants(stage.ledger.pool, [withdrawalsOnChainRule({ open, ...change })]);
      return found!;
    };
    const { checked, broken } = await asked();
    assert.ok(checked > 0);
    assert.equal(broken, 0);
    const failing = { paidBy: async () => [] };
    const unpaid = await asked({ open: async () => ethereumAudit({ sender, transactions: failing }) });
    assert.equal(unpaid.broken, checked);
    const behind = { ...sender, finalNonceOf: async () => 0n };
    await assert.rejects(
      asked({ open: async () => ethereumAudit({ sender: behind, transactions }) }),
      /the node does not know/,
    );
    await runAsOwner(
      stage.ledger,
      `begin; alter table withdrawals disable trigger user;
      update withdrawals set state = 'failed', reason = 'not-carried-out' where withdrawal_id = (select min(withdrawal_id::text)::uuid from withdrawals where state = 'sent');
      alter table withdrawals enable trigger user; commit`,
    );
    assert.equal((await asked()).broken, 1);
    await runAsOwner(
      stage.ledger,
      `begin; alter table withdrawals disable trigger user;
      update withdrawals set state = 'sent', reason = null where state = 'failed'; alter table withdrawals enable trigger user; commit`,
    );
  });

  await context.test(
    'an approval that is slipped into the table, and an amount beyond the wallet, stop with their reason',
    async () => {
      const accountId = await customer();
      const asked = await stage.request({ accountId }, await stage.usableAddress(accountId), '50');
      assert.notEqual(approvalKeyOf('33'.repeat(32)), approvalKeyOf(stage.signingKey));
      await stage.ledger.pool.query(`update withdrawals set state = 'approved', decided_at = now(), decided_by = 'olga' where account_id = $1`, [accountId]); // oxfmt-ignore
      await stage.ledger.pool.query(`insert into withdrawal_approvals (account_id, approval_id, withdrawal_id, person, signature, at) select account_id, gen_random_uuid(), withdrawal_id, 'olga', repeat('ab', 64), now() from withdrawals where account_id = $1`, [accountId]); // oxfmt-ignore
      await stage.pay(means);
      const { rows } = await stage.ledger.pool.query<{ trouble: string; state: string }>('select trouble, state from withdrawals where account_id = $1', [accountId]); // oxfmt-ignore
      assert.deepEqual(rows, [{ trouble: 'signer-false-approval', state: 'approved' }]);
      assert.equal((await stage.list(accountId))[0]!.withdraw_id, asked.withdraw_id);
    },
  );
  await opener.close();
});

test(
  'the engine’s own job starts chain and signer when somebody waits, and pays',
  longRun('a chain and a signer as processes'),
  async (context) => {
    const own = await openWithdrawalsStage();
    const opener = own.opener();
    const probe = await opener.open().then(() => true, () => false); // oxfmt-ignore
    await opener.close();
    if (!probe) {
      await own.end();
      return context.skip('the node of the development chain does not run here');
    }
    const part = withdrawalsEngine({ ...own.ledger, clock: own.clock, chains: own.chains, signingKey: own.signingKey });
    try {
      await startPart(part);
      const accountId = await own.ledger.pay('500');
      const asked = await own.request({ accountId }, await own.usableAddress(accountId), '100');
      await own.approve(asked, 'olga');
      await until('it is sent', async () => (await own.list(accountId))[0]!.step === 'sent', 60_000);
      assert.equal(await own.ledger.available(accountId), '400');
      await own.ledger.audit();
    } finally {
      await stopPart(part);
      await own.end();
    }
  },
);
