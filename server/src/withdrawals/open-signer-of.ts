// The signer of a network in production: an offline one, if its wallets file names the network, and otherwise the one behind the socket.
import { askSigner, readWalletsFile, type NetworkName, type Signer, type WalletsFile } from '@candor/chain';
import type { ChainSettings } from '../chains/chain-settings.ts';
import type { Pool } from '../kit/postgres.ts';
import { offlineSigner } from './offline-signer.ts';
import { NoMeansError } from './trouble.ts';

/** Throws NoMeansError if nothing signs for the network. The file is read each time, so that a new one is used without a restart. */
export function openSignerOf(
  network: NetworkName,
  { signerSocket, signerWallets }: Pick<ChainSettings, 'signerSocket' | 'signerWallets'>,
  pool: Pool,
): Signer {
  const file = signerWallets === undefined ? undefined : readWallets(signerWallets);
  if (file?.wallets[network]) return offlineSigner(file, pool);
  if (signerSocket === undefined) throw new NoMeansError('not-set-up');
  return askSigner(signerSocket);
}

function readWallets(path: string): WalletsFile {
  try {
    return readWalletsFile(path);
  } catch (error) {
    throw new NoMeansError('no-signer', error);
  }
}
