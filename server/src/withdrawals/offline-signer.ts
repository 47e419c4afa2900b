// A signer without a network, as the engine knows it: who it is says its wallets file, and what it signed was imported into the database.
import { judge, paymentsOn, SignerRefusedError, type Signer, type WalletsFile } from '@candor/chain';
import type { Uuid } from '@candor/wire';
import type { Pool } from '../kit/postgres.ts';
import { readAnswers } from './offline-store.ts';
import { Trouble } from './trouble.ts';

export const offlineSigner = ({ wallets, policy }: WalletsFile, pool: Pool): Signer => ({
  isOffline: true,
  who: async () => wallets,
  /** By the same rules and the policy of the file, so that a payment that would never be signed takes no place. */
  async judge(approved) {
    const refused = await judge(approved, policy);
    if (refused) throw new SignerRefusedError(refused);
  },
  /**
   * Returns the first imported signature that is one of these bytes by the payment's wallet. False rows beside it change nothing. Without one,
   * throws the newest refusal, or Trouble while there is no answer.
   */
  async sign({ payment: { id, network }, unsigned }) {
    const answers = await readAnswers(pool, { withdrawalId: id as Uuid, unsigned });
    const payments = paymentsOn(network, wallets[network]!.chain);
    for (const { wallet, signed, txid } of answers) {
      if (signed === null || txid === null) continue;
      if ((await payments.verify(signed, { unsigned, wallet })) === txid) return { signed, txid };
    }
    const refusal = answers.find(({ refused }) => refused !== null)?.refused;
    if (typeof refusal === 'string') throw new SignerRefusedError(refusal);
    throw new Trouble(answers.length > 0 ? 'signature-false' : 'waits-for-signature');
  },
});
