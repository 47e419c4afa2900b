// What a thief among the operators would try: to pay in by his own word and out again, piece by piece, to an account of his own.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { superviseSigner, type Signer } from '@candor/chain';
import {
  approveWithdrawal,
  getWithdrawal,
  parseWireId,
  refuseWithdrawal,
  type OperatorRole,
  type RefusalCode,
  type SavedAddress,
  type Uuid,
  type WithdrawalMessage,
} from '@candor/wire';
import type { z } from 'zod';
import type { OperatorContext } from '../src/kit/feature.ts';
import type { EthereumMeans } from '../src/withdrawals/ethereum-payer.ts';
import { openWallet, sayOfPaying } from '../src/withdrawals/pay-store.ts';
import { demoPolicy } from '../src/withdrawals/demo-signer.ts';
import { demoHoldMs } from '../src/withdrawals/terms.ts';
import { until } from '../src/kit/until.test-support.ts';
import { approvedProposal } from './support/acts.ts';
import { runAsOwner } from './support/database.ts';
import { refusedWith } from './support/options-stage.ts';
import { newKey } from './support/money.ts';
import { outcomesOf, seatOperator } from './support/seat-operator.ts';
import { openWithdrawalsStage, type WithdrawalsStage } from './support/withdrawals-stage.ts';

const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
let stage: WithdrawalsStage;
const seated = new Map<string, Uuid>();
before(async () => {
  stage = await openWithdrawalsStage();
});
after(() => stage.end());

type Operator = OperatorContext['operator'];
/** Each test has operators of its own, so that nobody's day is another's. */
const treasurer = () => operatorOf('treasurer');
async function operatorOf(role: OperatorRole): Promise<Operator> {
  const name = `thief-${seated.size}`;
  const operatorId = await seatOperator(stage.ledger, name, role);
  seated.set(name, operatorId);
  return { sessionId: operatorId, operatorId, name, roles: [role], steppedUpUntil: Infinity, endsAt: Infinity, isDemo: true }; // oxfmt-ignore
}

interface Asked {
  accountId: Uuid;
  to: SavedAddress;
  withdrawal: WithdrawalMessage;
}

async function asked(amount: string, accountId?: Uuid): Promise<Asked> {
  const owner = accountId ?? (await stage.ledger.pay('5000'));
  const to = await stage.usableAddress(owner);
  return { accountId: owner, to, withdrawal: await stage.request({ accountId: owner }, to, amount) };
}

async function desk<Call extends typeof approveWithdrawal | typeof refuseWithdrawal | typeof getWithdrawal>(
  call: Call,
  payload: object,
  operator: Operator,
): Promise<z.infer<Call['reply']>> {
  const bound = stage.product().calls.find((each) => each.call === call)!;
  const context = { operator, receivedAt: stage.clock.now(), idempotency: newKey() } as unknown as OperatorContext;
  return (await bound.handle(call.payload.parse(payload) as never, context as never)) as never;
}

const approve = ({ withdrawal }: Asked, operator: Operator) =>
  desk(approveWithdrawal, { withdraw_id: withdrawal.withdraw_id }, operator);
const seen = ({ withdrawal }: Asked, operator: Operator) =>
  desk(getWithdrawal, { withdraw_id: withdrawal.withdraw_id }, operator);

/** Inserts an earlier decision of the treasurer, `daysAgo` days old. */
const decided = (
  operatorId: Uuid,
  { kind, accountId, worth, daysAgo = 0, proposal = null }: { kind: string; accountId: Uuid; worth: string; daysAgo?: number; proposal?: Uuid | null }, // oxfmt-ignore
) =>
  runAsOwner(
    stage.ledger,
    `insert into operator_decisions (operator_id, kind, object_id, account_id, worth, proposal_id, at)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp() - $7 * interval '1 day')`,
    [operatorId, kind, randomUUID(), accountId, worth, proposal, daysAgo],
  );

/** Makes the decisions of this proposal older. Their table takes no update from anybody, so its guard is off for a moment. */
const decidedBefore = (proposalId: Uuid, days: number) =>
  runAsOwner(stage.ledger, `do $do$ begin alter table operator_decisions disable trigger operator_decisions_keep;
       update operator_decisions set at = at - interval '${days} days' where proposal_id = '${proposalId}';
       alter table operator_decisions enable trigger operator_decisions_keep; end $do$`); // oxfmt-ignore

