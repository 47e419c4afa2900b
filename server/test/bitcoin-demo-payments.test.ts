// Payments in Bitcoin on a node that validates, with a signer of its own process: what arrives, a raised fee, blocks that are taken back, and kills.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesOfKey, askNode, bitcoinPrefixes, bitcoinSource, devFirstBlocks, networks, readDevNode, superviseDevChain } from '@candor/chain'; // oxfmt-ignore
import type { Uuid } from '@candor/wire';
import { killDevChain } from '../../chain/src/dev-chain/dev-chains.test-support.ts';
import { depositsEngine } from '../src/deposits/deposits-engine.ts';
import { startPart, stopPart } from '../src/kit/part.ts';
import { until } from '../src/kit/until.test-support.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { withdrawalsOnChainRule } from '../src/withdrawals/on-chain-rule.ts';
import { openPayer } from '../src/withdrawals/open-payer.ts';
import { openPaymentAudit } from '../src/withdrawals/payment-audit.ts';
import { readPayable } from '../src/withdrawals/pay-store.ts';
import { payWithdrawals } from '../src/withdrawals/pay-withdrawals.ts';
import { withdrawalsEngine } from '../src/withdrawals/withdrawals-engine.ts';
import { runAsOwner } from './support/database.ts';
import { longRun } from './support/long-run.ts';
import { openWithdrawalsStage, type WithdrawalsStage } from './support/withdrawals-stage.ts';

const xpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const payee = addressesOfKey('bitcoin', xpub, true)(7).address;
const network = networks.bitcoin;

async function openDemo() {
  const stage = await openWithdrawalsStage({ devNetworks: ['bitcoin'] });
  const directory = stage.chains.devDirectory!;
  const runs = await superviseDevChain(directory, 'bitcoin')
    .open()
    .then(
      () => true,
      () => false,
    );
  if (!runs) {
    await stage.end();
    return undefined;
  }
  await runAsOwner(
    stage.ledger,
    `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash)
     values ('BTC', 1, 2000, 1, 1, 'simulated', sha256('first'))`,
  );
  return demoOf(stage, directory);
}

function demoOf(stage: WithdrawalsStage, directory: string) {
  const { ledger, clock, chains } = stage;
  const parts = { ...ledger, clock, chains, signingKey: stage.signingKey };
  const follower = depositsEngine(parts);
  const engine = withdrawalsEngine(parts);
  const opener = openPayer('bitcoin', chains, parts);
  const ask = (method: string, ...params: unknown[]) =>
    askNode(readDevNode(directory, 'bitcoin')!.url)(method, ...params);
  return {
    stage,
    ask,
    engine,
    kill: () => killDevChain(directory, 'bitcoin'),
    startFollower: () => startPart(follower),
    follow: () => follower.jobs![0]!.runNow(),
    /** Pays without making blocks, once the wallet is funded. */
    async payOnly() {
      const by = await opener.open();
      await by.openWallet(ledger.pool);
      await by.fund!(await readPayable(ledger.pool, 'bitcoin'));
      await payWithdrawals({ ...parts, mode: 'demo', network, by });
    },
    addBlock: async () => (await superviseDevChain(directory, 'bitcoin').open()).addBlock(),
    /** Returns false where the chain can't add a block now. */
    adds: async (): Promise<boolean> => {
      try {
        await (await superviseDevChain(directory, 'bitcoin').open()).addBlock();
        return true;
      } catch {
        return false;
      }
    },
    async approved(amount: string): Promise<Uuid> {
      const accountId = await ledger.pay('10', { coin: 'BTC' });
      const to = await stage.usableAddress(accountId, 'BTC', { address: payee, network: 'bitcoin' });
      await stage.approve(await stage.request({ accountId }, to, amount), 'olga');
      return accountId;
    },
    shown: async (accountId: Uuid) => (await stage.list(accountId))[0]!,
    async received(): Promise<bigint[]> {
      const source = bitcoinSource({ ask, prefix: bitcoinPrefixes.demo });
      const { height } = await source.tip();
      const found: bigint[] = [];
      for (let at = devFirstBlocks.bitcoin; at <= height; at++)
        for (const { address, units } of (await source.block(at))!.credits) if (address === payee) found.push(units);
      return found;
    },
    async auditChain() {
      const open = (name: 'bitcoin') => openPaymentAudit(chains, { network: name, database: ledger.pool });
      const [result] = await checkInvariants(ledger.pool, [withdrawalsOnChainRule({ open: open as never })]);
      return result;
    },
    async end() {
      await opener.close();
      await stopPart(follower);
      await stage.end();
    },
  };
}

