// Deposits on a real database: what a chain paid is credited once, whatever becomes of its blocks and of who follows it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChainReplacedError } from '@candor/chain';
import { getRechargeAddress, queryRechargeDetail, takeTestCoins, testCoinsDailyLimit, wad, wireId, type DepositMessage, type Uuid, type Wad } from '@candor/wire'; // oxfmt-ignore
import type { Command } from '../src/ledger/command.ts';
import { until } from '../src/kit/until.test-support.ts';
import { readWaiting } from '../src/deposits/check-store.ts';
import { depositActs } from '../src/deposits/deposits-desk.ts';
import { pauseAfter } from '../src/deposits/watch-network.ts';
import { inTransaction } from '../src/kit/in-transaction.ts';
import { approvedProposal } from './support/acts.ts';
import { openNodeStage, openPlayedStage, pays, type PlayedStage } from './support/deposits-stage.ts';
import { refusedWith } from './support/options-stage.ts';
import { longRun } from './support/long-run.ts';

let stage: PlayedStage;
before(async () => (stage = await openPlayedStage()));
after(() => stage.end());

const usdt = (whole: number): bigint => BigInt(whole) * 10n ** 6n;
const someone = (): Promise<Uuid> => stage.ledger.pay('100');

async function states(accountId: Uuid): Promise<string[]> {
  return (await stage.list(accountId)).map(({ state }) => state);
}
const reserved = async (accountId: Uuid): Promise<string> => {
  const { rows } = await stage.ledger.pool.query<{ reserved: string }>(
    `select trim_scale(reserved)::text as reserved from ledger_balances where account_id = $1 and coin = 'USDT'`,
    [accountId],
  );
  return rows[0]!.reserved;
};

/** Money that has gone its way. */
const spendAll: Command<{ amount: Wad }, { spent: true }> = {
  name: 'test-spend',
  refusals: [],
  coins: () => ['USDT'],
  house: ['demo-faucet'],
  decide: ({ amount }, { newId }) => ({
    objectId: newId(),
    moves: [{ kind: 'test-money', coin: 'USDT', from: 'available', to: 'demo-faucet', amount }],
    reply: { spent: true },
  }),
};
const spend = (accountId: Uuid, amount: string) =>
  stage.ledger.lanes.submit({ command: spendAll, accountId, book: 'real', input: { amount: wad(amount) }, receivedAt: 0 }); // oxfmt-ignore

test('an amount of many digits is credited to its last one', async () => {
  const accountId = await someone();
  await stage.mine([pays('ETH', [await stage.addressOf(accountId), 1_234_567_890_123_456_789n])], [], []);
  assert.equal(await stage.ledger.available(accountId, 'ETH'), '1.234567890123456789');
  await stage.ledger.audit();
});

test('a deposit is seen, counted for its owner, and credited once to the last unit', async () => {
  const [accountId, other] = await Promise.all([someone(), someone()]);
  const [address, others] = await Promise.all([stage.addressOf(accountId), stage.addressOf(other)]);
  assert.notEqual(address, others);
  assert.equal(await stage.addressOf(accountId), address, 'an address is for ever');
  await stage.mine([pays('USDT', [address, 25_000_001n], ['0x0000000000000000000000000000000000000001', 5n]), pays('ETH', [others, 10n ** 18n + 1n])]); // oxfmt-ignore
  const [seen] = await stage.list(accountId);
  assert.deepEqual([seen!.state, seen!.amount, seen!.credited_at], ['seen', '25.000001', null]);
  await stage.mine([], []);
  await Promise.all([stage.follow(), stage.follow().catch(() => undefined)]);
  assert.deepEqual([await states(accountId), await states(other)], [['credited'], ['credited']]);
  assert.equal(await stage.ledger.available(accountId), '125.000001');
  assert.equal(await stage.ledger.available(other, 'ETH'), '1.000000000000000001');
  const told = stage.pushes(accountId).flatMap((event) => (event.action === 'deposit' ? [event.notify.state] : []));
  assert.deepEqual([told[0], told.at(-1)], ['seen', 'credited']);
  await stage.ledger.audit();
});

test(
  'replaced before it was credited it is orphaned, and credited once when another block has it',
  longRun('every order of events, several times'),
  async () => {
    const accountId = await someone();
    await stage.mine([pays('USDT', [await stage.addressOf(accountId), usdt(7)])]);
    const back = stage.chain.remove(1);
    await stage.mine([], []);
    assert.deepEqual(await states(accountId), ['orphaned']);
    await stage.mine(back, [], []);
    assert.deepEqual(await states(accountId), ['credited']);
    assert.equal(await stage.ledger.available(accountId), '107');
    await stage.ledger.audit();
  },
);

