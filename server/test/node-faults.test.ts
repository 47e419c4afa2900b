// Deposits and withdrawals over a node that answers late, emptily, with an earlier answer, partly, or in another form: each payment is credited
// or paid exactly once, and the ledger is right at every step.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  approvalKeyOf,
  askNode,
  ChainReplacedError,
  evmSender,
  evmSource,
  followChain,
  networks,
  superviseSigner,
  type AskNode,
} from '@candor/chain';
import type { Uuid } from '@candor/wire';
import { seals } from '../../chain/src/deposits/sealed-block.test-support.ts';
import { playNode } from '../../chain/src/payments/played-node.test-support.ts';
import { readWaiting } from '../src/deposits/check-store.ts';
import { countSetAside } from '../src/ledger/set-aside.ts';
import { openPlayedStage, pays } from './support/deposits-stage.ts';
import { longRun } from './support/long-run.ts';
import type { HttpDouble } from './support/neighbours/http-double.ts';
import { openNodeDouble } from './support/neighbours/node-double.ts';
import { randomIntOf, testSeed } from './support/seed.ts';
import { openWithdrawalsStage } from './support/withdrawals-stage.ts';

const randomInt = randomIntOf(testSeed);
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const gwei = 10n ** 9n;
/** Short timeout, so that a late answer is not waited for. */
const limits = { timeoutMs: 300 };

/** Fails unless each fault occurred at each step; a fault that never occurred would prove nothing. */
function assertAllGiven<Step extends string>({ steps, faultsAt: at, asked }: HttpDouble<Step>): void {
  const given = new Set(asked.map(({ step, fault }) => `${fault} ${step}`));
  const missing = steps
    .flatMap((step) => at(step).map((fault) => `${fault} ${step}`))
    .filter((each) => !given.has(each));
  assert.deepEqual(missing, []);
}

/** Returns every fault at every step, in an order that depends on the seed. */
const faultsAt = <Step extends string>({ steps, faultsAt: at }: HttpDouble<Step>) =>
  steps.flatMap((step) => at(step).map((fault) => ({ step, fault }))).toSorted(() => randomInt(3) - 1);

test(
  'withdrawals are paid once each, whatever the node answers at any step',
  longRun('a signer of its own, and answers that are late'),
  async (context) => {
    const directory = mkdtempSync(join(tmpdir(), 'candor-node-faults-'));
    const supervised = superviseSigner(directory);
    const stage = await openWithdrawalsStage();
    const node = playNode();
    const double = await openNodeDouble(node.ask, [
      'tip',
      'final',
      'header',
      'eth_sendRawTransaction',
      'eth_getTransactionReceipt',
      'eth_getBalance',
    ]);
    context.after(async () => {
      await supervised.close();
      await stage.end();
      await double.close();
      rmSync(directory, { recursive: true });
    });
    const signer = await supervised.open({
      networks: {
        ethereum: {
          chain: { chainId: '31337', usdt },
          feeMax: 100_000n * 500n * gwei,
          coins: { USDT: { twoPersonsAbove: 10n ** 12n, dayMax: 10n ** 12n } },
        },
      },
      approvalKey: approvalKeyOf(stage.signingKey),
    });
    const { wallet, feeMax } = (await signer.who()).ethereum!;
    const sender = evmSender(askNode(double.url, limits), usdt);
    const means = { signer, sender, wallet, chainId: 31_337n, feeMax: BigInt(feeMax), usdt };
    await stage.openWallet(means);
    const round = () => stage.pay(means).catch(() => undefined);

    const people: Uuid[] = [];
    for (const { step, fault } of faultsAt(double)) {
      const accountId = await stage.ledger.pay('1000');
      const asked = await stage.request({ accountId }, await stage.usableAddress(accountId), '100');
      await stage.approve(asked, 'olga');
      people.push(accountId);
      double.turn(fault, step, { times: randomInt(1, 4) });
      await round();
      node.addBlock({ isFinal: randomInt(2) === 0 });
      await round();
      double.mend();
      await stage.ledger.audit();
    }
    assertAllGiven(double);
    for (let rounds = 0; rounds < 20; rounds++) {
      node.addBlock();
      await stage.pay(means);
    }
    const steps = await Promise.all(people.map(async (each) => (await stage.list(each))[0]!.step));
    assert.deepEqual(
      steps,
      people.map(() => 'sent'),
    );
    const places = await sender.nonceOf(wallet);
    assert.equal(places, BigInt(people.length), 'each has one place in the order of the wallet');
    for (const each of people) assert.equal(await stage.ledger.available(each), '900');
    assert.equal((await countSetAside(stage.ledger.pool)).count, 0);
    await stage.ledger.audit();
  },
);

