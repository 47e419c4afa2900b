// What the QR code of a deposit address contains: the form that most wallets of the network read. Pure.
import type { DepositWay } from '@candor/wire';

/**
 * Returns a BIP21 URI for Bitcoin and an EIP-681 URI for ETH on the main chain. All others are plain addresses: wallets disagree about URIs of
 * tokens (some would pay the token's contract), and neither TRON nor the XRP Ledger has a URI that is commonly read.
 */
export function depositUri({
  network,
  coin_code: coin,
  is_test: isTest,
  address,
}: UriOf & { address: string }): string {
  if (network === 'bitcoin') return `bitcoin:${address}`;
  return network === 'ethereum' && coin === 'ETH' && !isTest ? `ethereum:${address}@1` : address;
}

type UriOf = Pick<DepositWay, 'network' | 'coin_code' | 'is_test'>;
