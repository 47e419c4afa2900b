// Which networks are set up here, from the configuration: where their node is, the public key that addresses derive from, and who signs.
import { canSignOffline, networks, type AddressSource, type Network, type NetworkName } from '@candor/chain';
import type { AssetCode, NetworkFault } from '@candor/wire';
import { bitcoinDemo, bitcoinSetup, type BitcoinSettings } from './bitcoin.ts';
import { ethereumDemo, ethereumSetup, type EthereumSettings } from './ethereum.ts';
import type { DemoSetup, MainSetup } from './network-setup.ts';
import { tronDemo, tronSetup, type TronSettings } from './tron.ts';
import { xrplDemo, xrplSetup, type XrplSettings } from './xrpl.ts';

/** Coins that come and go over networks, in the order in which they are offered. */
export const chainAssets: readonly AssetCode[] = ['USDT', 'BTC', 'ETH', 'TRX', 'XRP'];

export interface ChainSettings {
  bitcoin?: BitcoinSettings | undefined;
  ethereum?: EthereumSettings | undefined;
  tron?: TronSettings | undefined;
  xrpl?: XrplSettings | undefined;
  /** Path of the socket of the signer that pays withdrawals; undefined if nothing is sent. */
  signerSocket?: string | undefined;
  /** Path of the wallets file of an offline signer, which signs for the networks of the file. */
  signerWallets?: string | undefined;
  /** Directory of the demo's own chains, whose coins have no value. Set only if no main chain is set up. */
  devDirectory?: string | undefined;
  /** Networks of which the demo has a chain; all that are built unless given. */
  devNetworks?: readonly NetworkName[] | undefined;
}

/** Undefined if the network isn't configured. */
const mainSetups: Record<NetworkName, (chains: ChainSettings) => MainSetup | undefined> = {
  bitcoin: ({ bitcoin }) => bitcoin && bitcoinSetup(bitcoin),
  ethereum: ({ ethereum }) => ethereum && ethereumSetup(ethereum),
  tron: ({ tron }) => tron && tronSetup(tron),
  xrpl: ({ xrpl }) => xrpl && xrplSetup(xrpl),
};

const demoSetups: Record<NetworkName, (directory: string) => DemoSetup> = {
  bitcoin: bitcoinDemo,
  ethereum: ethereumDemo,
  tron: tronDemo,
  xrpl: xrplDemo,
};

export const mainSetupOf = (chains: ChainSettings, name: NetworkName): MainSetup | undefined =>
  mainSetups[name](chains);

export function demoSetupOf({ devDirectory, devNetworks }: ChainSettings, name: NetworkName): DemoSetup | undefined {
  const isLeftOut = devNetworks !== undefined && !devNetworks.includes(name);
  return devDirectory === undefined || isLeftOut ? undefined : demoSetups[name](devDirectory);
}

/** A network that is followed here. */
export interface SetUpNetwork {
  network: Network;
  isTest: boolean;
  addressAt: AddressSource;
  /** The one address of all customers, on networks that tell them by tags. What is paid to it is ours, even without a customer's tag. */
  sharedAddress?: string | undefined;
}

export interface SetUpNetworks {
  /** Returns undefined if the network is not set up. */
  get(name: NetworkName): SetUpNetwork | undefined;
  /** Returns why nothing is sent there; '' if withdrawals are paid there. */
  pays(name: NetworkName): NetworkFault;
  /** Contracts of coins, in lower case: nothing is ever sent to them. */
  contracts(): ReadonlySet<string>;
}

/** Keys are read when they are first needed, because the demo's are made then. */
export function setUpNetworks(chains: ChainSettings): SetUpNetworks {
  const opened = new Map<NetworkName, SetUpNetwork | undefined>();
  return {
    get(name) {
      if (!opened.has(name)) opened.set(name, openNetwork(chains, name));
      return opened.get(name);
    },
    pays(name) {
      const hasSigner =
        chains.signerSocket !== undefined || (chains.signerWallets !== undefined && canSignOffline(name));
      const isMainPaying = mainSetupOf(chains, name) !== undefined && hasSigner;
      return demoSetupOf(chains, name) || isMainPaying ? '' : 'not-set-up';
    },
    contracts: () => new Set(Object.values(mainSetups).flatMap((open) => open(chains)?.contracts ?? [])),
  };
}

function openNetwork(chains: ChainSettings, name: NetworkName): SetUpNetwork | undefined {
  const demo = demoSetupOf(chains, name);
  if (demo) {
    const { requires, typicalSeconds } = demo;
    return {
      network: { ...networks[name], requires, typicalSeconds },
      isTest: true,
      addressAt: demo.addresses(),
      sharedAddress: demo.sharedAddress?.(),
    };
  }
  const main = mainSetupOf(chains, name);
  if (!main) return undefined;
  return { network: networks[name], isTest: false, addressAt: main.addresses(), sharedAddress: main.sharedAddress };
}
