// XRP in a demo from end to end: test coins arrive by their tag, and a withdrawal reaches a tag of somebody else, over kills of the ledger's process.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  askLedger,
  askRippled,
  askXrplPaid,
  devXrplAccount,
  readDevNode,
  signApproval,
  xrplSender,
} from '@candor/chain';
import {
  addAddress,
  addWithdraw,
  findCoinAddressByAccount,
  parseWireId,
  queryRechargeDetail,
  selectWithdraw,
  takeTestCoins,
  wireId,
  type DepositMessage,
  type DepositWay,
  type SavedAddress,
  type Uuid,
  type WithdrawalMessage,
} from '@candor/wire';
import { tagOfIndex } from '../../chain/src/addresses/xrp-tag.ts';
import { addressOfPrivateKey } from '../../chain/src/dev-chain/dev-xrpl-account.ts';
import { killDevChain } from '../../chain/src/dev-chain/dev-chains.test-support.ts';
import { chainRules } from '../src/chain-rules.ts';
import { xrplNetworkIds } from '../src/chains/xrpl.ts';
import { depositsEngine } from '../src/deposits/deposits-engine.ts';
import { depositsWeb } from '../src/deposits/deposits-web.ts';
import type { AskEngine, EnginePart } from '../src/kit/product.ts';
import { refuse } from '../src/kit/refuse.ts';
import { until } from '../src/kit/until.test-support.ts';
import { checkInvariants } from '../src/ledger/check-invariants.ts';
import { approveWithdrawalPayment } from '../src/withdrawals/decide-withdrawal.ts';
import { findWithdrawal } from '../src/withdrawals/store.ts';
import { paymentOf } from '../src/withdrawals/withdrawal.ts';
import { withdrawalsEngine } from '../src/withdrawals/withdrawals-engine.ts';
import { withdrawalsWeb } from '../src/withdrawals/withdrawals-web.ts';
import { runAsOwner } from './support/database.ts';
import { newKey } from './support/money.ts';
import { openProductStage, together, withEngine } from './support/product-stage.ts';
import { refusedWith } from './support/options-stage.ts';
import { seatOperator } from './support/seat-operator.ts';

const friend = addressOfPrivateKey(new Uint8Array(32).fill(9));

async function openDemo() {
  const directory = mkdtempSync(join(tmpdir(), 'candor-xrp-demo-'));
  const chains = { devDirectory: directory, devNetworks: ['xrpl'] as const };
  let engines: EnginePart[] = [];
  let signingKey = '';
  const askEngine = (async (name: string, asked: never) => {
    const answers = engines.map((engine) => engine.answers as Record<string, (asked: never) => unknown> | undefined);
    return answers.find((each) => each?.[name])![name]!(asked);
  }) as AskEngine;
  const stage = await openProductStage({ startMs: Date.UTC(2027, 0, 1, 10) }, ({ ledger, ...parts }) => {
    const all = { ...ledger, ...parts, mode: 'demo', chains, askEngine } as const;
    ({ signingKey } = parts);
    const [deposits, withdrawals] = [depositsEngine(all), withdrawalsEngine(all)];
    engines = [deposits, withdrawals];
    const web = withdrawalsWeb({
      ...all,
      operators: { signatures: { areNeeded: false, require: () => refuse('passkey-needed') } },
      accounts: {
        holdsOf: async () => [],
        checkTradePassword: async () => ({ kind: 'right', version: 1 }),
        proveOwner: async () => undefined,
        proveBesidesPassword: async () => undefined,
        noteSecurity: async () => undefined,
      },
    });
    return together([withEngine(depositsWeb(all), deposits), withEngine(web, withdrawals)]);
  });
  await seatOperator(stage.ledger, 'olga', 'treasurer');
  await runAsOwner(
    stage.ledger,
    `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash)
     values ('XRP', 1, 2, 1, 1, 'simulated', sha256('first'))`,
  );
  const end = async (): Promise<void> => {
    await stage.end();
    rmSync(directory, { recursive: true, force: true });
  };
  return { ...stage, directory, chains, end, signingKey };
}
type Demo = Awaited<ReturnType<typeof openDemo>>;

async function newCustomer({ ledger }: Demo): Promise<Uuid> {
  const accountId = await ledger.pay('1');
  await ledger.pool.query(
    `insert into accounts (account_id, number, account_type, email, language, invite_code, created_at)
     values ($1, '10000001', '1', 'ann@example.com', 'en', 'INV1', now())`,
    [accountId],
  );
  return accountId;
}