test('replaced after it was credited it is set aside, and free again when the same transaction is deep again', async () => {
  const accountId = await someone();
  await stage.mine([pays('USDT', [await stage.addressOf(accountId), usdt(40)])], [], []);
  const back = stage.chain.remove(3);
  await stage.mine([], [], [], []);
  assert.deepEqual(await states(accountId), ['frozen']);
  assert.deepEqual([await stage.ledger.available(accountId), await reserved(accountId)], ['100', '40']);
  await stage.ledger.audit();
  await stage.mine(back, [], []);
  assert.deepEqual(await states(accountId), ['credited']);
  assert.deepEqual([await stage.ledger.available(accountId), await reserved(accountId)], ['140', '0']);
  await stage.ledger.audit();
});

test('what was spent before its block was replaced can not be set aside twice, and is not given back either', async () => {
  const accountId = await someone();
  await stage.mine([pays('USDT', [await stage.addressOf(accountId), usdt(500)])], [], []);
  await spend(accountId, '570');
  const back = stage.chain.remove(3);
  await stage.mine([], [], [], []);
  assert.deepEqual([await stage.ledger.available(accountId), await reserved(accountId)], ['0', '30']);
  await stage.mine(back, [], []);
  assert.deepEqual([await stage.ledger.available(accountId), await reserved(accountId)], ['30', '0']);
  await stage.ledger.audit();
});

test('less than the minimum waits, and is credited together, each part once', async () => {
  const accountId = await someone();
  const address = await stage.addressOf(accountId);
  await stage.mine([pays('USDT', [address, 600_000n])], [], [], []);
  assert.deepEqual(await states(accountId), ['dust']);
  await stage.mine([pays('USDT', [address, 400_000n], [address, 10_000n], [address, 9_999n])], [], []);
  // Less than a hundredth of the minimum leaves no row.
  assert.deepEqual(await states(accountId), ['credited', 'credited', 'credited']);
  assert.equal(await stage.ledger.available(accountId), '101.01');
  await stage.ledger.audit();
});

test('two who follow at once, and one who is cut off anywhere, credit everything once', async () => {
  const accountId = await someone();
  const address = await stage.addressOf(accountId);
  const lanes = await stage.ledger.openAgain();
  const other = stage.openStore(lanes);
  for (let round = 0; round < 15; round++) {
    stage.chain.mine(pays('USDT', [address, usdt(1)], [address, usdt(2)]));
    if (round % 4 === 3) {
      const back = stage.chain.remove(round % 3 === 0 ? 4 : 2);
      for (const transaction of back) stage.chain.mine(transaction);
      stage.chain.mine();
    }
    const cutOff = { ...other, commit: async (...args: Parameters<typeof other.commit>) => { await other.commit(...args); if (round % 3 === 0) throw new Error('killed'); } }; // oxfmt-ignore
    await Promise.allSettled([stage.follow(), stage.follow(cutOff)]);
  }
  await stage.mine([], [], []);
  await stage.follow();
  const list = await stage.list(accountId);
  assert.equal(list.length, 30);
  assert.deepEqual(new Set(list.map(({ state }) => state)), new Set(['credited']));
  assert.equal(await stage.ledger.available(accountId), '145');
  await lanes.close();
  await stage.ledger.audit();
});

test('an address that was slipped into the table is shown to nobody and credits nobody', async () => {
  const [thief, victim] = await Promise.all([someone(), someone()]);
  const address = await stage.addressOf(victim);
  const foreign = '0x1111111111111111111111111111111111111111';
  await assert.rejects(stage.ledger.pool.query('update deposit_addresses set account_id = $1 where account_id = $2', [thief, victim]), /permission denied|append-only/); // oxfmt-ignore
  await stage.ledger.pool.query(`insert into deposit_addresses (address_id, account_id, network, address_index, address) values ($1, $2, 'ethereum', 900, $3)`, [stage.ledger.newId(), thief, foreign]); // oxfmt-ignore
  const way = (await stage.ways({ accountId: thief })).find(({ network }) => network === 'ethereum')!;
  assert.deepEqual([way.state, way.reason, way.address], ['off', 'other-chain', null]);
  await stage.mine([pays('USDT', [foreign, usdt(9)], [address, usdt(9)])], [], []);
  assert.deepEqual(await states(thief), []);
  assert.deepEqual(await states(victim), ['credited']);
  await stage.ledger.audit();
});

