// Opens what paying on TRON needs: nodes of the right chain, a signer for its USDT, and in the demo a wallet that has something.
import { askHttpNode, askSigner, tronSender, type AskNode, type Signer } from '@candor/chain';
import { mainSetupOf, type ChainSettings } from '../chains/chain-settings.ts';
import { OtherChainError } from '../chains/identity-of-node.ts';
import type { NodeReader } from '../chains/network-setup.ts';
import { tronDemo } from '../chains/tron.ts';
import type { Clock } from '../kit/clock.ts';
import { openDemoMeans, type RunningDevChain } from './demo-signer.ts';
import { meetSigner } from './meet-signer.ts';
import type { DemoMeans, NetworkPayer, PayerOpener } from './network-payer.ts';
import { NoMeansError } from './trouble.ts';
import { tronPayer, type TronMeans } from './tron-payer.ts';
import type { Withdrawal } from './withdrawal.ts';

interface TronParts {
  signingKey: string;
  clock: Clock;
}

export function openTronPayer(chains: ChainSettings, parts: TronParts): PayerOpener {
  if (chains.devDirectory !== undefined) return demoOpener(chains.devDirectory, parts);
  const main = mainSetupOf(chains, 'tron');
  const { tron, signerSocket } = chains;
  return {
    async open() {
      if (!main || !tron || signerSocket === undefined) throw new NoMeansError('not-set-up');
      const opened = { usdt: tron.usdt, reader: main.reader, isTest: false };
      return tronPayer(await meet(askSigner(signerSocket), { ...opened, ask: askHttpNode(main.node.url) }, parts));
    },
    close: async () => undefined,
  };
}

function demoOpener(directory: string, parts: TronParts): PayerOpener {
  const demo = openDemoMeans('tron', { directory, signingKey: parts.signingKey });
  return {
    async open(): Promise<NetworkPayer & DemoMeans> {
      const { signer, running } = await demo.open();
      const { url, usdt } = running;
      const reader = tronDemo(directory).readerOf({ usdt });
      const means = await meet(signer, { ask: askHttpNode(url), usdt, reader, isTest: true }, parts);
      return {
        ...tronPayer(means),
        addBlock: () => running.addBlock(),
        fund: (payable) => fund(means, running, payable),
      };
    },
    close: () => demo.close(),
  };
}

interface OpenedNode {
  ask: AskNode;
  usdt: string;
  reader: NodeReader;
  isTest: boolean;
}

async function meet(
  signer: Signer,
  { ask, usdt, reader, isTest }: OpenedNode,
  { clock }: TronParts,
): Promise<TronMeans> {
  const [{ wallet, chain, feeMax }] = await Promise.all([
    meetSigner(signer, 'tron'),
    reader.identityOf(ask, isTest).catch((error: unknown) => {
      throw new NoMeansError(error instanceof OtherChainError ? 'other-chain' : 'no-node', error);
    }),
  ]);
  // Nothing is signed for one chain and sent on another. Transactions name none, so the policy does, by its contract of USDT.
  if (chain['usdt'] !== usdt || (chain['isDevelopment'] === true) !== isTest) throw new NoMeansError('other-chain');
  return { signer, sender: tronSender(ask, { usdt }), wallet, feeMax: BigInt(feeMax), usdt, clock };
}

/** What the demo's wallet has besides what it pays. */
const reserve = { TRX: 10_000n * 10n ** 6n, USDT: 100_000n * 10n ** 6n };

async function fund(
  { sender, wallet, feeMax }: TronMeans,
  chain: RunningDevChain,
  payable: readonly Withdrawal[],
): Promise<void> {
  const fees = { TRX: feeMax * BigInt(payable.length), USDT: 0n };
  for (const asset of ['TRX', 'USDT'] as const) {
    const paid = payable.reduce((sum, each) => (each.asset === asset ? sum + BigInt(each.units) : sum), 0n);
    const least = paid + fees[asset] + reserve[asset];
    if ((await sender.balanceOf(wallet, asset)) >= least) continue;
    await chain.send({ asset, to: wallet, units: 2n * least });
  }
}