const stateOf = async ({ accountId }: Asked): Promise<string> => (await stage.list(accountId))[0]!.step;

/** It would sign, and is asked for no signature: it can't give one. */
const willing = { judge: async () => undefined };
const feesTooHigh = { fees: async () => ({ maxFeePerGas: 10n ** 15n, maxPriorityFeePerGas: 1n }) };
const meansWith = (sender: object): EthereumMeans =>
  ({ signer: willing, sender, wallet: '0x00', chainId: 1n, feeMax: 1n, usdt }) as unknown as EthereumMeans;

async function pay(sender: object): Promise<Record<string, string>> {
  await stage.pay(meansWith(sender));
  const { rows } = await stage.ledger.pool.query<{ id: Uuid; trouble: string }>(
    'select account_id as id, trouble from withdrawals where ended_at is null',
  );
  return Object.fromEntries(rows.map(({ id, trouble }) => [id, trouble]));
}

const freeze = (accountId: Uuid) => stage.ledger.pool.query('select account_freeze_own($1)', [accountId]);
const release = (accountId: Uuid) =>
  runAsOwner(stage.ledger, `delete from account_freezes where account_id = $1`, [accountId]);

test('a freeze or a hold after the approval stops the sending, keeps nobody else waiting, and lets it go on when it ends', async () => {
  const operator = await treasurer();
  const [frozen, held, free] = [await asked('40'), await asked('40'), await asked('40')];
  for (const each of [frozen, held, free]) await approve(each, operator);
  await freeze(frozen.accountId);
  await stage.hold(held.accountId);
  const troubles = await pay(feesTooHigh);
  assert.equal(troubles[frozen.accountId], 'account-frozen');
  assert.equal(troubles[held.accountId], 'account-held');
  assert.equal(troubles[free.accountId], 'fees-too-high', 'those behind it are next');
  // The server's own role can't store bytes for it either.
  const build = `update withdrawals set state = 'built', wallet = '0x00', nonce = 7, unsigned = '0x00' where account_id = $1`;
  await assert.rejects(stage.ledger.pool.query(build, [frozen.accountId]), /frozen or held/);
  await release(frozen.accountId);
  stage.clock.advance(demoHoldMs + 1);
  const released = await pay(feesTooHigh);
  assert.equal(released[frozen.accountId], 'fees-too-high');
});

type Step = 'sign' | 'send';

/** A fake node with a real signer. `before` runs just before a payment of this account reaches the signer or the node. */
function playedMeans(
  { signer, wallet, accountId }: { signer: Signer; wallet: string; accountId: Uuid },
  before: (step: Step) => Promise<void>,
) {
  const sent: string[] = [];
  const isOwn = async (column: 'unsigned' | 'signed', bytes: string): Promise<boolean> => {
    const found = `select from withdrawals where account_id = $1 and ${column} = $2`;
    return (await stage.ledger.pool.query(found, [accountId, bytes])).rowCount! > 0;
  };
  let isInBlock = false;
  const means = meansWith({
    fees: async () => ({ maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n }),
    balanceOf: async () => 10n ** 24n,
    statusOf: async () =>
      isInBlock ? { kind: 'mined', height: 1, isGood: true, confirmations: 0, isFinal: false } : { kind: 'pending' },
    async send(signed: string) {
      if (!(await isOwn('signed', signed))) return;
      await before('send');
      sent.push(signed);
    },
  });
  const sign: Signer['sign'] = async (asked) => {
    if (await isOwn('unsigned', asked.unsigned)) await before('sign');
    return signer.sign(asked);
  };
  return {
    sent,
    mine: () => void (isInBlock = true),
    means: { ...means, wallet, chainId: 31_337n, feeMax: 10n ** 16n, usdt, signer: { ...signer, sign } },
  };
}

