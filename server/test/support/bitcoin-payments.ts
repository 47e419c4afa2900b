// Payments in Bitcoin over a scripted node whose blocks are followed, with a signer in this process.
import {
  bitcoinSender,
  bitcoinSource,
  followChain,
  networks,
  type AskNode,
  type Network,
  type Signer,
} from '@candor/chain';
import type { Uuid, WithdrawalMessage } from '@candor/wire';
import { payToAddress, transactionOf } from '../../../chain/src/deposits/played-bitcoin.test-support.ts';
import { PlayedMempool } from '../../../chain/src/deposits/played-mempool.test-support.ts';
import { setUpNetworks } from '../../src/chains/chain-settings.ts';
import { followStore } from '../../src/deposits/follow-store.ts';
import { openCursor } from '../../src/deposits/store.ts';
import { bitcoinPayer } from '../../src/withdrawals/bitcoin-payer.ts';
import type { NetworkPayer } from '../../src/withdrawals/network-payer.ts';
import { sayOfPaying } from '../../src/withdrawals/pay-store.ts';
import { payWithdrawals } from '../../src/withdrawals/pay-withdrawals.ts';
import { payee, signerInMemory, wallet, xpub } from './bitcoin-signer.ts';
import { runAsOwner } from './database.ts';
import { openWithdrawalsStage, type WithdrawalsStage } from './withdrawals-stage.ts';

const bitcoin = { url: 'http://127.0.0.1:1/', xpub };

export interface BitcoinPayments {
  stage: WithdrawalsStage;
  node: PlayedMempool;
  signer: Signer;
  /** Rules of the network, which a test may change. */
  network: Network;
  /** The payer that rounds use. */
  by: NetworkPayer;
  payer(): NetworkPayer;
  follow(): Promise<void>;
  /** `secondNode` is asked what became of payments that are to be given back. */
  pay(secondNode?: AskNode): Promise<void>;
  /** Puts what was sent into a block, and adds as many as settle a payment. */
  settle(blocks?: number): Promise<void>;
  fund(...units: readonly bigint[]): Promise<void>;
  approved(amount: string): Promise<Uuid>;
  shown(accountId: Uuid): Promise<WithdrawalMessage>;
  stepOf(accountId: Uuid): Promise<string>;
  troubleOf(accountId: Uuid): Promise<string>;
}

export async function openBitcoinPayments(): Promise<BitcoinPayments> {
  const stage = await openWithdrawalsStage({ bitcoin, signerSocket: '/nowhere' });
  const { ledger, clock } = stage;
  const { pool, lanes, bus } = ledger;
  await sayOfPaying(pool, { network: 'bitcoin', state: 'on', reason: '' });
  // A person's decisions of a day are counted with their worth in USDT, by the last price in the archive.
  await runAsOwner(
    ledger,
    `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash)
     values ('BTC', 1, 2000, 1, 1, 'simulated', sha256('first'))`,
  );
  const node = new PlayedMempool();
  await openCursor(pool, { network: 'bitcoin', identity: 'main', from: 0 });
  const signer = signerInMemory(stage);
  const [sender, source] = [bitcoinSender(node.askAll), bitcoinSource({ ask: node.askAll, prefix: 'bc' })];
  const store = followStore(setUpNetworks({ bitcoin }).get('bitcoin')!, { pool, lanes, bus, clock });
  const payer = (): NetworkPayer =>
    bitcoinPayer({ network: play.network, pool, signer, sender, wallet, prefix: 'bc', feeMax: 20_000n });
  let seed = 0;
  const play: BitcoinPayments = {
    stage,
    node,
    signer,
    network: networks.bitcoin,
    by: undefined as never,
    payer,
    follow: async () => void (await followChain(play.network, { source, store, startHeight: 0 })),
    async pay(secondNode) {
      await play.follow();
      const { network, by } = play;
      const second = secondNode && (async () => by.statusBy!(secondNode));
      await payWithdrawals({ ...ledger, clock, mode: 'production', network, by, second });
    },
    async settle(blocks = 3) {
      node.minePool();
      for (let more = 1; more < blocks; more++) node.mine();
      await play.pay();
    },
    async fund(...units) {
      const { rows } = await pool.query<{ address: string }>('select address from wallet_addresses where branch = 0');
      for (const each of units) node.mine(transactionOf(++seed, [payToAddress(each, rows[0]!.address)]));
      node.mine();
      node.mine();
      await play.follow();
    },
    async approved(amount) {
      const accountId = await ledger.pay('10', { coin: 'BTC' });
      const to = await stage.usableAddress(accountId, 'BTC', { address: payee, network: 'bitcoin' });
      await stage.approve(await stage.request({ accountId }, to, amount), 'olga');
      return accountId;
    },
    shown: async (accountId) => (await stage.list(accountId))[0]!,
    stepOf: async (accountId) => (await play.shown(accountId)).step,
    async troubleOf(accountId) {
      const { rows } = await pool.query<{ trouble: string }>('select trouble from withdrawals where account_id = $1', [
        accountId,
      ]);
      return rows[0]!.trouble;
    },
  };
  play.by = payer();
  await play.by.openWallet(pool);
  return play;
}