test("nobody reads another's address or deposits, and bonus money has none", async () => {
  const [accountId, other] = await Promise.all([someone(), someone()]);
  await stage.mine([pays('ETH', [await stage.addressOf(other), 10n ** 18n])], [], []);
  const [way] = (await stage.ways({ accountId: other })).filter(({ address_id: id }) => id !== null);
  const ask = (caller: Uuid, address_id: string) =>
    stage.ask(getRechargeAddress, { user_id: wireId('account', caller), address_id }, { accountId: caller });
  assert.deepEqual(await ask(other, way!.address_id!), { address_id: way!.address_id, network: 'ethereum', network_title: 'Ethereum', address: way!.address, tag: null, coins: ['ETH', 'USDT'] }); // oxfmt-ignore
  assert.equal(await refusedWith(ask(accountId, way!.address_id!)), 'not-found');
  assert.equal(await refusedWith(ask(accountId, 'adr_nothing')), 'not-found');
  assert.deepEqual(await states(accountId), []);
  assert.equal(await refusedWith(stage.ways({ accountId, book: 'bonus' })), 'experience-no-deposit');
  const { txid } = (await stage.list(other))[0]!;
  const found = await stage.ask<{ RESULT_LIST: DepositMessage[] }>(queryRechargeDetail, { user_id: wireId('account', other), txid: ` ${txid.toUpperCase().replace('0X', '0x')} ` }, { accountId: other }); // oxfmt-ignore
  assert.equal(found.RESULT_LIST.length, 1);
});

test('as the role of a server a credited deposit can be made into nothing else', async () => {
  const accountId = await someone();
  await stage.mine([pays('USDT', [await stage.addressOf(accountId), usdt(3)])], [], []);
  for (const change of [
    `state = 'seen', credited_at = null`,
    `units = '9'`,
    `account_id = gen_random_uuid()`,
    `txid = 'x'`,
    `state = 'orphaned'`,
  ]) {
    await assert.rejects(
      stage.ledger.pool.query(`update deposits set ${change} where account_id = $1`, [accountId]),
      change,
    );
  }
  await assert.rejects(stage.ledger.pool.query('delete from deposits where account_id = $1', [accountId]));
  await assert.rejects(stage.ledger.pool.query(`update chain_cursors set identity = 'mine'`));
});

test('a chain that was replaced further back than is remembered credits nothing any more', async () => {
  const own = await openPlayedStage();
  try {
    await own.mine([], [], [], []);
    await own.ledger.pool.query(`delete from chain_blocks where height < 3`);
    own.chain.remove(4);
    for (let block = 0; block < 6; block++) own.chain.mine();
    await assert.rejects(own.follow(), ChainReplacedError);
  } finally {
    await own.end();
  }
});

test('what a block is missing when it is first read is credited once it is read again; what is missing then is held, denied', async () => {
  const [early, late] = [await someone(), await someone()];
  const [first, second] = [await stage.addressOf(early), await stage.addressOf(late)];
  stage.chain.mine(pays('USDT', [first, usdt(20)]), pays('USDT', [second, usdt(30)]));
  const height = stage.chain.length - 1;
  stage.chain.reads.set(height, 'first-only');
  await stage.follow();
  assert.deepEqual([await states(early), await states(late)], [['seen'], []]);
  stage.chain.reads.set(height, 'withdrawn');
  await stage.mine([], []);
  assert.deepEqual([await states(early), await states(late)], [['held'], ['credited']]);
  stage.chain.reads.clear();
  await stage.mine([], []);
  assert.deepEqual([await states(early), await stage.ledger.available(early)], [['held'], '100']);
  const { rows } = await readWaiting(stage.ledger.pool, { limit: 100, offset: 0 });
  assert.deepEqual(
    rows.filter(({ accountId }) => accountId === early).map(({ verdict }) => verdict),
    ['contradicts'],
  );
  await stage.ledger.audit();
});

test('a node that has not come as far as was followed drops nothing, and nothing is credited meanwhile', async () => {
  const accountId = await someone();
  await stage.mine([pays('USDT', [await stage.addressOf(accountId), usdt(5)])], [], [], []);
  const told = stage.pushes(accountId).length;
  for (const lag of [1, 3, 99]) {
    stage.chain.lag = () => lag;
    assert.equal((await stage.follow()).waits, 'node-behind');
  }
  assert.deepEqual([await states(accountId), await stage.ledger.available(accountId)], [['credited'], '105']);
  assert.equal(stage.pushes(accountId).length, told);
  stage.chain.lag = () => 0;
  await stage.follow();
});