test('a freeze between two steps of one round stops the payment until its bytes are at the node', async (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'candor-signer-'));
  const supervised = superviseSigner(directory);
  context.after(async () => {
    await supervised.close();
    rmSync(directory, { recursive: true });
  });
  const signer = await supervised.open(demoPolicy('ethereum', { usdt, signingKey: stage.signingKey }));
  const { wallet } = (await signer.who()).ethereum!;
  const { pool } = stage.ledger;
  await sayOfPaying(pool, { network: 'ethereum', state: 'on', reason: '' });
  await openWallet(pool, { network: 'ethereum', wallet, token: usdt, mined: 0 });
  const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%account_freeze_own%'`;

  /** Freezes the account at this step. The step continues once the freeze is stored, or once the freeze waits for the step. */
  const frozenAt = async (at: Step) => {
    const operator = await treasurer();
    const wanted = await asked('40');
    await approve(wanted, operator);
    let isFreezing = false;
    let freezing: Promise<unknown> = Promise.resolve();
    const isFrozenAtNode: boolean[] = [];
    const played = playedMeans({ signer, wallet, accountId: wanted.accountId }, async (step) => {
      if (step === at && !isFreezing) {
        isFreezing = true;
        let isStored = false;
        freezing = freeze(wanted.accountId).then(() => (isStored = true));
        await until(
          'the freeze is stored or waits',
          async () => isStored || (await pool.query(isWaiting)).rowCount! > 0,
        );
      }
      const frozen = 'select from account_freezes where account_id = $1 and released_at is null';
      if (step === 'send') isFrozenAtNode.push((await pool.query(frozen, [wanted.accountId])).rowCount! > 0);
    });
    const run = async () => {
      await stage.pay(played.means as never);
      await freezing;
      const { rows } = await pool.query<{ state: string; trouble: string }>(
        'select state, trouble from withdrawals where account_id = $1',
        [wanted.accountId],
      );
      return rows[0]!;
    };
    return { ...played, wanted, run, isFrozenAtNode };
  };

  await context.test(
    'before the signature is stored: nothing is sent, and the order of the wallet waits for it',
    async () => {
      const early = await frozenAt('sign');
      assert.deepEqual(await early.run(), { state: 'signed', trouble: 'account-frozen' });
      assert.equal(early.sent.length, 0);
      const behind = await asked('40');
      await approve(behind, await treasurer());
      await stage.pay(early.means as never);
      assert.equal(await stateOf(behind), 'approved', 'it could not be mined before the one that is stopped');
      await release(early.wanted.accountId);
      await stage.pay(early.means as never);
      assert.deepEqual([await stateOf(early.wanted), await stateOf(behind)], ['broadcast', 'broadcast']);
    },
  );

  await context.test('while they are given to the node: the freeze is stored after it', async () => {
    const late = await frozenAt('send');
    assert.deepEqual(await late.run(), { state: 'broadcast', trouble: '' });
    // The same bytes are sent again in each round until a block holds them, even if the account is frozen.
    assert.equal(late.isFrozenAtNode[0], false);
  });

  await context.test(
    'after a payer was killed at the sending: what a block holds is stored as sent, and others are paid',
    async () => {
      const killed = await asked('40');
      await approve(killed, await treasurer());
      const dying = playedMeans({ signer, wallet, accountId: killed.accountId }, async (step) => {
        if (step === 'send') throw new Error('killed');
      });
      await assert.rejects(stage.pay(dying.means as never), /killed/);
      await freeze(killed.accountId);
      dying.mine();
      await stage.pay(dying.means as never);
      assert.equal(await stateOf(killed), 'broadcast');
    },
  );
});

test('an approved withdrawal of a frozen account is refused, and its amount is the customer’s again', async () => {
  const operator = await treasurer();
  const wanted = await asked('40');
  await approve(wanted, operator);
  await freeze(wanted.accountId);
  await desk(refuseWithdrawal, { withdraw_id: wanted.withdrawal.withdraw_id, reason: 'address-doubtful' }, operator);
  assert.equal(await stateOf(wanted), 'rejected');
  assert.equal(await stage.ledger.available(wanted.accountId), '5000');
  assert.equal(await refusedWith(desk(refuseWithdrawal, { withdraw_id: wanted.withdrawal.withdraw_id, reason: 'address-doubtful' }, operator)), 'withdrawal-not-open' satisfies RefusalCode); // oxfmt-ignore
  assert.ok(parseWireId('withdrawal', wanted.withdrawal.withdraw_id));
  await stage.ledger.audit();
});

