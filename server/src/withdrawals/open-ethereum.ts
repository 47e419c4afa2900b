// Opens what paying on Ethereum needs: a node that is of the right chain, a signer for it, and in the demo a wallet that has something.
import { askNode, evmSender, type Signer } from '@candor/chain';
import type { ChainSettings } from '../chains/chain-settings.ts';
import type { Pool } from '../kit/postgres.ts';
import { openDemoMeans, type RunningDevChain } from './demo-signer.ts';
import { ethereumPayer, type EthereumMeans } from './ethereum-payer.ts';
import { meetSigner } from './meet-signer.ts';
import type { PayerOpener } from './network-payer.ts';
import { openSignerOf } from './open-signer-of.ts';
import { NoMeansError } from './trouble.ts';
import type { Withdrawal } from './withdrawal.ts';

interface Needs {
  ETH: bigint;
  USDT: bigint;
}
export interface OpenedEthereum extends EthereumMeans {
  /** Of the demo alone. */
  addBlock?: () => Promise<void>;
  /** Of the demo alone: the wallet has at least so much of each afterwards. */
  fund?: (needs: Needs) => Promise<void>;
}

export interface EthereumOpener {
  open(): Promise<OpenedEthereum>;
  close(): Promise<void>;
}

const reserve = { ETH: 20n * 10n ** 18n, USDT: 100_000n * 10n ** 6n };

export function openEthereumPayer(chains: ChainSettings, parts: { signingKey: string; pool: Pool }): PayerOpener {
  const opener = openEthereum(chains, parts);
  return {
    async open() {
      const { addBlock, fund, ...means } = await opener.open();
      return {
        ...ethereumPayer(means),
        ...(addBlock && { addBlock }),
        ...(fund && { fund: (payable: readonly Withdrawal[]) => fund(needsOf(payable)) }),
      };
    },
    close: () => opener.close(),
  };
}

export function openEthereum(
  chains: ChainSettings,
  { signingKey, pool }: { signingKey: string; pool: Pool },
): EthereumOpener {
  const { ethereum, devDirectory } = chains;
  if (devDirectory !== undefined) return demoOpener(devDirectory, signingKey);
  return {
    async open() {
      if (!ethereum) throw new NoMeansError('not-set-up');
      return meet(openSignerOf('ethereum', chains, pool), ethereum);
    },
    close: async () => undefined,
  };
}

function demoOpener(directory: string, signingKey: string): EthereumOpener {
  const demo = openDemoMeans('ethereum', { directory, signingKey });
  return {
    async open() {
      const { signer, running } = await demo.open();
      const means = await meet(signer, running);
      return { ...means, addBlock: () => running.addBlock(), fund: (needs) => fund(means, running, needs) };
    },
    close: () => demo.close(),
  };
}

async function meet(signer: Signer, { url, usdt }: { url: string; usdt: string }): Promise<EthereumMeans> {
  const sender = evmSender(askNode(url), usdt);
  const [{ wallet, chain, feeMax }, chainId] = await Promise.all([
    meetSigner(signer, 'ethereum'),
    sender.chainId().catch((error: unknown) => {
      throw new NoMeansError('no-node', error);
    }),
  ]);
  // Nothing is signed for one chain and sent on another.
  if (chain['chainId'] !== String(chainId)) throw new NoMeansError('other-chain');
  return { signer, sender, wallet, chainId, feeMax: BigInt(feeMax), usdt };
}

async function fund({ sender, wallet }: EthereumMeans, chain: RunningDevChain, needs: Needs): Promise<void> {
  for (const asset of ['ETH', 'USDT'] as const) {
    const least = needs[asset] + reserve[asset];
    if ((await sender.balanceOf(wallet, asset)) >= least) continue;
    await chain.send({ asset, to: wallet, units: 2n * least });
  }
}

function needsOf(payable: readonly Withdrawal[]): Needs {
  const sumOf = (asset: string) => payable.reduce((sum, each) => (each.asset === asset ? sum + BigInt(each.units) : sum), 0n); // oxfmt-ignore
  return { ETH: sumOf('ETH'), USDT: sumOf('USDT') };
}
