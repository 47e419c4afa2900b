// Deposits of Bitcoin on a node that validates: from the address to the credit, over a kill of the chain and a restart of the engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  getRechargeAddress,
  takeTestCoins,
  testCoinAmounts,
  testCoinsDailyLimit,
  wireId,
  type Uuid,
} from '@candor/wire';
import { killDevChain } from '../../chain/src/dev-chain/dev-chains.test-support.ts';
import { depositsEngine } from '../src/deposits/deposits-engine.ts';
import { until } from '../src/kit/until.test-support.ts';
import { openNodeStage, type NodeStage } from './support/deposits-stage.ts';
import { longRun } from './support/long-run.ts';
import { refusedWith } from './support/options-stage.ts';

const take = (node: NodeStage, accountId: Uuid, coin_code = 'BTC', network = 'bitcoin') =>
  node.ask<{ txid: string; amount: string }>(
    takeTestCoins,
    { user_id: wireId('account', accountId), coin_code, network },
    { accountId },
  );

test(
  'Bitcoin: test coins are signed, seen, counted and credited once',
  longRun('a chain as a process'),
  async (context) => {
    const node = await openNodeStage('bitcoin');
    if (!node) return context.skip('bcoin can not be installed here');
    try {
      const accountId = await node.ledger.pay('1');
      const address = await node.addressOf(accountId);
      assert.match(address, /^bcrt1q[0-9a-z]{38}$/);
      assert.equal(await refusedWith(take(node, accountId, 'ETH', 'ethereum')), 'network-off');
      assert.equal(await refusedWith(take(node, accountId, 'BTC', 'nowhere')), 'network-off');
      assert.equal(await refusedWith(take(node, accountId, 'USDT')), 'unknown-coin');

      const sent = await take(node, accountId);
      assert.equal(sent.amount, testCoinAmounts['BTC']);
      const isSeen = async () => (await node.list(accountId)).some(({ txid }) => txid === sent.txid);
      await until('it is seen', isSeen);
      // The process of the chain dies before or after the credit, as it happens: what it paid is in its blocks.
      await killDevChain(node.directory, 'bitcoin');
      const isCredited = async () => (await node.list(accountId)).every(({ state }) => state === 'credited');
      await until('it is credited', isCredited);
      assert.equal(await node.ledger.available(accountId, 'BTC'), sent.amount);

      const [way] = (await node.ways({ accountId })).filter(({ network }) => network === 'bitcoin');
      assert.deepEqual([way!.state, way!.is_test, way!.address], ['on', true, address]);
      assert.equal(way!.node, 'bcoin 1.0.2 in regtest (real validation)');
      assert.deepEqual([way!.confirmations, way!.needs_final], [3, false]);
      const found = await node.ask<{ address: string }>(
        getRechargeAddress,
        { user_id: wireId('account', accountId), address_id: way!.address_id! },
        { accountId },
      );
      assert.equal(found.address, address);
      const pushed = node
        .pushes(accountId)
        .flatMap((event) => (event.action === 'deposit' ? [event.notify.confirmations] : []));
      assert.equal(pushed.at(-1), 3);
      await node.ledger.audit();

      const second = await take(node, accountId);
      await until('the second is credited too', async () => {
        const list = await node.list(accountId);
        return list.length === 2 && list.every(({ state }) => state === 'credited');
      });
      assert.notEqual(second.txid, sent.txid);
      assert.equal(await node.ledger.available(accountId, 'BTC'), '0.01');
      const many = await Promise.allSettled(Array.from({ length: testCoinsDailyLimit }, () => take(node, accountId)));
      assert.equal(many.filter(({ status }) => status === 'fulfilled').length, testCoinsDailyLimit - 2);
      await node.ledger.audit();
    } finally {
      await node.end();
    }
  },
);

test(
  'Bitcoin: an engine that takes over follows the same chain and credits nothing again',
  longRun('a chain as a process'),
  async (context) => {
    const node = await openNodeStage('bitcoin');
    if (!node) return context.skip('bcoin can not be installed here');
    try {
      const accountId = await node.ledger.pay('1');
      await node.addressOf(accountId);
      const sent = await take(node, accountId);
      const isCredited = async () => {
        const list = await node.list(accountId);
        return list.length === 1 && list[0]!.state === 'credited';
      };
      await until('it is credited', isCredited);
      const identity = async () =>
        (await node.ledger.pool.query("select identity from chain_cursors where network = 'bitcoin'")).rows;
      const before = await identity();
      await killDevChain(node.directory, 'bitcoin');
      const { ledger, clock } = node;
      const chains = { devDirectory: node.directory, devNetworks: ['bitcoin'] as const };
      const other = depositsEngine({ ...ledger, clock, chains });
      const [job] = other.jobs!;
      await until('the chain is up again', async () => {
        await job!.runNow();
        return (await node.ways({ accountId })).some(({ network, state }) => network === 'bitcoin' && state === 'on');
      });
      await job!.runNow();
      assert.deepEqual(await identity(), before);
      assert.deepEqual(before, [{ identity: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206' }]);
      assert.equal(await node.ledger.available(accountId, 'BTC'), sent.amount);
      assert.equal((await node.list(accountId)).length, 1);
      await node.ledger.audit();
    } finally {
      await node.end();
    }
  },
);
