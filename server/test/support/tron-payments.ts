// Payments of TRON on a real database: the development chain runs in the test's own process and by its clock, the signer is a process with the
// demo's policy, and each answer of the node can be replaced.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askHttpNode, networks, superviseSigner, tronSender, tronSource, type AskNode, type TronSender } from '@candor/chain'; // oxfmt-ignore
import type { Uuid, WithdrawalMessage } from '@candor/wire';
import { openDevTron, type DevTron } from '../../../chain/src/dev-chain/tron/open-dev-tron.ts';
import { demoPolicy } from '../../src/withdrawals/demo-signer.ts';
import type { NetworkPayer } from '../../src/withdrawals/network-payer.ts';
import { withdrawalsOnChainRule } from '../../src/withdrawals/on-chain-rule.ts';
import { tronAudit } from '../../src/withdrawals/tron-audit.ts';
import type { StatusSource } from '../../src/withdrawals/network-payer.ts';
import { sayOfPaying } from '../../src/withdrawals/pay-store.ts';
import { payWithdrawals } from '../../src/withdrawals/pay-withdrawals.ts';
import { tronPayer, type TronMeans } from '../../src/withdrawals/tron-payer.ts';
import { runAsOwner } from './database.ts';
import { openWithdrawalsStage, type WithdrawalsStage } from './withdrawals-stage.ts';

/** Extended public key of account m/44'/195'/0' of the sentence "abandon … about". */
const xpub =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd';
export const usdtOfSettings = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const payee = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const blocksNeeded = networks.tron.requires.confirmations;

type Coin = 'TRX' | 'USDT';
type Faults = Record<string, (sent: Record<string, unknown>) => unknown>;
type PaymentRow = Record<'state' | 'trouble' | 'unsigned' | 'txid', string>;

export interface TronPayments {
  stage: WithdrawalsStage;
  chain: DevTron;
  means: TronMeans;
  by: NetworkPayer;
  /** What the payer's node answers instead, by path. */
  faults: Faults;
  senderOf(ask: AskNode): TronSender;
  /** Runs a round of a payer. */
  pay(payer?: NetworkPayer): Promise<number>;
  /** Does the same as in production, where a second node has to agree before money goes back to customers. */
  payAskingSecond(second: StatusSource): Promise<number>;
  addBlocks(count: number): Promise<void>;
  /** Adds the blocks that settle what was sent, and runs a round. */
  settle(payer?: NetworkPayer): Promise<void>;
  /** Pays whole coins to the wallet. */
  fund(asset: Coin, coins: bigint): Promise<void>;
  approved(amount: string, coin?: Coin): Promise<Uuid>;
  shown(accountId: Uuid): Promise<WithdrawalMessage>;
  stepOf(accountId: Uuid): Promise<string>;
  rowOf(accountId: Uuid): Promise<PaymentRow>;
  /** Returns the state of the payment, and why it waits. */
  stateOf(accountId: Uuid): Promise<[string, string]>;
  received(asset: Coin): Promise<bigint>;
  available(accountId: Uuid, coin?: Coin): Promise<string>;
  /** Lets the chain go on for so long. Something is paid on it, so that its final blocks show that the node keeps results. */
  passTime(ms: number): Promise<void>;
  /** Audits the books, and each payment against the chain. */
  audit(): Promise<void>;
  end(): Promise<void>;
}

export async function openTronPayments(): Promise<TronPayments> {
  const directory = mkdtempSync(join(tmpdir(), 'tron-payments-'));
  const tron = { url: 'http://127.0.0.1:1/', xpub, usdt: usdtOfSettings };
  const stage = await openWithdrawalsStage({ tron, signerSocket: '/nowhere' });
  const { clock, ledger, signingKey } = stage;
  const chain = await openDevTron({
    directory: join(directory, 'chain'),
    bankKey: Buffer.alloc(32, 5),
    now: () => clock.now(),
  });
  const { usdt } = chain;
  const signers = superviseSigner(join(directory, 'signer'));
  const signer = await signers.open(demoPolicy('tron', { usdt, signingKey }));
  const { wallet, feeMax } = (await signer.who()).tron!;
  const senderOf = (ask: AskNode): TronSender => tronSender(ask, { usdt });
  const askNode = askHttpNode(chain.url);
  const askWithFaults: AskNode = async (path, sent) => {
    const fault = play.faults[path];
    return fault ? fault((sent ?? {}) as Record<string, unknown>) : askNode(path, sent);
  };
  const means: TronMeans = { signer, sender: senderOf(askWithFaults), wallet, feeMax: BigInt(feeMax), usdt, clock };
  await sayOfPaying(ledger.pool, { network: 'tron', state: 'on', reason: '' });
  await tronPayer(means).openWallet(ledger.pool);
  // A person's decisions of a day are counted with their worth in USDT, by the last price in the archive.
  await runAsOwner(
    ledger,
    `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash)
     values ('TRX', 1, 0.3, 1, 1, 'simulated', sha256('first'))`,
  );
  const play: TronPayments = {
    stage,
    chain,
    means,
    by: tronPayer(means),
    faults: {},
    senderOf,
    pay: (payer = play.by) => payWithdrawals({ ...ledger, clock, mode: 'demo', network: networks.tron, by: payer }),
    payAskingSecond: (second) =>
      payWithdrawals({
        ...ledger,
        clock,
        mode: 'production',
        network: networks.tron,
        by: play.by,
        second: async () => second,
      }),
    async addBlocks(count) {
      for (let added = 0; added < count; added++) await chain.addBlock();
    },
    async settle(payer) {
      await play.addBlocks(blocksNeeded);
      await play.pay(payer);
    },
    fund: async (asset, coins) => void (await chain.send({ asset, to: wallet, units: coins * 1_000_000n })),
    async approved(amount, coin = 'USDT') {
      const accountId = await ledger.pay('10000', { coin });
      const saved = await stage.usableAddress(accountId, coin, { address: payee, network: 'tron' });
      await stage.approve(await stage.request({ accountId }, saved, amount), 'olga');
      return accountId;
    },
    shown: async (accountId) => (await stage.list(accountId))[0]!,
    stepOf: async (accountId) => (await play.shown(accountId)).step,
    async rowOf(accountId) {
      const { rows } = await ledger.pool.query<PaymentRow>(
        'select state, trouble, unsigned, txid from withdrawals where account_id = $1',
        [accountId],
      );
      return rows[0]!;
    },
    async stateOf(accountId) {
      const { state, trouble } = await play.rowOf(accountId);
      return [state, trouble];
    },
    received: (asset) => senderOf(askNode).balanceOf(payee, asset),
    available: (accountId, coin = 'USDT') => ledger.available(accountId, coin),
    async passTime(ms) {
      clock.advance(ms);
      await play.fund('TRX', 1n);
      await play.addBlocks(3);
    },
    async audit() {
      // Final blocks without any transaction show no results, and then the node can't say that a payment will never be made.
      await play.passTime(0);
      await ledger.audit();
      const audited = tronAudit({ sender: senderOf(askNode), source: tronSource({ ask: askNode, usdt }), usdt });
      const { sql } = withdrawalsOnChainRule({ open: async () => audited });
      assert.ok(typeof sql === 'function');
      const [checked, broken, examples] = (await sql(ledger.pool)).query.values;
      assert.ok(Number(checked) > 0);
      assert.deepEqual([broken, examples], [0, []]);
    },
    async end() {
      await stage.end();
      await signers.close();
      await chain.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return play;
}
