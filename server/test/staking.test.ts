// Staking and due work on a real database: what is promised is reserved, what is due is posted once, whatever happens to the engine.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  changePledgeRenewal,
  formatAmount,
  getPledgeOrderByDivideInto,
  getPledgeOrderMx,
  incomeOfDay,
  incomeUpTo,
  queryPledgeProducts,
  queryPledgeSummary,
  wad,
  wireId,
  type PledgeIncome,
  type PledgeMovement,
  type PledgeOrder,
  type Uuid,
} from '@candor/wire';
import type { Lanes } from '../src/ledger/lanes.ts';
import { Refusal } from '../src/kit/refuse.ts';
import { runAsOwner } from './support/database.ts';
import { refusedWith } from './support/options-stage.ts';
import { changeTermsAtOnce } from './support/settings.ts';
import { openStakingStage, type StakingStage } from './support/staking-stage.ts';
import { randomIntOf, runs, testSeed } from './support/seed.ts';
import { crowdOf, longRun } from './support/long-run.ts';

const randomInt = randomIntOf(testSeed);

let stage: StakingStage;
before(async () => (stage = await openStakingStage()));
after(() => stage.end());

const house = () => houseOf(stage);
const houseOf = async ({ ledger }: StakingStage): Promise<{ rewards: string; reserve: string }> => {
  const { rows } = await ledger.pool.query<{ rewards: string; reserve: string }>(
    `select trim_scale(sum(balance) filter (where bucket = 'staking-rewards'))::text as rewards,
       trim_scale(coalesce(sum(balance) filter (where bucket = 'staking-reserve'), 0))::text as reserve
     from ledger_house where book = 'real'`,
  );
  return rows[0]!;
};

/** Other limits are in force from now on, and are read. */
async function limitsBecome(own: StakingStage, values: string): Promise<void> {
  await changeTermsAtOnce(own.ledger, `insert into pledge_limits values (${values})`);
  await own.stop();
  await own.start();
}

test('a pledge reserves its income, is paid day by day at its hour, and gives the principal back at its end', async () => {
  const accountId = await stage.ledger.pay('1000');
  const before = await house();
  const opened = await stage.open({ accountId }, { product: '1', amount: '333.3333' });
  assert.equal(opened.income, '0.4666');
  assert.equal((await house()).reserve, formatAmount((wad(before.reserve) + wad('0.4666')) as never));
  assert.equal(await stage.ledger.available(accountId), '666.6667');
  await stage.ledger.audit();

  stage.pass(1);
  stage.clock.advance(-1);
  await stage.catchUp();
  assert.equal((await stage.list(accountId, 1))[0]!.days_posted, 0, 'not before its hour');
  stage.clock.advance(1);
  await stage.catchUp();
  assert.equal(await stage.ledger.available(accountId), '666.7333');

  stage.pass(6);
  await stage.catchUp();
  const [ended] = await stage.list(accountId, 0);
  assert.deepEqual(
    [ended!.outcome, ended!.posted, ended!.forfeited, ended!.next_at],
    ['completed', '0.4666', '0', null],
  );
  assert.equal(await stage.ledger.available(accountId), '1000.4666');
  assert.deepEqual(await house(), {
    rewards: formatAmount((wad(before.rewards) - wad('0.4666')) as never),
    reserve: '0',
  });
  const pushed = stage.pushes(accountId).flatMap((event) => (event.action === 'pledge' ? [event.notify] : []));
  assert.deepEqual(pushed.map(({ days_posted }) => days_posted), [0, 1, 2, 3, 4, 5, 6, 7]); // oxfmt-ignore
  await stage.ledger.audit();

  const account_id = wireId('account', accountId);
  const ask = <Reply>(call: Parameters<StakingStage['ask']>[0], more: object = {}): Promise<Reply> =>
    stage.ask(call, { account_id, ...more }, { accountId });
  const incomes = await ask<{ TOTAL: number; RESULT_LIST: PledgeIncome[] }>(getPledgeOrderByDivideInto, {
    pledge_order_id: ended!.pledge_order_id,
  });
  assert.deepEqual(
    incomes.RESULT_LIST.map(({ amount, is_posted }) => [amount, is_posted]),
    ['0.0666', '0.0667', '0.0666', '0.0667', '0.0667', '0.0666', '0.0667'].map((amount) => [amount, true]),
  );
  const all = await ask<{ RESULT_LIST: PledgeIncome[] }>(getPledgeOrderByDivideInto);
  assert.deepEqual(all.RESULT_LIST, incomes.RESULT_LIST.toReversed());
  const movements = await ask<{ TOTAL: number; RESULT_LIST: PledgeMovement[] }>(getPledgeOrderMx, { pagesize: 3 });
  assert.equal(movements.TOTAL, 9);
  assert.deepEqual(movements.RESULT_LIST.map(({ kind }) => kind), ['pledge-returned', 'pledge-income', 'pledge-income']); // oxfmt-ignore
  const { days, ...sums } = await ask<{ days: { day: string; amount: string }[] }>(queryPledgeSummary);
  assert.deepEqual(sums, { staked: '0', earned: '0.4666', coming: '0' });
  const posted = days.filter(({ amount }) => amount !== '0');
  assert.deepEqual([days.length, posted], [30, [{ day: '2027-01-02', amount: '0.0666' }, { day: '2027-01-08', amount: '0.4' }]]); // oxfmt-ignore
});

