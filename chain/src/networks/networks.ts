// The networks that coins arrive on and leave by: one row each. What operators set stands over these defaults.
import type { AssetCode } from '@candor/wire';

export const networkNames = ['bitcoin', 'ethereum', 'tron', 'xrpl'] as const;
export type NetworkName = (typeof networkNames)[number];

/** A coin on a network; its amounts there are whole numbers of its smallest unit. */
export interface NetworkCoin {
  asset: AssetCode;
  /** Digits of an amount after the point, so that one coin is 10 to this power of base units. */
  decimals: number;
  /** A token is known by its contract alone, which is configured: any contract can call itself USDT. */
  isToken: boolean;
  /** Less than this is kept, and counts once it adds up to this; plain decimal text. */
  depositMin: string;
}

/** What must be true before a deposit can be relied on. */
export interface RequiredDepth {
  /** Blocks that hold or follow it: 1 for the block it stands in. */
  confirmations: number;
  /** From an amount on, more of them: who reverses blocks does it for large amounts. */
  large?: { from: string; confirmations: number };
  /** The network itself says which blocks can't change any more, and the deposit must be in one of them. */
  isFinal: boolean;
}

export interface Network {
  name: NetworkName;
  title: string;
  /** How wallets name tokens of this network. */
  tokenStandard?: string;
  /** One account for all; the customer is told by the destination tag. */
  hasTags: boolean;
  requires: RequiredDepth;
  /** From being in a block to being credited, as it mostly is. */
  typicalSeconds: number;
  coins: readonly NetworkCoin[];
}

export const networks: Readonly<Record<NetworkName, Network>> = {
  bitcoin: {
    name: 'bitcoin',
    title: 'Bitcoin',
    hasTags: false,
    requires: { confirmations: 3, large: { from: '1', confirmations: 6 }, isFinal: false },
    typicalSeconds: 1_800,
    coins: [{ asset: 'BTC', decimals: 8, isToken: false, depositMin: '0.0001' }],
  },
  ethereum: {
    name: 'ethereum',
    title: 'Ethereum',
    tokenStandard: 'ERC20',
    hasTags: false,
    requires: { confirmations: 1, isFinal: true },
    typicalSeconds: 900,
    coins: [
      { asset: 'ETH', decimals: 18, isToken: false, depositMin: '0.001' },
      { asset: 'USDT', decimals: 6, isToken: true, depositMin: '1' },
    ],
  },
  tron: {
    name: 'tron',
    title: 'TRON',
    tokenStandard: 'TRC20',
    hasTags: false,
    requires: { confirmations: 20, isFinal: true },
    typicalSeconds: 60,
    coins: [
      { asset: 'TRX', decimals: 6, isToken: false, depositMin: '1' },
      { asset: 'USDT', decimals: 6, isToken: true, depositMin: '1' },
    ],
  },
  xrpl: {
    name: 'xrpl',
    title: 'XRP Ledger',
    hasTags: true,
    requires: { confirmations: 1, isFinal: true },
    typicalSeconds: 10,
    coins: [{ asset: 'XRP', decimals: 6, isToken: false, depositMin: '1' }],
  },
};

/** Networks that carry this coin, the one to propose first. */
export const networksOf = (asset: AssetCode): readonly Network[] =>
  proposedFirst.map((name) => networks[name]).filter(({ coins }) => coins.some((coin) => coin.asset === asset));

/** TRON before Ethereum: moving USDT there costs its owner least. */
const proposedFirst: readonly NetworkName[] = ['tron', 'ethereum', 'bitcoin', 'xrpl'];

export const coinOn = (network: Network, asset: string): NetworkCoin | undefined =>
  network.coins.find((coin) => coin.asset === asset);
