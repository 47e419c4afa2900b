// Withdrawals over a signer that answers late, emptily, with an earlier answer, partly, in another form or not at all: each is paid exactly once.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { approvalKeyOf, askNode, askSigner, evmSender, superviseSigner } from '@candor/chain';
import type { Uuid } from '@candor/wire';
import { playNode } from '../../chain/src/payments/played-node.test-support.ts';
import { countSetAside } from '../src/ledger/set-aside.ts';
import { openNodeDouble } from './support/neighbours/node-double.ts';
import { openSignerDouble } from './support/neighbours/signer-double.ts';
import { randomIntOf, testSeed } from './support/seed.ts';
import { openWithdrawalsStage } from './support/withdrawals-stage.ts';

const randomInt = randomIntOf(testSeed);
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const gwei = 10n ** 9n;

test('withdrawals are paid once each, whatever the signer answers to any question', async (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'candor-signer-faults-'));
  const supervised = superviseSigner(directory);
  const stage = await openWithdrawalsStage();
  const node = playNode();
  const nodeDouble = await openNodeDouble(node.ask, []);
  await supervised.open({
    approvalKey: approvalKeyOf(stage.signingKey),
    networks: {
      ethereum: {
        chain: { chainId: '31337', usdt },
        feeMax: 100_000n * 500n * gwei,
        coins: { USDT: { twoPersonsAbove: 10n ** 12n, dayMax: 10n ** 12n } },
      },
    },
  });
  const double = await openSignerDouble({ path: join(directory, 'double'), signerPath: join(directory, 'socket') });
  context.after(async () => {
    await double.close();
    await supervised.close();
    await stage.end();
    await nodeDouble.close();
    rmSync(directory, { recursive: true });
  });
  // Short timeout, so that a late answer is not waited for.
  const signer = askSigner(double.path, { timeoutMs: 300 });
  const { wallet, feeMax } = (await signer.who()).ethereum!;
  const sender = evmSender(askNode(nodeDouble.url, { timeoutMs: 5_000 }), usdt);
  const means = { signer, sender, wallet, chainId: 31_337n, feeMax: BigInt(feeMax), usdt };
  await stage.openWallet(means);
  const round = () => stage.pay(means).catch(() => undefined);

  const people: Uuid[] = [];
  const wanted = double.steps
    .filter((step) => step !== 'who')
    .flatMap((step) => double.faultsAt(step).map((fault) => ({ step, fault })))
    // A fault in other words has four forms.
    .flatMap((each) => (each.fault === 'other-words' ? [each, each, each, each] : [each]))
    .toSorted(() => randomInt(3) - 1);
  for (const { step, fault } of wanted) {
    const accountId = await stage.ledger.pay('1000');
    const asked = await stage.request({ accountId }, await stage.usableAddress(accountId), '100');
    await stage.approve(asked, 'olga');
    people.push(accountId);
    double.turn(fault, step);
    await round();
    node.addBlock({ isFinal: randomInt(2) === 0 });
    await round();
    double.mend();
    await stage.ledger.audit();
  }
  const given = new Set(double.asked.map(({ step, fault }) => `${fault} ${step}`));
  assert.deepEqual(
    wanted.filter(({ step, fault }) => !given.has(`${fault} ${step}`)),
    [],
    'each fault was given',
  );
  for (let rounds = 0; rounds < 20; rounds++) {
    node.addBlock();
    await stage.pay(means);
  }
  const steps = await Promise.all(people.map(async (each) => (await stage.list(each))[0]!.step));
  assert.deepEqual(
    steps,
    people.map(() => 'sent'),
  );
  assert.equal(await sender.nonceOf(wallet), BigInt(people.length), 'each has one place in the order of the wallet');
  for (const each of people) assert.equal(await stage.ledger.available(each), '900');
  assert.equal((await countSetAside(stage.ledger.pool)).count, 0);
  await stage.ledger.audit();
});
