// Every coin and network that is offered, with whether it is on, and the own address there.
import { coinOn, networkNames, networks, networksOf, type Network, type NetworkName } from '@candor/chain';
import { wireId, type AssetCode, type DepositWay, type Uuid } from '@candor/wire';
import type { Pool } from '../kit/postgres.ts';
import { addressOf, type OwnAddress } from './addresses.ts';
import { chainAssets, type SetUpNetworks } from '../chains/chain-settings.ts';
import { readStatuses } from './store.ts';

type Standing = Pick<DepositWay, 'state' | 'reason'>;
type Status = Awaited<ReturnType<typeof readStatuses>>[number];

/** As it is followed here, or as it would be. */
export const networkShown = (setUp: SetUpNetworks, name: NetworkName): Network =>
  setUp.get(name)?.network ?? networks[name];

export async function waysOf({
  pool,
  setUp,
  newId,
  accountId,
}: {
  pool: Pool;
  setUp: SetUpNetworks;
  newId: () => Uuid;
  accountId: Uuid;
}): Promise<DepositWay[]> {
  const statuses = await readStatuses(pool);
  const own = new Map<NetworkName, OwnAddress | undefined>();
  for (const name of networkNames) {
    const followed = setUp.get(name);
    if (followed) own.set(name, await addressOf(pool, followed, { accountId, newId }));
  }
  return chainAssets.flatMap((asset) =>
    networksOf(asset).map(({ name }) =>
      describe(asset, {
        network: networkShown(setUp, name),
        isTest: setUp.get(name)?.isTest ?? false,
        own: own.get(name),
        status: statuses.find((each) => each.network === name),
        off: own.has(name) ? undefined : 'not-set-up',
      }),
    ),
  );
}

function describe(
  asset: AssetCode,
  {
    network,
    isTest,
    own,
    status,
    off,
  }: {
    network: Network;
    isTest: boolean;
    own: OwnAddress | undefined;
    status: Status | undefined;
    /** Why the network is not set up here. */
    off: Standing['reason'] | undefined;
  },
): DepositWay {
  const coin = coinOn(network, asset);
  if (!coin) throw new Error(`${network.name} has no ${asset}`);
  return {
    coin_code: asset,
    network: network.name,
    network_title: network.title,
    token_standard: coin.isToken ? (network.tokenStandard ?? null) : null,
    ...standingOf({ own, status, off }),
    node: status?.node ?? '',
    is_test: isTest,
    address_id: own ? wireId('depositAddress', own.addressId) : null,
    address: own?.address ?? null,
    tag: own?.tag ?? null,
    min: coin.depositMin,
    confirmations: network.requires.confirmations,
    needs_final: network.requires.isFinal,
    typical_seconds: network.typicalSeconds,
  };
}

/** Without an address, what is stored is not what the key of this network gives. */
function standingOf({
  own,
  status,
  off,
}: {
  own: OwnAddress | undefined;
  status: Status | undefined;
  off: Standing['reason'] | undefined;
}): Standing {
  if (off !== undefined) return { state: 'off', reason: off };
  if (!own) return { state: 'off', reason: 'other-chain' };
  return status ? { state: status.state, reason: status.reason } : { state: 'starting', reason: '' };
}