async function approve({ ledger, clock, signingKey }: Demo, { withdraw_id: id }: WithdrawalMessage): Promise<void> {
  const row = (await findWithdrawal(ledger.pool, parseWireId('withdrawal', id)!))!;
  const { accountId, withdrawalId, asset } = row;
  const approvals = [signApproval(paymentOf(row), 'olga', signingKey)];
  await ledger.lanes.submit({
    command: approveWithdrawalPayment,
    accountId,
    book: 'real',
    idempotency: newKey(),
    receivedAt: clock.now(),
    input: { accountId, withdrawalId, asset, by: 'olga', proposal: null, approvals },
  });
}

test('XRP comes by its tag and goes to the tag of somebody else', async () => {
  const demo = await openDemo();
  try {
    const { ask, ledger, clock, directory, chains } = demo;
    const accountId = await newCustomer(demo);
    const user = { user_id: wireId('account', accountId) };
    const self = { accountId };
    const wayOf = async (): Promise<DepositWay> =>
      (await ask<{ RESULT_LIST: DepositWay[] }>(findCoinAddressByAccount, { ...user, coin_code: 'XRP' }, self))
        .RESULT_LIST[0]!;
    const { address, tag, is_test: isTest } = await wayOf();
    assert.deepEqual([address, tag, isTest], [devXrplAccount(directory), tagOfIndex(1), true]);

    const take = () => ask<{ txid: string }>(takeTestCoins, { ...user, coin_code: 'XRP', network: 'xrpl' }, self);
    await take();
    const isCredited = async (deposits: number): Promise<boolean> => {
      const { RESULT_LIST: list } = await ask<{ RESULT_LIST: DepositMessage[] }>(queryRechargeDetail, user, self);
      return list.length === deposits && list.every(({ state }) => state === 'credited');
    };
    await until('the first is credited', () => isCredited(1));
    await killDevChain(directory, 'xrpl');
    await until('the second is sent', () => take().then(() => true, () => false)); // oxfmt-ignore
    await until('the second is credited', () => isCredited(2));
    assert.equal(await ledger.available(accountId, 'XRP'), '200');
    const { node, state } = await wayOf();
    assert.deepEqual([node, state], ['local XRP ledger with real signatures (simulated)', 'on']);

    const add = (to: string): Promise<SavedAddress> =>
      ask(
        addAddress,
        { currency: 'XRP', network: 'xrpl', address: to, alias: 'a', user_password: 'x', code: 'c' },
        self,
      );
    assert.equal(await refusedWith(add(`${address}-${tag}`)), 'address-ours');
    assert.equal(await refusedWith(add(`${address}-5`)), 'address-ours');
    const saved = await add(`${friend}-77`);
    clock.advance(Date.parse(saved.usable_at) - clock.now());
    const asked = await ask<WithdrawalMessage>(
      addWithdraw,
      {
        withdraw_user: user.user_id,
        coin_code: 'XRP',
        withdraw_money: '100',
        withdraw_address: saved.address_id,
        withdraw_agree: '1',
        user_paypass: '246810',
        code: 'c',
      },
      self,
    );
    await approve(demo, asked);
    const shown = async (): Promise<WithdrawalMessage> =>
      (await ask<{ RESULT_LIST: WithdrawalMessage[] }>(selectWithdraw, { account_id: user.user_id }, self))
        .RESULT_LIST[0]!;
    await until('it is sent', async () => (await shown()).step === 'sent');
    const nodeOf = () => askLedger(askRippled(readDevNode(directory, 'xrpl')!.url));
    const paid = await askXrplPaid(nodeOf(), (await shown()).txid!);
    assert.deepEqual([paid?.to, paid?.delivered], [`${friend}-77`, 97_000_000n]);
    const sender = xrplSender(nodeOf(), { networkId: xrplNetworkIds.demo });
    const shared = await sender.destinationOf(address!, paid!.account);
    assert.deepEqual([shared.exists, shared.needsTag], [true, true]);
    const rules = await checkInvariants(ledger.pool, chainRules(chains, {}));
    assert.deepEqual(rules.map(({ checked, broken }) => [checked, broken]), [[2, 0], [1, 0]]); // oxfmt-ignore
    await ledger.audit();
  } finally {
    await demo.end();
  }
});
