// Chains of each network as a signer's owner writes them into policy.json, and which of them have coins without value.
import { parseTronAddress } from '../addresses/tron-address.ts';
import type { NetworkName } from '../networks/networks.ts';
import type { BitcoinChain } from './bitcoin-payment.ts';
import type { EthereumChain } from './ethereum-payment.ts';
import type { TronChain } from './tron-payment.ts';
import type { XrplChain } from './xrpl-payment.ts';

/** Names a chain in policy.json and in the signer's answers. */
export type ChainText = Readonly<Record<string, string | number | boolean>>;

/** The chains that payments of the other networks name. */
interface Chains {
  bitcoin: BitcoinChain;
  ethereum: EthereumChain;
  tron: TronChain;
  xrpl: XrplChain;
}
export interface ReadChain<Chain> {
  chain: Chain;
  /** Coins of the chain have no value, so that the server's key may approve payments of it. */
  isDevelopment: boolean;
}

const developmentChainId = 31_337n;
/** The USDT of TRON that has a value. */
const tronUsdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** Transactions of the XRP Ledger name their chain from this number on: those of a chain with a lower number are valid on the main chain, too. */
const firstNamedNetworkId = 1_025;

/** Each throws, with a message for whoever owns the signer. */
export const chainReaders: { [Name in NetworkName]: (text: ChainText) => ReadChain<Chains[Name]> } = {
  bitcoin({ prefix }) {
    const read = matching(prefix, 'prefix', /^(bc|tb|bcrt)$/);
    return { chain: { prefix: read }, isDevelopment: read !== 'bc' };
  },
  ethereum({ chainId, usdt }) {
    const read = BigInt(matching(chainId, 'chainId', /^(0|[1-9]\d{0,59})$/));
    return {
      chain: { chainId: read, usdt: matching(usdt, 'usdt', /^0x[0-9a-f]{40}$/) },
      isDevelopment: read === developmentChainId,
    };
  },
  /** The bytes of a transaction of TRON name no chain, so the owner says it; where the real USDT is, coins have a value. */
  tron({ usdt, isDevelopment = false }) {
    const read = matching(usdt, 'usdt', /^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    if (!parseTronAddress(read).ok) throw new Error('policy.json: usdt has a wrong checksum');
    if (typeof isDevelopment !== 'boolean') throw new Error('policy.json: isDevelopment is true or false');
    if (isDevelopment && read === tronUsdt)
      throw new Error('policy.json: remove isDevelopment, as this usdt is the one of the main chain of TRON');
    return { chain: isDevelopment ? { usdt: read, isDevelopment } : { usdt: read }, isDevelopment };
  },
  xrpl({ networkId }) {
    if (typeof networkId !== 'number' || !Number.isInteger(networkId) || networkId < 0 || networkId >= 2 ** 32)
      throw new Error('policy.json: networkId is a whole number');
    return { chain: { networkId }, isDevelopment: networkId >= firstNamedNetworkId };
  },
};

function matching(value: unknown, name: string, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new Error(`policy.json: ${name} is a text of the form ${form.source}`);
}
