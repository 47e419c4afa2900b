// Opens what paying on the XRP Ledger needs: a node of the right network, a signer for it, and in the demo a wallet that has something.
import { askLedger, askRippled, askSigner, paymentsOn, xrplSender, type AskNode, type Signer } from '@candor/chain';
import { demoSetupOf, mainSetupOf, type ChainSettings } from '../chains/chain-settings.ts';
import { OtherChainError } from '../chains/identity-of-node.ts';
import { xrplNetworkIds } from '../chains/xrpl.ts';
import type { Pool } from '../kit/postgres.ts';
import { openDemoMeans, type RunningDevChain } from './demo-signer.ts';
import { meetSigner } from './meet-signer.ts';
import type { PayerOpener } from './network-payer.ts';
import { NoMeansError } from './trouble.ts';
import { xrplPayer, type XrplMeans } from './xrpl-payer.ts';
import type { Withdrawal } from './withdrawal.ts';

interface OpenerParts {
  signingKey: string;
  pool: Pool;
}

/** What the demo's wallet keeps besides the payments that are open, in drops. */
const demoReserve = 1_000_000_000n;

export function openXrplPayer(chains: ChainSettings, { signingKey, pool }: OpenerParts): PayerOpener {
  return chains.devDirectory === undefined ? mainOpener(chains, pool) : demoOpener(chains, { signingKey, pool });
}

function mainOpener(chains: ChainSettings, pool: Pool): PayerOpener {
  const main = mainSetupOf(chains, 'xrpl');
  const { signerSocket } = chains;
  return {
    async open() {
      if (!main?.sharedAddress || signerSocket === undefined) throw new NoMeansError('not-set-up');
      const node = main.reader.connect(main.node.url);
      await main.reader.identityOf(node, false).catch((error: unknown) => {
        throw new NoMeansError(error instanceof OtherChainError ? 'other-chain' : 'no-node', error);
      });
      const { sharedAddress } = main;
      const means = { ask: node, networkId: xrplNetworkIds.main, pool, sharedAddress };
      return xrplPayer(await meet(askSigner(signerSocket), means));
    },
    close: async () => undefined,
  };
}

function demoOpener(chains: ChainSettings, { signingKey, pool }: OpenerParts): PayerOpener {
  const demo = openDemoMeans('xrpl', { directory: chains.devDirectory!, signingKey });
  return {
    async open() {
      const { signer, running } = await demo.open();
      const sharedAddress = demoSetupOf(chains, 'xrpl')?.sharedAddress?.();
      if (sharedAddress === undefined) throw new NoMeansError('not-set-up');
      const ask = askRippled(running.url);
      const means = await meet(signer, { ask, networkId: xrplNetworkIds.demo, pool, sharedAddress });
      return {
        ...xrplPayer(means),
        addBlock: () => running.addBlock(),
        fund: (payable) => fund(means, running, payable),
      };
    },
    close: () => demo.close(),
  };
}

interface Node extends Pick<XrplMeans, 'networkId' | 'pool' | 'sharedAddress'> {
  ask: AskNode;
}

async function meet(signer: Signer, { ask, networkId, pool, sharedAddress }: Node): Promise<XrplMeans> {
  const sender = xrplSender(askLedger(ask), { networkId });
  const [{ wallet, chain, feeMax }, followed] = await Promise.all([
    meetSigner(signer, 'xrpl'),
    sender.networkId().catch((error: unknown) => {
      throw new NoMeansError('no-node', error);
    }),
  ]);
  // Nothing is signed for one network and sent on another.
  if (chain['networkId'] !== networkId || followed !== networkId) throw new NoMeansError('other-chain');
  await paymentsOn('xrpl', chain).load();
  return { pool, signer, sender, wallet, networkId, feeMax: BigInt(feeMax), sharedAddress };
}

async function fund(
  { sender, wallet }: XrplMeans,
  chain: RunningDevChain,
  payable: readonly Withdrawal[],
): Promise<void> {
  const least = payable.reduce((sum, { units }) => sum + BigInt(units), demoReserve);
  const { spendable } = (await sender.walletOf(wallet)) ?? { spendable: 0n };
  if (spendable < least) await chain.send({ asset: 'XRP', to: wallet, units: 2n * least });
}