test('who credited an account approves none of its withdrawals for a week; another operator does', async () => {
  const [thief, other] = [await treasurer(), await treasurer()];
  for (const kind of ['purchase', 'loan', 'refund', 'prize']) {
    const wanted = await asked('50');
    await decided(thief.operatorId, { kind, accountId: wanted.accountId, worth: '500', daysAgo: 6.9 });
    assert.equal(await refusedWith(approve(wanted, thief)), 'credited-lately', kind);
    // The desk is not what holds it.
    await assert.rejects(stage.approve(wanted.withdrawal, thief.name), /credited-lately/);
    assert.equal(await stateOf(wanted), 'review');
    await approve(wanted, other);
    assert.equal(await stateOf(wanted), 'approved');
  }
  const later = await asked('50');
  await decided(thief.operatorId, { kind: 'purchase', accountId: later.accountId, worth: '500', daysAgo: 7.1 });
  await approve(later, thief);
  assert.equal(await stateOf(later), 'approved');
});

/** The way in by a deposit: the thief names the account, an accomplice approves it, and the thief lets the money out alone. */
test('who proposed or approved a deposit of an account approves none of its withdrawals for a week, alone or as one of two', async () => {
  for (const kind of ['assign-deposit', 'clear-deposit', 'credit-contract-payment'] as const) {
    const [maker, checker, other] = [await treasurer(), await operatorOf('risk'), await treasurer()];
    const wanted = await asked('50');
    const facts = { deposit_uuid: randomUUID(), payment_uuid: randomUUID(), account_uuid: wanted.accountId, coin: 'USDT', amount: '50' }; // oxfmt-ignore
    const act = { kind, body: {}, facts, maker: [maker.name, 'treasurer'], checker: [checker.name, 'risk'] } as const;
    const proposalId = await approvedProposal(stage.ledger.pool, act);
    const approveAsTwo = (one: Operator, two: Operator) =>
      approvedProposal(stage.ledger.pool, { kind: 'approve-withdrawal', body: {}, facts: { account_uuid: wanted.accountId }, maker: [one.name, one.roles[0]!], checker: [two.name, two.roles[0]!] }); // oxfmt-ignore
    for (const person of [maker, checker]) {
      assert.equal(await refusedWith(approve(wanted, person)), 'credited-lately', kind);
      const { obstacle } = await seen(wanted, person);
      assert.equal(obstacle?.code, 'credited-lately', 'the page says so before the operator tries');
      assert.match(obstacle.facts['until']!, /^\d{4}-/);
      await assert.rejects(stage.approve(wanted.withdrawal, person.name), /credited-lately/);
      await assert.rejects(approveAsTwo(person, other), /credited-lately/);
    }
    await assert.rejects(approveAsTwo(other, checker), /credited-lately/);
    assert.equal(await stateOf(wanted), 'review');
    assert.equal((await seen(wanted, other)).obstacle, null);
    await approve(await asked('50'), maker);
    await decidedBefore(proposalId, 7.1);
    await approve(wanted, maker);
  }
});

test('a proposal that nobody approved keeps nobody from deciding', async () => {
  const maker = await treasurer();
  const wanted = await asked('50');
  await stage.ledger.pool.query(
    `insert into act_proposals (proposal_id, kind, body, facts, why, maker, expires_at)
     values ($1, 'assign-deposit', '{}', $2, 'a test', $3, now() + interval '1 hour')`,
    [randomUUID(), JSON.stringify({ account_uuid: wanted.accountId }), maker.operatorId],
  );
  await approve(wanted, maker);
});

test('above the sum of a day one person decides on nothing more, over all products, whatever comes at once', async () => {
  const thief = await treasurer();
  const stranger = stage.ledger.newId();
  await decided(thief.operatorId, { kind: 'purchase', accountId: stranger, worth: '9000' });
  await decided(thief.operatorId, { kind: 'loan', accountId: stranger, worth: '5000' });
  await decided(thief.operatorId, { kind: 'refund', accountId: stranger, worth: '5900' });
  await decided(thief.operatorId, { kind: 'prize', accountId: stranger, worth: '9000', daysAgo: 1.01 });
  const wanted = await Promise.all(['60', '60', '60'].map((amount) => asked(amount)));
  // 100 are left. Past the desk, all at the same moment, in as many lanes as there are.
  const outcomes = await outcomesOf(wanted.map(({ withdrawal }) => stage.approve(withdrawal, thief.name)));
  assert.deepEqual(outcomes.toSorted(), ['day-sum-reached', 'day-sum-reached', 'done']);
  const left = wanted[outcomes.indexOf('day-sum-reached')]!;
  assert.equal(await refusedWith(approve(left, thief)), 'day-sum-reached');
  const { rows } = await stage.ledger.pool.query<{ obstacle: object }>(
    `select operator_obstacle('withdrawal', $1, $2, true, 60) as obstacle`,
    [thief.operatorId, left.accountId],
  );
  assert.deepEqual(rows[0]!.obstacle, { code: 'day-sum-reached', limit: '20000', decided: '19960', amount: '60' });
  await approve(left, await treasurer());
});

