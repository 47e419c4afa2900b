// What paying in Bitcoin needs: a node of the right chain and a signer with a wallet for it. In the demo the bank pays into the wallet.
import {
  askNode,
  bitcoinPrefixes,
  bitcoinSender,
  fundingBranch,
  networks,
  openBitcoinWallet,
  paymentsOn,
  type AskNode,
  type Signer,
} from '@candor/chain';
import { mainSetupOf, type ChainSettings } from '../chains/chain-settings.ts';
import { OtherChainError } from '../chains/identity-of-node.ts';
import { readFollowedHeight, readUnspentOutputs } from '../chains/wallet-outputs.ts';
import type { Pool } from '../kit/postgres.ts';
import { bitcoinPayer } from './bitcoin-payer.ts';
import { openDemoMeans, type RunningDevChain } from './demo-signer.ts';
import { meetSigner } from './meet-signer.ts';
import type { DemoMeans, NetworkPayer, PayerOpener } from './network-payer.ts';
import { openSignerOf } from './open-signer-of.ts';
import { NoMeansError } from './trouble.ts';
import type { Withdrawal } from './withdrawal.ts';

const network = networks.bitcoin;

interface Parts {
  pool: Pool;
  signingKey: string;
}

export function openBitcoinPayer(chains: ChainSettings, parts: Parts): PayerOpener {
  const { devDirectory } = chains;
  if (devDirectory !== undefined) return demoOpener(devDirectory, parts);
  const main = mainSetupOf(chains, 'bitcoin');
  return {
    async open() {
      if (!main) throw new NoMeansError('not-set-up');
      const ask = main.reader.connect(main.node.url);
      const identified = main.reader.identityOf(ask, false).catch((error: unknown) => {
        throw new NoMeansError(error instanceof OtherChainError ? 'other-chain' : 'no-node', error);
      });
      const met = meet(openSignerOf('bitcoin', chains, parts.pool), { ...parts, ask, prefix: bitcoinPrefixes.main });
      const [payer] = await Promise.all([met, identified]);
      return payer;
    },
    close: async () => undefined,
  };
}

async function meet(
  signer: Signer,
  { pool, ask, prefix }: { pool: Pool; ask: AskNode; prefix: string },
): Promise<NetworkPayer> {
  const { wallet, chain, feeMax } = await meetSigner(signer, 'bitcoin');
  // Nothing is signed for one chain and sent on another.
  if (chain['prefix'] !== prefix) throw new NoMeansError('other-chain');
  await paymentsOn('bitcoin', chain).load();
  const means = { network, pool, signer, wallet, prefix, feeMax: BigInt(feeMax) };
  return bitcoinPayer({ ...means, sender: bitcoinSender(ask) });
}

function demoOpener(directory: string, { pool, signingKey }: Parts): PayerOpener {
  const demo = openDemoMeans('bitcoin', { directory, signingKey });
  return {
    async open() {
      const { signer, running } = await demo.open();
      const ask = askNode(running.url);
      const payer = await meet(signer, { pool, ask, prefix: bitcoinPrefixes.demo });
      return withBank(payer, { pool, ask, running });
    },
    close: () => demo.close(),
  };
}

interface Bank {
  pool: Pool;
  ask: AskNode;
  running: RunningDevChain;
}

/** Satoshis that the wallet has besides what it has to pay. */
const reserve = 50_000_000n;

/**
 * Adds what only the demo has. The wallet's outputs are known from the blocks that were followed, so nothing is paid into it or out of it until all
 * blocks were: otherwise it would look empty right after it was funded.
 */
const withBank = (payer: NetworkPayer, bank: Bank): NetworkPayer & DemoMeans => ({
  ...payer,
  addBlock: () => bank.running.addBlock(),
  prepare: async (...asked) => ((await isFollowed(bank)) ? payer.prepare(...asked) : undefined),
  async fund(payable: readonly Withdrawal[]) {
    if (await isFollowed(bank)) await fund(payer.wallet, payable, bank);
  },
});

async function isFollowed({ pool, ask }: Bank): Promise<boolean> {
  const [height, followed] = await Promise.all([ask('getblockcount'), readFollowedHeight(pool, network.name)]);
  return followed !== undefined && followed === height;
}

async function fund(wallet: string, payable: readonly Withdrawal[], { pool, running }: Bank): Promise<void> {
  const least = payable.reduce((sum, { units }) => sum + BigInt(units), reserve);
  const unspent = await readUnspentOutputs(pool, { network: network.name, wallet });
  if (unspent.reduce((sum, { units }) => sum + units, 0n) >= least) return;
  const to = openBitcoinWallet(wallet, bitcoinPrefixes.demo).addressAt({ branch: fundingBranch, index: 0 });
  await running.send({ asset: 'BTC', to, units: 2n * least });
  // The bank's payment is in the first block; the wallet spends it once it is as deep as a deposit has to be.
  for (let depth = 1; depth < network.requires.confirmations; depth++) await running.addBlock();
}