test('daily incomes are the whole term’s to the last digit, whatever the amount and the rate', () => {
  for (let round = 0; round < 2_000; round++) {
    const amount = wad(`${randomInt(1, 1_000_000)}.${String(randomInt(0, 10_000)).padStart(4, '0')}`);
    const rate = wad(`0.${String(randomInt(1, 1_000_000)).padStart(8, '0')}`);
    const days = randomInt(1, 120);
    const each = Array.from({ length: days }, (_, place) => incomeOfDay(amount, rate, place + 1));
    assert.ok(each.every((income) => income >= 0n));
    assert.equal(each.reduce((sum, income) => sum + income, 0n), incomeUpTo(amount, rate, days)); // oxfmt-ignore
  }
});

test('closing early posts what was due until then, returns the principal and releases the rest', async () => {
  const accountId = await stage.ledger.pay('1000');
  const { pledge_order_id: id } = await stage.open({ accountId }, { product: '3', amount: '1000' });
  stage.pass(3.5);
  const closed = await stage.close({ accountId }, id);
  assert.deepEqual([closed.outcome, closed.posted, closed.forfeited], ['closed', '1.2', '10.8']);
  assert.equal(await stage.ledger.available(accountId), '1001.2');
  assert.deepEqual([await stage.list(accountId, 1), await stage.list(accountId, 0)], [[], []]);
  assert.equal(await refusedWith(stage.close({ accountId }, id)), 'order-changed');
  stage.pass(30);
  await stage.catchUp();
  assert.equal(await stage.ledger.available(accountId), '1001.2');
  const other = await stage.ledger.pay('1');
  assert.equal(await refusedWith(stage.close({ accountId: other }, id)), 'not-found');
  await stage.ledger.audit();
});

test('what an older process opened and did not count gives its principal back all the same', async () => {
  const accountId = await stage.ledger.pay('300');
  const forget = (count: string) => runAsOwner(stage.ledger, `${count} where account_id = '${accountId}'`);
  const wrong = () => assert.rejects(stage.ledger.audit(), /is counted: staking/);
  await stage.open({ accountId }, { amount: '100' });
  const { pledge_order_id: id } = await stage.open({ accountId }, { product: '3', amount: '200' });
  await forget('delete from account_promises');
  await wrong();
  assert.equal((await stage.close({ accountId }, id)).outcome, 'closed');
  assert.equal(await stage.ledger.available(accountId), '200', 'where there is no count');
  await stage.open({ accountId }, { amount: '150' });
  await forget('update account_promises set orders = 0, held = held / 2');
  await wrong();
  stage.pass(7);
  await stage.catchUp();
  assert.equal(await stage.ledger.available(accountId), '300.35', 'where there are fewer');
  await stage.ledger.audit();
});

test('a renewal goes on from the end under the newest terms, until it is switched off', async () => {
  const accountId = await stage.ledger.pay('100');
  const first = await stage.open({ accountId }, { amount: '100', isRenewed: true });
  stage.pass(8);
  await stage.catchUp();
  const [second] = await stage.list(accountId, 1);
  assert.deepEqual([second!.renews, second!.started_at, second!.days_posted], [first.pledge_order_id, first.ends_at, 1]); // oxfmt-ignore
  const payload = { account_id: first.account_id, pledge_order_id: second!.pledge_order_id, auto_renew: false };
  assert.equal((await stage.ask<PledgeOrder>(changePledgeRenewal, payload, { accountId })).auto_renew, false);
  stage.pass(20);
  await stage.catchUp();
  assert.deepEqual(await stage.list(accountId, 1), []);
  assert.equal(await stage.ledger.available(accountId), '100.28');
  await stage.ledger.audit();
});

