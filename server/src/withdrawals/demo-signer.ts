// The demo's signers and chains: one signer for each network, in a directory of its own, with the same limits as operators have.
import { join } from 'node:path';
import {
  approvalKeyOf,
  bitcoinPrefixes,
  superviseDevChain,
  superviseSigner,
  type DevChain,
  type NetworkName,
  type NetworkPolicy,
  type Signer,
} from '@candor/chain';
import { xrplNetworkIds } from '../chains/xrpl.ts';
import { NoMeansError } from './trouble.ts';

export type RunningDevChain = Awaited<ReturnType<DevChain['open']>>;

export interface DemoMeansOpener {
  /** Starts the network's chain and its signer unless they run. Throws NoMeansError if one of them can't run here. */
  open(): Promise<{ signer: Signer; running: RunningDevChain }>;
  close(): Promise<void>;
}

interface DemoParts {
  /** Directory of the demo's own chains. */
  directory: string;
  /** The server's key, which approves payments of the demo. */
  signingKey: string;
}

export function openDemoMeans(network: NetworkName, { directory, signingKey }: DemoParts): DemoMeansOpener {
  const chain = superviseDevChain(directory, network);
  const supervised = superviseSigner(signerDirectory(directory, network));
  return {
    async open() {
      const running = await chain.open().catch((error: unknown) => {
        throw new NoMeansError('no-node', error);
      });
      const signer = await supervised.open(demoPolicy(network, { ...running, signingKey })).catch((error: unknown) => {
        throw new NoMeansError('no-signer', error);
      });
      return { signer, running };
    },
    close: () => supervised.close(),
  };
}

/** Returns the policy of the network's signer. `usdt` is the contract of the chain's token; '' if the network has none. */
export function demoPolicy(network: NetworkName, { usdt, signingKey }: { usdt: string; signingKey: string }) {
  const limits = (demoLimits[network] ?? unbuilt)({ usdt });
  return { networks: { [network]: limits }, approvalKey: approvalKeyOf(signingKey) };
}

/** Ethereum's was the first one, and stays where demo directories have it. */
const signerDirectory = (directory: string, network: NetworkName): string =>
  network === 'ethereum' ? join(directory, 'signer') : join(directory, `${network}-signer`);

/** Amounts are in the smallest units of the chain. */
const demoLimits: Partial<Record<NetworkName, (running: { usdt: string }) => NetworkPolicy>> = {
  bitcoin: () => ({
    chain: { prefix: bitcoinPrefixes.demo },
    feeMax: 100_000n,
    coins: { BTC: { twoPersonsAbove: 5_000_000n, dayMax: 5_000_000_000n } },
  }),
  ethereum: ({ usdt }) => ({
    chain: { chainId: '31337', usdt },
    feeMax: 20_000_000_000_000_000n,
    coins: {
      ETH: { twoPersonsAbove: 500_000_000_000_000_000n, dayMax: 100n * 10n ** 18n },
      USDT: { twoPersonsAbove: 1_000_000_000n, dayMax: 1_000_000n * 10n ** 6n },
    },
  }),
  tron: ({ usdt }) => ({
    chain: { usdt, isDevelopment: true },
    feeMax: 40_000_000n,
    coins: {
      TRX: { twoPersonsAbove: 2_500_000_000n, dayMax: 2_500_000n * 10n ** 6n },
      USDT: { twoPersonsAbove: 1_000_000_000n, dayMax: 1_000_000n * 10n ** 6n },
    },
  }),
  xrpl: () => ({
    chain: { networkId: xrplNetworkIds.demo },
    feeMax: 1_000n,
    coins: { XRP: { twoPersonsAbove: 1_000_000_000n, dayMax: 1_000_000n * 10n ** 6n } },
  }),
};

function unbuilt(): never {
  throw new NoMeansError('not-built');
}
