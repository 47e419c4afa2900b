// Asks a signer for its wallet on one network. What it answers for other networks says nothing of this one.
import type { NetworkName, Signer, SignerWallet } from '@candor/chain';
import { NoMeansError } from './trouble.ts';

/** Throws NoMeansError if the signer does not answer or does not sign for the network. */
export async function meetSigner(signer: Signer, network: NetworkName): Promise<SignerWallet> {
  const wallets = await signer.who().catch((error: unknown) => {
    throw new NoMeansError('no-signer', error);
  });
  return wallets[network] ?? noWallet();
}

function noWallet(): never {
  throw new NoMeansError('not-set-up');
}