test('what can’t be reserved is sold out, also as a renewal, and nothing else is refused for it', async () => {
  const poor = await openStakingStage({ stakingRewards: '10' });
  try {
    const accountId = await poor.ledger.pay('100000');
    assert.equal(await refusedWith(poor.open({ accountId }, { amount: '0.5' })), 'stake-out-of-range');
    assert.equal(await refusedWith(poor.open({ accountId }, { amount: '8000' })), 'pledge-sold-out');
    assert.equal(await refusedWith(poor.open({ accountId }, { product: '9' })), 'pledge-terms-changed');
    assert.equal(await refusedWith(poor.open({ accountId: await poor.ledger.pay('50') })), 'insufficient-balance');
    await poor.open({ accountId }, { amount: '700', isRenewed: true });
    poor.pass(7);
    await poor.catchUp();
    assert.deepEqual(await poor.list(accountId, 1), [], 'its share of what is left is less than its income');
    assert.equal(await poor.ledger.available(accountId), '100000.98');
    const offer = await poor.ask<{ rewards_free: string; rewards_promised: string }>(
      queryPledgeProducts,
      {},
      { accountId },
    );
    assert.deepEqual([offer.rewards_free, offer.rewards_promised], ['9.02', '0']);

    const again = { amount: '700', isRenewed: true };
    assert.equal(await refusedWith(poor.open({ accountId }, again)), 'pledge-share-reached');
    await limitsBecome(poor, '2, 0.2, 0.1, 50');
    const { pledge_order_id: id } = await poor.open({ accountId }, again);
    poor.pass(7);
    await poor.catchUp();
    assert.deepEqual((await poor.list(accountId, 1)).map(({ renews }) => renews), [id], 'by the limits of its time'); // oxfmt-ignore
    await limitsBecome(poor, '3, 0.1, 0.1, 50');
    assert.equal((await poor.list(accountId, 1)).length, 1, 'what runs is left alone');
    poor.pass(7);
    await poor.catchUp();
    assert.deepEqual(await poor.list(accountId, 1), []);
    assert.equal(await poor.ledger.available(accountId), '100002.94');
    await poor.ledger.audit();
  } finally {
    await poor.end();
  }
});

test('many small pledges at once take no more of a plan than a share, and what is closed can be had again', async () => {
  const own = await openStakingStage({ stakingRewards: '100000' });
  try {
    const [greedy, other] = await Promise.all([own.ledger.pay('2000000'), own.ledger.pay('50000')]);
    // A tenth of five millions.
    const outcomes = await Promise.allSettled(
      Array.from({ length: 14 }, () => own.open({ accountId: greedy }, { amount: '40000' })),
    );
    const opened = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    assert.equal(opened.length, 12);
    for (const each of outcomes) {
      if (each.status === 'fulfilled') continue;
      const { code, facts } = each.reason as Refusal;
      assert.deepEqual([code, facts], ['pledge-share-reached', { available: '20000' }]);
    }
    await own.open({ accountId: greedy }, { amount: '20000' });
    assert.equal(await refusedWith(own.open({ accountId: greedy }, { amount: '10' })), 'pledge-share-reached');
    await own.open({ accountId: other }, { amount: '50000' });
    await own.close({ accountId: greedy }, opened[0]!.pledge_order_id);
    await own.open({ accountId: greedy }, { amount: '40000' });
    // Of a plan whose largest pledge is a tenth of its quota, one such pledge.
    await own.open({ accountId: greedy }, { product: '4', amount: '100000' });
    assert.equal(await refusedWith(own.open({ accountId: greedy }, { product: '4' })), 'pledge-share-reached');
    own.pass(90);
    await own.catchUp();
    assert.deepEqual(await own.list(greedy, 1), []);
    await own.open({ accountId: greedy }, { product: '4', amount: '100000' });
    await limitsBecome(own, '2, 0.2, 0.2, 50');
    await own.open({ accountId: greedy }, { product: '4', amount: '100000' });
    assert.equal(await refusedWith(own.open({ accountId: greedy }, { product: '4' })), 'pledge-share-reached');
    await own.ledger.audit();
  } finally {
    await own.end();
  }
});

test('of the income that can be promised an account holds a tenth, over all plans, and so many pledges run at once', async () => {
  const own = await openStakingStage({ stakingRewards: '500' });
  const most = crowdOf(50, 5);
  try {
    const [greedy, other, many] = await Promise.all(
      ['2000000', '50000', '1000'].map((amount) => own.ledger.pay(amount)),
    );
    assert.ok(greedy && other && many);
    const wanted = ['1', '2', '3', '4', '4', '3', '2', '1'];
    const open = (product: string) => own.open({ accountId: greedy }, { product, amount: '1000' });
    const outcomes = await Promise.allSettled(wanted.map(open));
    const codes = new Set(
      outcomes.map((each) => (each.status === 'rejected' ? (each.reason as Refusal).code : 'opened')),
    );
    assert.deepEqual(codes, new Set(['opened', 'pledge-share-reached']));
    const { rewards, reserve } = await houseOf(own);
    assert.ok(wad(reserve) * 10n <= wad(rewards), `${reserve} of ${rewards} is promised`);
    await own.open({ accountId: other }, { product: '4', amount: '1000' });

    await limitsBecome(own, `2, 0.1, 0.1, ${most}`);
    const small = await Promise.allSettled(
      Array.from({ length: most + 10 }, () => own.open({ accountId: many }, { amount: '10' })),
    );
    assert.equal(small.filter(({ status }) => status === 'fulfilled').length, most);
    const refused = small.find((each) => each.status === 'rejected')!.reason as Refusal;
    assert.deepEqual([refused.code, refused.facts], ['open-orders-limit', { max: `${most}` }]);
    await limitsBecome(own, `3, 0.1, 0.1, ${most + 1}`);
    await own.open({ accountId: many }, { amount: '10' });
    assert.equal(await refusedWith(own.open({ accountId: many }, { amount: '10' })), 'open-orders-limit');
    await own.ledger.audit();
  } finally {
    await own.end();
  }
});

