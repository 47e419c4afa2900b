// Which networks are set up here, from the configuration: where their node is, the public key that addresses derive from, and who signs.
import {
  addressesOfKey,
  addressesOfXrpAccount,
  devWalletKey,
  networks,
  type AddressSource,
  type Network,
  type NetworkName,
} from '@candor/chain';
import type { AssetCode, NetworkFault } from '@candor/wire';

/** Coins that come and go over networks, in the order in which they are offered. */
export const chainAssets: readonly AssetCode[] = ['USDT', 'BTC', 'ETH', 'TRX', 'XRP'];

export interface ChainSettings {
  /** A Bitcoin node, and the account's extended public key. */
  bitcoin?: { url: string; secondUrl?: string | undefined; xpub: string } | undefined;
  /** A node of somebody's, with the account's extended public key and the contract of the token, in small digits. */
  ethereum?: { url: string; secondUrl?: string | undefined; xpub: string; usdt: string; signerSocket?: string | undefined } | undefined; // oxfmt-ignore
  /** A node of the XRP Ledger, and the account that all customers share. */
  xrpl?: { url: string; secondUrl?: string | undefined; account: string } | undefined;
  /** Where the demo keeps a chain of its own, whose coins have no value; it takes the place of the main one. */
  devDirectory?: string | undefined;
}

/** A network that is followed here. */
export interface SetUpNetwork {
  network: Network;
  isTest: boolean;
  addressAt: AddressSource;
  /** The one address of all customers, on networks that tell them by tags. What is paid to it is ours, even without a customer's tag. */
  sharedAddress?: string;
}

/** Enough blocks to see them counted, and soon over, as blocks of this chain are made for it. */
const devRequires = { confirmations: 6, isFinal: true };
const devTypicalSeconds = 10;

export interface SetUpNetworks {
  /** Undefined where it is not set up. */
  get(name: NetworkName): SetUpNetwork | undefined;
  /** Why it isn't. */
  faultOf(name: NetworkName): NetworkFault;
  /** Why nothing is sent there, where it isn't set up to be; '' where it is. */
  pays(name: NetworkName): NetworkFault;
  /** Of coins, in small letters: nothing is sent to them. */
  contracts(): ReadonlySet<string>;
}

/** Keys are read when they are first needed: the demo's is made then. */
export function setUpNetworks({ bitcoin, ethereum, xrpl, devDirectory }: ChainSettings): SetUpNetworks {
  const opened = new Map<NetworkName, SetUpNetwork | undefined>();
  const openBitcoin = (): SetUpNetwork | undefined =>
    bitcoin && { network: networks.bitcoin, isTest: false, addressAt: addressesOfKey('bitcoin', bitcoin.xpub) };
  const openXrpl = (): SetUpNetwork | undefined =>
    xrpl && {
      network: networks.xrpl,
      isTest: false,
      addressAt: addressesOfXrpAccount(xrpl.account),
      sharedAddress: xrpl.account,
    };
  const openEthereum = (): SetUpNetwork | undefined => {
    if (devDirectory !== undefined) {
      const network = { ...networks.ethereum, requires: devRequires, typicalSeconds: devTypicalSeconds };
      return { network, isTest: true, addressAt: addressesOfKey('ethereum', devWalletKey(devDirectory)) };
    }
    if (!ethereum) return undefined;
    return { network: networks.ethereum, isTest: false, addressAt: addressesOfKey('ethereum', ethereum.xpub) };
  };
  const open = { bitcoin: openBitcoin, ethereum: openEthereum, tron: () => undefined, xrpl: openXrpl };
  return {
    get(name) {
      if (!opened.has(name)) opened.set(name, open[name]());
      return opened.get(name);
    },
    faultOf(name) {
      // The demo has a chain of Ethereum alone.
      const isBuilt = name === 'ethereum' || (name !== 'tron' && devDirectory === undefined);
      return isBuilt ? 'not-set-up' : 'not-built';
    },
    pays(name) {
      if (name !== 'ethereum') return 'not-built';
      return devDirectory !== undefined || ethereum?.signerSocket !== undefined ? '' : 'not-set-up';
    },
    contracts: () => new Set(ethereum ? [ethereum.usdt] : []),
  };
}
