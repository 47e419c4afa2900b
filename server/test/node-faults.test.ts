// Deposits and withdrawals over a node that is late, answers with nothing, with what was asked before, with a part, or in other words: each
// payment is credited or paid once, and the ledger is right at every step.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  approvalKeyOf,
  askNode,
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
import { openPlayedStage } from './support/deposits-stage.ts';
import { longRun } from './support/long-run.ts';
import type { HttpDouble } from './support/neighbours/http-double.ts';
import { openNodeDouble } from './support/neighbours/node-double.ts';
import { randomIntOf, testSeed } from './support/seed.ts';
import { openWithdrawalsStage, payee } from './support/withdrawals-stage.ts';

const randomInt = randomIntOf(testSeed);
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const gwei = 10n ** 9n;
/** Whoever asks waits no longer. */
const limits = { timeoutMs: 300 };

/** Every fault at every step, in an order of the seed. */
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
    const double = await openNodeDouble(node.ask, ['eth_chainId', 'eth_getBlockByNumber', 'eth_getTransactionCount', 'eth_sendRawTransaction', 'eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_getBalance', 'eth_call']); // oxfmt-ignore
    context.after(async () => {
      await supervised.close();
      await stage.end();
      await double.close();
      rmSync(directory, { recursive: true });
    });
    const signer = await supervised.open({
      chainId: 31_337n,
      usdt,
      approvalKey: approvalKeyOf(stage.signingKey),
      feeMax: 100_000n * 500n * gwei,
      coins: { USDT: { twoPersonsAbove: 10n ** 12n, dayMax: 10n ** 12n } },
    });
    const { address: wallet, feeMax } = await signer.who();
    const sender = evmSender(askNode(double.url, limits), usdt);
    const means = { signer, sender, wallet, chainId: 31_337n, feeMax: BigInt(feeMax), usdt };
    await stage.openWallet(means);
    const round = () => stage.pay(means).catch(() => undefined);

    const people: Uuid[] = [];
    for (const { step, fault } of faultsAt(double)) {
      if (people.length < 12) {
        const accountId = await stage.ledger.pay('1000');
        const asked = await stage.request({ accountId }, await stage.usableAddress(accountId), '100');
        await stage.approve(asked, 'olga');
        people.push(accountId);
      }
      double.turn(fault, step, { times: randomInt(1, 4), skip: randomInt(2) });
      await round();
      node.addBlock();
      await round();
      double.mend();
    }
    assert.ok(double.faultsGiven() > 5);
    for (let rounds = 0; rounds < 20; rounds++) {
      node.addBlock();
      await stage.pay(means);
    }
    const steps = await Promise.all(people.map(async (each) => (await stage.list(each))[0]!.step));
    assert.deepEqual(steps, people.map(() => 'sent')); // oxfmt-ignore
    const places = await sender.nonceOf(wallet);
    assert.equal(places, BigInt(people.length), 'each has one place in the order of the wallet');
    for (const each of people) assert.equal(await stage.ledger.available(each), '900');
    assert.ok(payee.length > 0);
    await stage.ledger.audit();
  },
);

/** A chain of plain payments, whose headers commit to their receipts. */
function playBlocks() {
  const word = (text: string): string => `0x${Buffer.from(text).toString('hex').padStart(64, '0')}`;
  const blocks: { header: Record<string, unknown>; receipts: Record<string, unknown>[] }[] = [];
  const at = (place: unknown): number =>
    place === 'latest' ? blocks.length - 1 : place === 'finalized' ? Math.max(0, blocks.length - 3) : Number(place);
  let paid = 0;
  return {
    mine(...payments: { to: string; units: bigint }[]): void {
      const hash = word(`block ${blocks.length}`);
      const transactions = payments.map(({ to, units }) => ({ hash: word(`payment ${++paid}`), to: to.toLowerCase(), value: `0x${units.toString(16)}` })); // oxfmt-ignore
      const receipts = transactions.map(({ hash: transactionHash }, place) => ({ type: '0x2', status: '0x1', cumulativeGasUsed: `0x${(21_000 * (place + 1)).toString(16)}`, transactionHash, blockHash: hash, logs: [] })); // oxfmt-ignore
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
  'deposits are credited once each, to the last unit, whatever the node answers at any step',
  longRun('answers that are late'),
  async (context) => {
    const stage = await openPlayedStage({ isFinal: true });
    const chain = playBlocks();
    const double = await openNodeDouble(chain.ask, ['eth_getBlockByNumber', 'eth_getBlockReceipts']);
    context.after(async () => {
      await stage.end();
      await double.close();
    });
    chain.mine();
    const source = evmSource({ network: 'ethereum', ask: askNode(double.url, limits), tokens: new Map() });
    const network = { ...networks.ethereum, requires: { confirmations: 3, isFinal: true } };
    const store = stage.openStore();
    const follow = () => followChain(network, { source, store, startHeight: 0 });

    const owed = new Map<Uuid, bigint>();
    for (const { step, fault } of faultsAt(double)) {
      const accountId = await stage.ledger.pay('1');
      const other = await stage.ledger.pay('1');
      const units = 10n ** 15n + BigInt(randomInt(1_000_000));
      owed.set(accountId, units * 2n).set(other, units);
      const [to, others] = [await stage.addressOf(accountId), await stage.addressOf(other)];
      chain.mine({ to, units }, { to: others, units }, { to, units });
      double.turn(fault, step, { times: randomInt(1, 5), skip: randomInt(3) });
      await follow().catch(() => undefined);
      chain.mine();
      await follow().catch(() => undefined);
      double.mend();
      await stage.ledger.audit();
    }
    assert.ok(double.faultsGiven() >= 10);
    for (let rounds = 0; rounds < 6; rounds++) {
      chain.mine();
      await follow();
    }
    for (const [accountId, units] of owed) {
      const states = (await stage.list(accountId)).map(({ state }) => state);
      assert.ok(states.every((state) => state === 'credited'), String(states)); // oxfmt-ignore
      assert.equal(BigInt((await stage.ledger.available(accountId, 'ETH')).replace('.', '').padEnd(19, '0')), units);
    }
    await stage.ledger.audit();
  },
);
