// What paying in Bitcoin needs: a node of the main chain and a signer with a wallet for it.
import { bitcoinSender, networks, paymentsOn } from '@candor/chain';
import { mainSetupOf, type ChainSettings } from '../chains/chain-settings.ts';
import { OtherChainError } from '../chains/identity-of-node.ts';
import type { Pool } from '../kit/postgres.ts';
import { bitcoinPayer } from './bitcoin-payer.ts';
import { meetSigner } from './meet-signer.ts';
import type { PayerOpener } from './network-payer.ts';
import { openSignerOf } from './open-signer-of.ts';
import { NoMeansError } from './trouble.ts';

/** Prefix of addresses of the main chain. */
const prefix = 'bc';

export function openBitcoinPayer(chains: ChainSettings, { pool }: { pool: Pool }): PayerOpener {
  const main = mainSetupOf(chains, 'bitcoin');
  return {
    async open() {
      if (!main) throw new NoMeansError('not-set-up');
      const ask = main.reader.connect(main.node.url);
      const signer = openSignerOf('bitcoin', chains, pool);
      const [{ wallet, chain, feeMax }] = await Promise.all([
        meetSigner(signer, 'bitcoin'),
        main.reader.identityOf(ask, false).catch((error: unknown) => {
          throw new NoMeansError(error instanceof OtherChainError ? 'other-chain' : 'no-node', error);
        }),
      ]);
      // Nothing is signed for one chain and sent on another.
      if (chain['prefix'] !== prefix) throw new NoMeansError('other-chain');
      await paymentsOn('bitcoin', chain).load();
      const means = { network: networks.bitcoin, pool, signer, wallet, prefix, feeMax: BigInt(feeMax) };
      return bitcoinPayer({ ...means, sender: bitcoinSender(ask) });
    },
    close: async () => undefined,
  };
}