test('a final block that is replaced stops the network until two operators say from where it goes on', async () => {
  const own = await openPlayedStage({ isFinal: true });
  try {
    const { pool } = own.ledger;
    const [one, other] = [await own.ledger.pay('1'), await own.ledger.pay('1')];
    const [lost, kept] = [
      pays('USDT', [await own.addressOf(one), usdt(7)]),
      pays('USDT', [await own.addressOf(other), usdt(8)]),
    ];
    await own.mine([lost], [kept], [], [], []);
    own.chain.remove(5);
    for (const block of [[], [kept], [], [], [], []]) own.chain.mine(...block);
    await assert.rejects(
      own.follow(),
      (error) => error instanceof ChainReplacedError && error.reason === 'final-replaced',
    );
    assert.deepEqual([await own.ledger.available(one), await own.ledger.available(other)], ['8', '9']);

    const act = depositActs.find(({ act: { kind } }) => kind === 'follow-chain-again')!;
    const body = { network: 'ethereum', from_block: '1' };
    const facts = await act.facts(body, pool);
    assert.deepEqual(facts, {
      network: 'ethereum',
      from_block: 1,
      newest_block: 3,
      credited_deposits: 2,
      network_reason: '',
    });
    for (const none of [
      { network: 'tron', from_block: '1' },
      { network: 'ethereum', from_block: '6' },
    ]) {
      assert.equal(await refusedWith(act.facts(none, pool)), 'not-found');
    }
    const carryOut = (proposalId: Uuid) =>
      inTransaction(pool, (database) =>
        act.carryOut({ proposalId, body, facts, maker: 'anna', checker: 'ben' }, database),
      );
    await assert.rejects(
      carryOut('00000000-0000-7000-8000-000000000001' as Uuid),
      /two operators let a chain be followed again/,
    );
    await carryOut(await approvedProposal(pool, { kind: 'follow-chain-again', body, facts }));
    await own.follow();
    assert.deepEqual([(await own.list(one))[0]!.state, (await own.list(other))[0]!.state], ['frozen', 'credited']);
    assert.deepEqual([await own.ledger.available(one), await own.ledger.available(other)], ['1', '9']);
    await own.mine([]);
    await own.ledger.audit();
  } finally {
    await own.end();
  }
});

test('while a node has nothing more it is asked after ever longer pauses, up to a minute, and as usual once it has', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 1_000, 0].map((waited) => pauseAfter(waited, 4_000)),
    [4, 4, 8, 16, 32, 60, 60, 60, 4].map((seconds) => seconds * 1_000),
  );
});

test(
  'on a real node: test coins are signed, seen, counted and credited, and sent so often a day',
  longRun('a chain as a process'),
  async (context) => {
    const node = await openNodeStage();
    if (!node) return context.skip('the node of the development chain does not run here');
    try {
      const accountId = await node.ledger.pay('1');
      const address = await node.addressOf(accountId);
      const take = (coin_code: string, network = 'ethereum') =>
      node.ask<{ txid: string }>(takeTestCoins, { user_id: wireId('account', accountId), coin_code, network }, { accountId }); // oxfmt-ignore
      assert.equal(await refusedWith(take('USDT', 'tron')), 'network-off');
      assert.equal(await refusedWith(take('BTC')), 'unknown-coin');
      const sent = await Promise.all([take('USDT'), take('ETH')]);
      assert.equal(new Set(sent.map(({ txid }) => txid)).size, 2);
      const isCredited = async () => {
        const list = await node.list(accountId);
        return list.length === 2 && list.every(({ state }) => state === 'credited');
      };
      await until('both are credited', isCredited);
      assert.equal(await node.ledger.available(accountId), '251');
      assert.equal(await node.ledger.available(accountId, 'ETH'), '0.1');
      const way = (await node.ways({ accountId })).find(({ coin_code, network }) => coin_code === 'ETH' && network === 'ethereum')!; // oxfmt-ignore
      assert.deepEqual([way.state, way.is_test, way.address], ['on', true, address]);
      assert.match(way.node, /^anvil/);
      const counted = node.pushes(accountId).flatMap((event) => (event.action === 'deposit' ? [event.notify.confirmations] : [])); // oxfmt-ignore
      assert.ok(new Set(counted).size >= 4, `counted ${counted.join(' ')}`);
      await node.ledger.audit();

      const many = await Promise.allSettled(Array.from({ length: testCoinsDailyLimit + 5 }, () => take('ETH')));
      assert.equal(many.filter(({ status }) => status === 'fulfilled').length, testCoinsDailyLimit - 2);
    } finally {
      await node.end();
    }
  },
);
