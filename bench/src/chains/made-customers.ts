// Customers with a deposit address on a network that is set up as in production, with keys of published test vectors.
import type { NetworkName } from '@candor/chain';
import type { Uuid } from '@candor/wire';
import { accountOf } from '../../../chain/src/deposits/played-xrpl.test-support.ts';
import { base58Of, usdt as tronUsdt } from '../../../chain/src/deposits/played-tron.test-support.ts';
import { setUpNetworks, type ChainSettings, type SetUpNetwork } from '../../../server/src/chains/chain-settings.ts';
import { addressOf } from '../../../server/src/deposits/addresses.ts';
import type { Pool } from '../../../server/src/kit/postgres.ts';
import type { MadePayment } from './made-payment.ts';
import { madeUsdt } from './made-ethereum.ts';

const xpub =
  'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd';
const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

export const settingsOf: Readonly<Record<NetworkName, (url: string) => ChainSettings>> = {
  bitcoin: (url) => ({ bitcoin: { url, xpub: zpub } }),
  ethereum: (url) => ({ ethereum: { url, xpub, usdt: madeUsdt } }),
  tron: (url) => ({ tron: { url, xpub, usdt: base58Of(tronUsdt) } }),
  xrpl: (url) => ({ xrpl: { url, account: accountOf(0xa) } }),
};

/** More than the smallest deposit, and little enough to be credited without a second node, in base units. */
const units: Readonly<Record<NetworkName, string>> = { bitcoin: '20000', ethereum: '2000000', tron: '2000000', xrpl: '2000000' }; // oxfmt-ignore

export const followedOf = (chains: ChainSettings, network: NetworkName): SetUpNetwork =>
  setUpNetworks(chains).get(network)!;

/** Returns a payment to each of the customers. */
export async function paymentsTo(
  accountIds: readonly Uuid[],
  { pool, followed, newId }: { pool: Pool; followed: SetUpNetwork; newId: () => Uuid },
): Promise<MadePayment[]> {
  const payments: MadePayment[] = [];
  for (const accountId of accountIds) {
    const own = await addressOf(pool, followed, { accountId, newId });
    if (!own) throw new Error('a customer has no address');
    const { address: to, tag } = own;
    payments.push({ to, units: units[followed.network.name], ...(tag !== null && { tag }) });
  }
  return payments;
}