test('a decision needs the role, the second factor and the name of somebody there is', async () => {
  const wanted = await asked('20');
  const support = await seatOperator(stage.ledger, 'helen', 'support');
  await assert.rejects(stage.approve(wanted.withdrawal, 'helen'), /no operator who may/);
  await assert.rejects(stage.approve(wanted.withdrawal, 'nobody'), /no operator has decided/);
  const late = await treasurer();
  await runAsOwner(stage.ledger, `update operator_sessions set stepped_up_at = now() - interval '6 minutes' where operator_id = $1`, [late.operatorId]); // oxfmt-ignore
  await assert.rejects(stage.approve(wanted.withdrawal, late.name), /no operator who may/);
  assert.equal(await stateOf(wanted), 'review');
  assert.ok(support);
});

const own = {
  declared: ({ operatorId, accountId }) => [`insert into operator_accounts (operator_id, account_id) values ($1, $2)`, [operatorId, accountId]], // oxfmt-ignore
  email: ({ operatorId, accountId }) => [`insert into operator_contacts (operator_id, kind, value) select $1, 'email', lower(email) from accounts where account_id = $2`, [operatorId, accountId]], // oxfmt-ignore
  phone: ({ operatorId, accountId, n }) => [`with known as (update accounts set phone = $3 where account_id = $2) insert into operator_contacts (operator_id, kind, value) values ($1, 'phone', $3)`, [operatorId, accountId, `+4178600000${n}`]], // oxfmt-ignore
  device: ({ operatorId, accountId }) => [`with seen as (insert into operator_devices (operator_id, ip, user_agent) values ($1, '198.51.100.9', 'Phone 7'))
    insert into account_events (event_id, account_id, kind, at, ip, user_agent) values (gen_random_uuid(), $2, 'login', now(), '::ffff:198.51.100.9', 'Phone 7')`, [operatorId, accountId]], // oxfmt-ignore
} satisfies Record<string, (who: { operatorId: Uuid; accountId: Uuid; n: number }) => [string, unknown[]]>;

test('nobody decides on an account of his own, whether he names it or not', async () => {
  for (const [n, [tie, statement]] of Object.entries(own).entries()) {
    const thief = await treasurer();
    const wanted = await asked('50');
    await runAsOwner(stage.ledger, ...statement({ operatorId: thief.operatorId, accountId: wanted.accountId, n }));
    const { rows } = await stage.ledger.pool.query('select operator_tie($1, $2) as tie', [thief.operatorId, wanted.accountId]); // oxfmt-ignore
    assert.deepEqual(rows, [{ tie }]);
    assert.equal(await refusedWith(approve(wanted, thief)), 'own-account', tie);
    await assert.rejects(stage.approve(wanted.withdrawal, thief.name), /own-account/);
    await approve(wanted, await treasurer());
  }
});

test('an account that shares an address or a device with a declared one is his as well', async () => {
  const thief = await treasurer();
  const declared = await asked('50');
  await runAsOwner(
    stage.ledger,
    ...own.declared({ operatorId: thief.operatorId, accountId: declared.accountId, n: 0 }),
  );
  const second = await asked('50');
  assert.equal(await refusedWith(approve(second, thief)), 'own-account', 'the same address is in its book');
  const other = await asked('50');
  await runAsOwner(stage.ledger, `update withdrawal_addresses set deleted_at = now() where account_id = $1`, [declared.accountId]); // oxfmt-ignore
  assert.equal(await refusedWith(approve(other, thief)), 'own-account', 'a deleted address is known for ever');
  for (const ip of ['127.0.0.1', '::1', '::ffff:127.0.0.1', 'unknown', '']) {
    const { rows } = await stage.ledger.pool.query('select network_of_line($1) as line', [ip]);
    assert.deepEqual(rows, [{ line: null }], ip);
  }
  const { rows } = await stage.ledger.pool.query(`select network_of_line('2001:db8:1:2:3::9') as six, network_of_line('::ffff:198.51.100.9') as four`); // oxfmt-ignore
  assert.deepEqual(rows, [{ six: '2001:db8:1:2::/64', four: '198.51.100.9/32' }]);
});
