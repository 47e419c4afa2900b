// Networks whose payments a signer without a network can sign. Their unsigned bytes stay valid until their place in the wallet is used.
import type { NetworkName } from '../networks/networks.ts';

/** A payment of TRON expires an hour after its block (decision 113), one of XRP after 200 ledgers, about a quarter of an hour (decision 114). */
const expiring: ReadonlySet<NetworkName> = new Set(['tron', 'xrpl']);

export const canSignOffline = (network: NetworkName): boolean => !expiring.has(network);
