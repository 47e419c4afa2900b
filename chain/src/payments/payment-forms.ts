// The networks whose payments are built, a row each: what the signer and the payer use of them.
import type { NetworkName } from '../networks/networks.ts';
import { bitcoinPayment } from './bitcoin-payment.ts';
import { ethereumPayment } from './ethereum-payment.ts';
import { chainReaders, type ChainText, type ReadChain } from './payment-chains.ts';
import type { PaymentForm, ReadPayment, SignedPayment } from './payment-form.ts';
import { tronPayment } from './tron-payment.ts';
import { xrplPayment } from './xrpl-payment.ts';

/** The form of a network's payments on one of its chains. */
export interface ChainPayments {
  isDevelopment: boolean;
  load(): Promise<void>;
  walletOf(secret: Uint8Array): string;
  read(unsigned: string, wallet: string): Promise<ReadPayment | undefined>;
  /** Returns true if `next` may replace `last`; both are unsigned bytes. */
  replaces(next: string, last: string, wallet: string): Promise<boolean>;
  sign(unsigned: string, secret: Uint8Array): Promise<SignedPayment>;
  /** Returns the txid if `signed` is exactly `unsigned` with valid signatures of `wallet`; undefined for anything else. */
  verify(signed: string, of: { unsigned: string; wallet: string }): Promise<string | undefined>;
}

const builtForms: Partial<Record<NetworkName, (text: ChainText) => ChainPayments>> = {
  bitcoin: (text) => onChain(bitcoinPayment, chainReaders.bitcoin(text)),
  ethereum: (text) => onChain(ethereumPayment, chainReaders.ethereum(text)),
  tron: (text) => onChain(tronPayment, chainReaders.tron(text)),
  xrpl: (text) => onChain(xrplPayment, chainReaders.xrpl(text)),
};

/** Throws, with a message for whoever owns the signer, if `chain` is no chain of the network or its payments are not built. */
export function paymentsOn(network: NetworkName, chain: ChainText): ChainPayments {
  const built = builtForms[network];
  if (!built) throw new Error(`policy.json: payments of ${network} are not built`);
  return built(chain);
}

function onChain<Chain, Read extends ReadPayment>(
  form: PaymentForm<Chain, Read>,
  { chain, isDevelopment }: ReadChain<Chain>,
): ChainPayments {
  const read = (unsigned: string, wallet: string): Promise<Read | undefined> => form.read(unsigned, { chain, wallet });
  return {
    isDevelopment,
    load: () => form.load(),
    walletOf: (secret) => form.walletOf(secret, chain),
    read,
    async replaces(nextBytes, lastBytes, wallet) {
      const [next, last] = [await read(nextBytes, wallet), await read(lastBytes, wallet)];
      return next !== undefined && last !== undefined && form.replaces(next, last);
    },
    sign: (unsigned, secret) => form.sign(unsigned, { secret, chain }),
    verify: (signed, { unsigned, wallet }) => form.verify(signed, { unsigned, wallet, chain }),
  };
}