test('Bitcoin: the demo pays on a node that validates', longRun('a chain as a process'), async (context) => {
  const demo = await openDemo();
  if (!demo) return context.skip('bcoin can not be installed here');
  const { stage } = demo;
  const step = async (accountId: Uuid) => (await demo.shown(accountId)).step;
  const sent = (accountId: Uuid) =>
    until('it is sent', async () => {
      await demo.follow();
      await demo.payOnly();
      return (await step(accountId)) === 'broadcast';
    });
  const settled = (accountId: Uuid) =>
    until('it is paid', async () => {
      await demo.addBlock();
      await demo.follow();
      await demo.payOnly();
      return (await step(accountId)) === 'sent';
    });
  try {
    await demo.startFollower();
    await context.test('the bank funds the wallet, and exactly what was promised arrives', async () => {
      const ann = await demo.approved('0.002');
      await startPart(demo.engine);
      await until('it is paid', async () => (await step(ann)) === 'sent');
      await stopPart(demo.engine);
      assert.deepEqual(await demo.received(), [194_000n]);
      assert.match((await demo.shown(ann)).txid!, /^[0-9a-f]{64}$/);
      await stage.ledger.audit();
      const { rows } = await stage.ledger.pool.query(
        'select count(*)::int as funded from wallet_outputs where branch = 0',
      );
      assert.deepEqual(rows, [{ funded: 1 }]);
    });

    await context.test('a raised fee: the replacement alone is in a block', async () => {
      const ben = await demo.approved('0.004');
      await sent(ben);
      const first = (await demo.shown(ben)).txid;
      stage.clock.advance(3_600_000);
      await demo.payOnly();
      const next = (await demo.shown(ben)).txid!;
      assert.notEqual(next, first);
      assert.deepEqual(await demo.ask('getrawmempool'), [next]);
      await settled(ben);
      assert.equal((await demo.shown(ben)).txid, next);
      assert.equal((await demo.received()).length, 2);
      await stage.ledger.audit();
    });

    await context.test('blocks with the payment are taken back before it is deep: it is paid once', async () => {
      const cat = await demo.approved('0.006');
      await sent(cat);
      await demo.addBlock();
      const held = (await demo.ask('getblockchaininfo')) as { bestblockhash: string; blocks: number };
      assert.equal((await demo.received()).length, 3);
      await demo.addBlock();
      await demo.follow();
      await demo.payOnly();
      await demo.ask('invalidateblock', held.bestblockhash);
      assert.equal(await demo.ask('getblockcount'), held.blocks - 1);
      assert.equal((await demo.received()).length, 2);
      // The other branch is longer.
      for (let more = 0; more < 3; more++) await demo.addBlock();
      assert.notEqual(await demo.ask('getblockhash', held.blocks), held.bestblockhash);
      await settled(cat);
      assert.equal((await demo.received()).length, 3);
      await stage.ledger.audit();
    });

    await context.test(
      'the chain’s process is killed after the sending: its mempool is lost, and it is paid once',
      async () => {
        const dan = await demo.approved('0.008');
        await sent(dan);
        await demo.kill();
        await until('the chain is up again', demo.adds);
        await settled(dan);
        assert.deepEqual(await demo.received(), [194_000n, 388_000n, 582_000n, 776_000n]);
        assert.deepEqual(await demo.ask('getrawmempool'), []);
        await stage.ledger.audit();
      },
    );

    await context.test('the audit finds each payment in the node’s blocks', async () => {
      const result = await demo.auditChain();
      assert.deepEqual([result!.checked, result!.broken], [4, 0]);
    });
  } finally {
    await demo.end();
  }
});