/** A chain of direct payments, whose headers commit to their receipts. */
function playBlocks() {
  const word = (text: string): string => `0x${Buffer.from(text).toString('hex').padStart(64, '0')}`;
  const blocks: { header: Record<string, unknown>; receipts: Record<string, unknown>[] }[] = [];
  const at = (place: unknown): number =>
    place === 'latest' ? blocks.length - 1 : place === 'finalized' ? Math.max(0, blocks.length - 3) : Number(place);
  let paid = 0;
  return {
    mine(...payments: { to: string; units: bigint }[]): void {
      const hash = word(`block ${blocks.length}`);
      const transactions = payments.map(({ to, units }) => ({
        hash: word(`payment ${++paid}`),
        to: to.toLowerCase(),
        value: `0x${units.toString(16)}`,
      }));
      const receipts = transactions.map(({ hash: transactionHash }, place) => ({
        type: '0x2',
        status: '0x1',
        cumulativeGasUsed: `0x${(21_000 * (place + 1)).toString(16)}`,
        transactionHash,
        blockHash: hash,
        logs: [],
      }));
      blocks.push({
        header: {
          number: `0x${blocks.length.toString(16)}`,
          hash,
          parentHash: word(`block ${blocks.length - 1}`),
          transactions,
          ...seals(receipts),
        },
        receipts,
      });
    },
    ask: (async (method, place) => {
      const block = blocks[at(place)];
      if (!block) return null;
      return method === 'eth_getBlockReceipts' ? block.receipts : block.header;
    }) satisfies AskNode,
  };
}

test(
  'deposits are credited once each, to the last unit, whatever two nodes answer at any step',
  longRun('answers that are late'),
  async (context) => {
    const stage = await openPlayedStage({ isFinal: true });
    const chain = playBlocks();
    const double = await openNodeDouble(chain.ask, ['tip', 'final', 'header', 'block', 'eth_getBlockReceipts']);
    const second = await openNodeDouble(chain.ask, ['final', 'block', 'eth_getBlockReceipts']);
    context.after(async () => {
      await stage.end();
      await double.close();
      await second.close();
    });
    chain.mine();
    const sourceOf = ({ url }: { url: string }) => evmSource({ ask: askNode(url, limits), tokens: new Map() });
    const source = sourceOf(double);
    const network = { ...networks.ethereum, requires: { confirmations: 3, isFinal: true } };
    const store = stage.openStore(undefined, sourceOf(second));
    const follow = async () => {
      await followChain(network, { source, store, startHeight: 0 });
      const [newest] = await store.newestBlocks(1);
      await store.askAgain(newest!);
    };
    const round = () =>
      follow().catch((error: unknown) => assert.ok(!(error instanceof ChainReplacedError), String(error)));

    const owed = new Map<Uuid, bigint>();
    for (const { step, fault } of faultsAt(double)) {
      const accountId = await stage.ledger.pay('1');
      const other = await stage.ledger.pay('1');
      // After a few of these are credited, their total exceeds the amount that is credited on the word of one node.
      const units = 10n ** 18n + BigInt(randomInt(1_000_000));
      owed.set(accountId, units * 2n).set(other, units);
      const [to, others] = [await stage.addressOf(accountId), await stage.addressOf(other)];
      chain.mine({ to, units }, { to: others, units }, { to, units });
      double.turn(fault, step, { times: randomInt(2, 5) });
      for (const at of second.steps) if (randomInt(3) === 0) second.turn(fault, at, { times: randomInt(1, 3) });
      await round();
      chain.mine();
      await round();
      double.mend();
      second.mend();
      await stage.ledger.audit();
      const { rows } = await stage.ledger.pool.query(
        `select state from deposits where state in ('frozen', 'orphaned')`,
      );
      assert.deepEqual(rows, [], `no block was replaced, whatever is ${fault} at ${step}`);
    }
    assertAllGiven(double);
    for (let rounds = 0; rounds < 6; rounds++) {
      chain.mine();
      await follow();
    }
    for (const [accountId, units] of owed) {
      const states = (await stage.list(accountId)).map(({ state }) => state);
      assert.ok(
        states.every((state) => state === 'credited'),
        String(states),
      );
      assert.equal(await unitsOf(stage.ledger, accountId), units);
    }
    assert.equal((await countSetAside(stage.ledger.pool)).count, 0);
    await stage.ledger.audit();
  },
);

const unitsOf = async (
  ledger: { available: (accountId: Uuid, coin: 'ETH') => Promise<string> },
  accountId: Uuid,
): Promise<bigint> => {
  const [whole, part = ''] = (await ledger.available(accountId, 'ETH')).split('.');
  return BigInt(`${whole}${part.padEnd(18, '0')}`);
};

test(
  'a deposit whose credit was set aside waits for operators, and keeps no other deposit from being credited',
  longRun('a command is tried three times'),
  async (context) => {
    const stage = await openPlayedStage();
    context.after(() => stage.end());
    const [large, small] = [await stage.ledger.pay('1'), await stage.ledger.pay('1')];
    const [to, other] = [await stage.addressOf(large), await stage.addressOf(small)];
    const [much, little] = [10n ** 19n, 10n ** 18n];
    // The store of a test chain asks no second node, but this database is not a demo's and refuses credits above the one-node limit.
    await stage.mine([pays('ETH', [to, much], [other, little])], [], []);
    const states = async () => [(await stage.list(large))[0]!.state, (await stage.list(small))[0]!.state];
    assert.deepEqual(await states(), ['seen', 'credited']);
    const { rows } = await stage.ledger.pool.query<{ error: string }>('select error from set_aside_commands');
    assert.equal(rows.length, 1);
    assert.match(rows[0]!.error, /42501/);
    await stage.mine([pays('ETH', [other, little])], [], []);
    assert.equal(await stage.ledger.available(small, 'ETH'), '2');
    // On a main chain such a deposit is held on the page of waiting deposits before any command is run.
    await stage.follow(stage.openStore(undefined, null));
    assert.deepEqual(await states(), ['held', 'credited']);
    assert.equal((await readWaiting(stage.ledger.pool, { limit: 10, offset: 0 })).total, 1);
    await stage.ledger.audit();
  },
);