/** Lanes of a process that dies at random, before a command is committed or after it, and answers nobody then. */
function dyingLanes(lanes: Lanes, kills: { left: number }): { lanes: Lanes; isDead: () => boolean } {
  let isDead = false;
  return {
    isDead: () => isDead,
    lanes: {
      ...lanes,
      async submit(submission) {
        if (isDead) throw new Error('dead');
        if (kills.left > 0 && randomInt(4) === 0) {
          kills.left--;
          isDead = true;
          if (randomInt(2) === 0) throw new Error('dead before');
        }
        const reply = await lanes.submit(submission);
        if (isDead) throw new Error('dead after');
        return reply;
      },
    },
  };
}

test(
  'each day is posted once after 40 days, 100 deaths of the engine, and with two engines at once',
  longRun('a hundred starts'),
  async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => stage.ledger.pay('5000')));
    for (const [place, accountId] of accounts.entries()) {
      await stage.open({ accountId }, { product: String(1 + (place % 4)), amount: '1000', isRenewed: place % 2 === 0 });
    }
    const kills = { left: 100 };
    for (let day = 0; kills.left > 0; day++) {
      assert.ok(day < 400, `${kills.left} deaths are left`);
      stage.pass(1);
      const dying = dyingLanes(stage.ledger.lanes, kills);
      const engine = await stage.openEngine(dying.lanes);
      await stage.untilNothingIsDue(dying.isDead);
      await engine.stop!();
    }
    stage.pass(40);
    const second = await stage.ledger.openAgain();
    await Promise.all([stage.catchUp(), stage.catchUp(second)]);
    await second.close();
    await stage.ledger.audit();
    for (const accountId of accounts) {
      const { earned, coming } = await stage.ask<{ earned: string; coming: string }>(
        queryPledgeSummary,
        { account_id: wireId('account', accountId) },
        { accountId },
      );
      const open = await stage.list(accountId, 1);
      assert.equal(
        coming,
        formatAmount(open.reduce((sum, each) => sum + wad(each.income) - wad(each.posted), 0n) as never),
      );
      const held = open.length === 0 ? '5000' : '4000';
      assert.equal(await stage.ledger.available(accountId), formatAmount((wad(held) + wad(earned)) as never));
    }
  },
);

/** Books in which the reserve is not what is still to come. */
const unreserved = async (): Promise<object[]> => {
  const { rows } = await stage.ledger.pool.query<object>(
    `select book, sum(reserve) as reserve, sum(owed) as owed from (
       select book, balance as reserve, 0 as owed from ledger_house where bucket = 'staking-reserve'
       union all select book, 0, income - posted from pledges where outcome is null) as both_sides
     group by book having sum(reserve) <> sum(owed)`,
  );
  return rows;
};

test('at any moment of any sequence the reserve is what is still to come, to the last digit', async () => {
  const accounts: Uuid[] = await Promise.all(Array.from({ length: 4 }, (_, place) =>
    stage.ledger.pay('20000', { book: place === 3 ? 'bonus' : 'real' }))); // oxfmt-ignore
  for (let step = 0; step < runs(160); step++) {
    const place = randomInt(accounts.length);
    const caller = { accountId: accounts[place]!, book: place === 3 ? ('bonus' as const) : ('real' as const) };
    const open = await stage.list(caller.accountId, 1);
    try {
      switch (randomInt(4)) {
        case 0:
          await stage.open(caller, { product: String(randomInt(1, 5)), amount: `${randomInt(10, 3000)}.${randomInt(1000, 9999)}`, isRenewed: randomInt(2) === 0 }); // oxfmt-ignore
          break;
        case 1:
          if (open.length > 0) await stage.close(caller, open[randomInt(open.length)]!.pledge_order_id);
          break;
        case 2:
          stage.clock.advance(randomInt(1, 20 * 86_400_000));
          break;
        default:
          await stage.catchUp();
      }
    } catch (error) {
      assert.ok(error instanceof Refusal, String(error));
    }
    assert.deepEqual(await unreserved(), [], `after step ${step}`);
  }
  await stage.catchUp();
  await stage.ledger.audit();
});
